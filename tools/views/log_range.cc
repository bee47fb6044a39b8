#include "nomic/views/log_range.h"

namespace nomic::tools {
namespace {

constexpr const char* BEFORE_FOUNDING = "before_founding";

// The last instant before a day.
Result<replay::Point> just_before_day(const replay::Game& game, replay::Point point) {
  NOMIC_ASSIGN(auto day, day_of(game, point));
  NOMIC_ASSIGN(auto begins, day ? replay::Result<std::int64_t>(day->begins) : replay::parse_time(point.words, false));
  point.time = begins - 1;
  // As an instant, so that nobody takes it for the day again.
  point.words = replay::print_time(point.time);
  return point;
}

}  // namespace

Result<std::uint64_t> size_before(replay::Game& game, const Viewpoint& when, const replay::Point& since) {
  replay::Point point = since;
  const bool is_time = point.kind == replay::Point::Kind::TIME && point.before == 0;
  if (is_time && is_day_alone(point.words)) {
    NOMIC_ASSIGN(auto before, just_before_day(game, std::move(point)));
    point = std::move(before);
  }
  auto size = when.size_at(game, point);
  const bool too_early = is_time && !size && size.error().refusal && size.error().refusal->variant() == BEFORE_FOUNDING;
  return too_early ? Result<std::uint64_t>(std::uint64_t{0}) : size;
}

}  // namespace nomic::tools
