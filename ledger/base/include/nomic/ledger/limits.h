// What a ledger takes at most, in bytes.
#pragma once

#include <cstddef>

namespace nomic::ledger {

// A record: the tile format's entry bundles count in 16 bits. TOO_LARGE.
constexpr std::size_t RECORD_LIMIT = 65'535;
// An author's name. With a request's ID it makes a key, and PostgreSQL takes none over some 2,700 bytes. BAD_INPUT.
constexpr std::size_t AUTHOR_LIMIT = 1024;
// The ID that makes a request idempotent: 1 to so many. BAD_INPUT.
constexpr std::size_t REQUEST_ID_LIMIT = 128;
// A game's name: 1 to so many. BAD_INPUT.
constexpr std::size_t GAME_NAME_LIMIT = 64;

}  // namespace nomic::ledger
