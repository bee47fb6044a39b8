// Amounts in a line: numbers, points, lengths of time, shares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/replay/reference.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::tools::lines {

// Digits alone.
std::optional<std::uint32_t> number_in(std::string_view typed);

// "14.3" is 14300 thousandths; with three decimals at most.
std::optional<std::int64_t> points_in(std::string_view typed);

// "1 day 12 hours"; empty: no time at all.
std::string print_period(const v1::Period& period);
// The same, or "36h"; each unit once.
std::optional<v1::Period> period_in(std::string_view typed);

// "more than 1/2 of cast"; without "of" where it has no base.
std::string print_quota(const v1::Quota& quota);
// The same; "at least" may stand before it, and "all" and "half" for a fraction.
std::optional<v1::Quota> quota_in(std::string_view typed);

}  // namespace nomic::tools::lines
