// Values as the views hold them: counts, points, bytes.
#pragma once

#include <cstdint>
#include <string>

namespace nomic::tools {

// Counts go out as 32 bits, which JSON has as numbers; what does not fit is shown as the most that does.
std::uint32_t count32(std::uint64_t count);

// Points as they are shown: 14300 thousandths are 14.3.
double in_points(std::int64_t thousandths);

// RFC 3339, UTC; empty for 0, which is no time.
std::string shown_time(std::int64_t time);

// In lower-case digits, two a byte.
std::string hex_of(const std::string& raw);

}  // namespace nomic::tools
