#include "nomic/server/clock_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace nomic::tools {

ClockCheck::State ClockCheck::state_of(std::int64_t difference) {
  if (difference > TOO_MUCH) return State::TOO_MUCH;
  return difference > WARNED ? State::WARNED : State::SAME;
}

void ClockCheck::look() {
  const std::int64_t before = own_();
  const auto other = other_();
  const std::int64_t after = own_();
  if (!other) return;
  const std::int64_t way = std::max<std::int64_t>((after - before) / 2, 0);
  const std::int64_t ahead = before + way - *other;
  const State state = state_of(std::abs(ahead) - way);
  if (state_.exchange(state) == state) return;
  log_(fmt::format(R"({{"event":"clock","ahead":{:.1f},"ticks":{}}})", static_cast<double>(ahead) / 1'000'000,
                   state != State::TOO_MUCH));
}

}  // namespace nomic::tools
