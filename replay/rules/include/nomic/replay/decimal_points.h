// Points as people write them, a decimal with at most three decimals, and as they are recorded, in thousandths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nomic::replay {

// "14.3" is 14300 thousandths; a sign may stand before it. Nothing that has leading zeros or another form is read, nor
// what is over a thousand million points by far.
std::optional<std::int64_t> thousandths_in(std::string_view words);

// The other way round, in the one spelling without zeros at its end: "14.3", "-10".
std::string as_decimal(std::int64_t thousandths);

}  // namespace nomic::replay
