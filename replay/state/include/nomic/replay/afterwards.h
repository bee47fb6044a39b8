// Afterwards: a game that is recorded after it was played. Until it goes live its clock is the time at which each move
// is said to have happened, whenever it is recorded; from that record on it is the recorder's clock
// (docs/design/retrospective.md).
#pragma once

#include "nomic/replay/state.h"

namespace nomic::replay {

// Whether some of its records bear times that are the keeper's word.
inline bool has_times_by_word(const State& state) {
  return state.founding().retrospective();
}

// Whether the next record will.
inline bool is_recorded_afterwards(const State& state) {
  return has_times_by_word(state) && state.live_at() == 0;
}

}  // namespace nomic::replay
