#include "nomic/replay/next_due.h"

#include <limits>

#include "nomic/replay/afterwards.h"
#include "turn/clock.h"

namespace nomic::replay {

std::optional<std::int64_t> next_due(const Engine& engine) {
  const State& state = engine.state();
  const auto founding = state.founding().founding_records();
  if (founding == 0 || state.size() < founding || is_recorded_afterwards(state)) return std::nullopt;
  return next_instant(state, engine.law(), std::numeric_limits<std::int64_t>::max());
}

}  // namespace nomic::replay
