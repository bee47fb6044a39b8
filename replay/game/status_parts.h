// Parts of a status that have files of their own.
#pragma once

#include "nomic/replay/game_status.h"

namespace nomic::replay {

// Questions, Judgments, consent, contested moves, corrections: what each player may do about them (212).
void add_dispute(const Engine& engine, StatusOf& status);

// What players may do at any time, or between turns, whatever the turn is at (116).
void add_what_is_free(const Engine& engine, StatusOf& status);

// The game waits for it.
void must(StatusOf& status, Way way);

}  // namespace nomic::replay
