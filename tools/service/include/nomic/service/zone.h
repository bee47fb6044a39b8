// Zones: which instants a day without a time of day spans in a named zone of the tz database ("Asia/Tokyo"). A day has
// 23, 24 or 25 hours where clocks are put forward or back, and is missing where a zone crossed the date line.
//
// The answer rests on the tables that this program was built with. It is asked for once, when a move is recorded, and
// stands in the record (docs/design/retrospective.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/replay/error.h"

namespace nomic::tools {

// Microseconds since 1970-01-01T00:00:00Z, both inclusive.
struct DaySpan {
  std::int64_t begins = 0;
  std::int64_t ends = 0;
};

// Empty is UTC. BAD_POINT/no_such_zone.
replay::Status must_be_zone(std::string_view zone);

// "2012-05-30" in that zone. Where clocks are put back over midnight, both times of the doubled hour that are of the
// day are in its span. BAD_POINT.
replay::Result<DaySpan> day_in_zone(std::string_view date, const std::string& zone);

// Whether it is written as a day, without a time of day.
bool is_day_alone(std::string_view typed);

}  // namespace nomic::tools
