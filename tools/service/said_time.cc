#include "said_time.h"

#include "nomic/replay/point.h"
#include "nomic/service/zone.h"

namespace nomic::tools {
namespace {

constexpr const char* UTC = "UTC";

replay::Status put_time(const std::string& typed, const v1::GameFounded& founding, v1::Event& event) {
  if (!founding.retrospective() || !is_day_alone(typed)) {
    NOMIC_ASSIGN(auto time, replay::parse_time(typed, false));
    event.set_occurred_at(time);
    return ledger::Done{};
  }
  NOMIC_ASSIGN(auto span, day_in_zone(typed, founding.zone()));
  event.set_occurred_at(span.begins);
  v1::OccurredDay& day = *event.mutable_occurred_day();
  day.set_written(typed);
  day.set_zone(founding.zone().empty() ? UTC : founding.zone());
  day.set_ends_at(span.ends);
  return ledger::Done{};
}

}  // namespace

replay::Status put_said_time(const std::string& typed, const v1::GameFounded& founding, v1::Event& event) {
  NOMIC_TRY(put_time(typed, founding, event));
  // In a record this is a time that is not said.
  if (event.occurred_at() == 0)
    return replay::error_of(replay::ErrorCode::BAD_POINT, "first_moment", {{"typed", typed}});
  return ledger::Done{};
}

replay::Result<std::int64_t> said_time(const Making& making, const std::string& typed) {
  v1::Event event;
  const auto state = making.state();
  NOMIC_TRY(put_said_time(typed, state ? (*state)->founding() : v1::GameFounded(), event));
  return event.occurred_at();
}

}  // namespace nomic::tools
