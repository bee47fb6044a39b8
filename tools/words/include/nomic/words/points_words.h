// Points as people write them.
#pragma once

#include <cstdint>
#include <string>

namespace nomic::tools {

// Thousandths of a point as people write points: 14300 is 14.3.
std::string print_points(std::int64_t thousandths);
// With a sign: +4, -10.
std::string print_change(std::int64_t thousandths);

}  // namespace nomic::tools
