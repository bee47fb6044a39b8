// The part of a status that has a file of its own.
#pragma once

#include "nomic/replay/game_status.h"

namespace nomic::replay {

// Questions, Judgments, consent and contested moves: who sits, who is still to say something, and what to know (212).
void add_dispute(const Engine& engine, StatusOf& status);

}  // namespace nomic::replay
