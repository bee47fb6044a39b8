// Copies: a game's first records under another identity. Record 0 bears another payload, and the others the same, of
// the same authors, at the same times, under the same request IDs; what chains them is made anew. No signature is
// copied: each was made for a record of the other game.
//
//     auto report = export_copy(ledger, {game, 57, payload, "practice"}, write, {});    // a bundle of the copy
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "nomic/ledger/bundle.h"
#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

struct CopyRequest {
  GameId game;
  std::uint64_t size = 0;     // how many records: at least one
  std::string first_payload;  // of record 0: another than it has, or it is no copy but the game itself
  std::string name;           // what the copy is called in the bundle
};

// Writes a bundle of a copy of the game; its report tells the copy's identity. Nothing is copied of what is kept beside
// the records, which is about the other game. Constant memory. BAD_INPUT for no records, NO_SUCH_RECORD for more than
// there are, TOO_LARGE for a payload that fits no record; what the sink said.
Result<BundleReport> export_copy(Ledger& ledger, const CopyRequest& request, const WriteBytes& write,
                                 const std::function<void(std::uint64_t done)>& progress);

}  // namespace nomic::ledger
