// The names of games, beside their identities.
//
// A game can be named by its identity, or by the first 8 or more of its 64 hex digits. The label of a bundle and the
// list of a server are not covered by any hash. If such a name could read as an identity, it would lead to another game
// than the user means. So no game has a name that reads as an identity, and what reads as one is never looked up as a
// name.
#pragma once

#include <string>
#include <string_view>

#include "nomic/ledger/hash.h"

namespace nomic::ledger {

// Whether it is 8 to 64 hex digits, of either case.
[[nodiscard]] bool reads_as_identity(std::string_view typed);
// Whether it is the identity of that game, or its first 8 or more digits.
[[nodiscard]] bool names_identity(std::string_view typed, const GameId& game);

// A name that is made of the game's identity: "game 0123456789abcdef". For a game whose own name cannot be used.
[[nodiscard]] std::string name_after_identity(const GameId& game);
// Whether a game from outside can have that name. Refused: what reads as an identity, and "game " with the identity of
// another game.
[[nodiscard]] bool can_be_named(const GameId& game, std::string_view name);

}  // namespace nomic::ledger
