#include "nomic/service/zone.h"

#include <unicode/basictz.h>
#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include <memory>

#include "nomic/replay/point.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

constexpr std::int64_t MILLI = 1'000;
constexpr std::int64_t DAY = std::int64_t{24} * 60 * 60 * 1'000'000;
constexpr std::size_t DATE_SIZE = std::string_view("2012-05-30").size();
constexpr const char* UTC = "UTC";

std::unique_ptr<icu::TimeZone> zone_named(const std::string& name) {
  std::unique_ptr<icu::TimeZone> zone(icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(name)));
  if (zone == nullptr || *zone == icu::TimeZone::getUnknown()) return nullptr;
  return zone;
}

// The instant at which clocks of the zone showed `local`, in microseconds. What was skipped is reckoned as if the
// clocks had not been put forward yet; of what was shown twice, the first time or the second.
Result<std::int64_t> instant_of(const icu::TimeZone& zone, std::int64_t local, bool second) {
  const auto* rules = dynamic_cast<const icu::BasicTimeZone*>(&zone);
  std::int32_t raw = 0;
  std::int32_t saving = 0;
  UErrorCode error = U_ZERO_ERROR;
  if (rules == nullptr) return error_of(ErrorCode::BAD_POINT, "no_such_zone", {{"typed", "?"}});
  const std::int64_t millis = local / MILLI;
  rules->getOffsetFromLocal(static_cast<UDate>(millis), UCAL_TZ_LOCAL_FORMER,
                            second ? UCAL_TZ_LOCAL_LATTER : UCAL_TZ_LOCAL_FORMER, raw, saving, error);
  return local - (std::int64_t{raw} + saving) * MILLI;
}

}  // namespace

replay::Status must_be_zone(std::string_view zone) {
  if (zone.empty() || zone_named(std::string(zone)) != nullptr) return ledger::Done{};
  return error_of(ErrorCode::BAD_POINT, "no_such_zone", {{"typed", zone}});
}

bool is_day_alone(std::string_view typed) {
  return typed.size() == DATE_SIZE && static_cast<bool>(replay::parse_time(typed, false));
}

Result<DaySpan> day_in_zone(std::string_view date, const std::string& zone) {
  NOMIC_ASSIGN(auto midnight, replay::parse_time(date, false));
  const auto rules = zone_named(zone.empty() ? UTC : zone);
  if (rules == nullptr) return error_of(ErrorCode::BAD_POINT, "no_such_zone", {{"typed", zone}});
  NOMIC_ASSIGN(auto begins, instant_of(*rules, midnight, false));
  NOMIC_ASSIGN(auto next, instant_of(*rules, midnight + DAY, true));
  if (next <= begins) {
    return error_of(ErrorCode::BAD_POINT, "no_such_day_there", {{"typed", date}, {"zone", zone}});
  }
  return DaySpan{begins, next - 1};
}

}  // namespace nomic::tools
