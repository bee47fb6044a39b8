// Names of players in a move: who is unknown is said before anything that the game does not allow (L56).
#pragma once

#include "nomic/replay/game.h"

namespace nomic::replay {

// Whether everybody whom the event, or the contested move in it, names is or was a player of the game: UNKNOWN_PLAYER.
// Who joins, or has asked to, is not looked for.
Status names_are_known(const Game& game, const v1::Event& event);

}  // namespace nomic::replay
