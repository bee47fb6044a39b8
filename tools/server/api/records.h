// The records of a game from an index on, as a bundle: for whoever keeps a copy, and trusts nothing but what they
// check.
#pragma once

#include <cstdint>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/server/http.h"

namespace nomic::tools {

// A bundle of as many records as go into one answer, which is about 4 MiB, or 16,384 records; of the first ones, at
// least those that found the game. 204 where the game ends there, 409 where it ends before.
HttpAnswer records_from(ledger::Ledger& ledger, const replay::Game& game, std::uint64_t from);

}  // namespace nomic::tools
