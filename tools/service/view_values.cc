#include "nomic/service/view_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "nomic/replay/point.h"

namespace nomic::tools {

std::uint32_t count32(std::uint64_t count) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

double in_points(std::int64_t thousandths) {
  return static_cast<double>(thousandths) / 1000.0;
}

std::string shown_time(std::int64_t time) {
  return time == 0 ? std::string() : replay::print_time(time);
}

std::string hex_of(const std::string& raw) {
  std::string digits;
  for (const char byte : raw) digits += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  return digits;
}

}  // namespace nomic::tools
