#include "nomic/server/clock_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace nomic::tools {

ClockCheck::State ClockCheck::state_of(std::int64_t difference) {
  if (difference > TOO_MUCH) return State::TOO_MUCH;
  return difference > WARNED ? State::WARNED : State::SAME;
}

bool ClockCheck::look() {
  const std::int64_t before = own_();
  const auto other = other_();
  const std::int64_t after = own_();
  if (!other) return false;
  const std::int64_t way = std::max<std::int64_t>((after - before) / 2, 0);
  const std::int64_t ahead = before + way - *other;
  const State state = state_of(std::abs(ahead) - way);
  const State before_that = state_.exchange(state);
  // That they agree is news only where they did not.
  if (before_that == state || (before_that == State::UNKNOWN && state == State::SAME)) return true;
  log_(fmt::format(R"({{"event":"clock","ahead":{:.1f},"ticks":{}}})", static_cast<double>(ahead) / 1'000'000,
                   state != State::TOO_MUCH));
  return true;
}

}  // namespace nomic::tools
