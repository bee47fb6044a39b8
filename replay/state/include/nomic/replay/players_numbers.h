// Numbers that players gave their proposals in an order of their own, as the keeper of a game that is recorded
// afterwards says them. From the first of these on the state knows which numbers below the next are left: of a proposal
// of such a number nothing is on record, and none is ever invented.
#pragma once

#include <algorithm>

#include "nomic/replay/state.h"

namespace nomic::replay {

// Whether it is one of those that are left. In a game whose proposals were numbered by the rules alone none is.
inline bool is_left_free(const State& state, std::uint32_t number) {
  const auto& free = state.players_numbers().free();
  return std::any_of(free.begin(), free.end(),
                     [&](const auto& run) { return run.first() <= number && number <= run.last(); });
}

// Whether a proposal was given this number, which has letters.
inline bool was_numbered_so(const State& state, std::uint32_t number) {
  const auto& lettered = state.players_numbers().lettered();
  return std::find(lettered.begin(), lettered.end(), number) != lettered.end();
}

}  // namespace nomic::replay
