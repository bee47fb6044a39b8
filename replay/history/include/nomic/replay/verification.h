// Verification: a game checked from the bytes of its records to what they mean, in one pass.
//
//     auto verified = verify_game(ledger, head.game, [](std::uint64_t done) { ... });
//     if (verified->ledger.faults.empty() && !verified->underivable) ...
//
// The ledger verifies in a thread of its own (Ledger::verify_beside); the calling thread derives the game from the
// records as they pass, and compares with them what is kept of it: every state (snapshot) with its digest, and every
// row of the derived index. Nothing that is kept is gone on from. No record is read, hashed or decoded twice. What is
// left to Game::check are the digests at sizes of which no state is kept.
//
// Cost: about that of replaying the game, where a second processor is free; else both, one after the other. Memory: 64
// bytes for each 1,024 records, and what the ledger keeps between the threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"

namespace nomic::replay {

struct Verification {
  // Why the game cannot be derived beyond a record.
  struct Underivable {
    std::uint64_t record = 0;
    Error why;
  };

  ledger::VerifyReport ledger;
  // The rest is empty where the ledger has faults: records that are not what was recorded say nothing about the game.
  std::vector<v1::Consequence> not_lawful;  // by record: moves that the rules do not allow
  std::optional<Underivable> underivable;
  std::vector<KeptFault> kept;  // states and index against the records, as far as the game can be derived
};

// Of the game of that identity. `progress` is given how many records are done. `scope`: for whoever verifies many games
// of a ledger. Fails as the ledger does, but for what it finds.
Result<Verification> verify_game(ledger::Ledger& ledger, const ledger::GameId& game,
                                 const std::function<void(std::uint64_t done)>& progress,
                                 ledger::VerifyScope scope = ledger::VerifyScope::LEDGER);

}  // namespace nomic::replay
