#include "nomic/replay/decimal_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace nomic::replay {
namespace {

constexpr std::size_t DECIMALS = 3;
constexpr std::int64_t LARGEST_WRITTEN = 1'000'000'000'000;

// Digits alone, without leading zeros.
std::optional<std::int64_t> whole_points(std::string_view digits) {
  const bool plain = !digits.empty() && (digits.size() == 1 || digits[0] != '0') &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) return std::nullopt;
  std::int64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || number > LARGEST_WRITTEN) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::int64_t> thousandths_in(std::string_view words) {
  const bool negative = words.starts_with('-');
  if (negative || words.starts_with('+')) words.remove_prefix(1);
  const std::size_t point = words.find('.');
  const auto points = whole_points(words.substr(0, point));
  if (!points) return std::nullopt;
  std::int64_t sum = *points;
  const std::string_view decimals = point == std::string_view::npos ? "0" : words.substr(point + 1);
  if (decimals.empty() || decimals.size() > DECIMALS) return std::nullopt;
  for (std::size_t i = 0; i < DECIMALS; ++i) {
    const char digit = i < decimals.size() ? decimals[i] : '0';
    if (digit < '0' || digit > '9') return std::nullopt;
    sum = 10 * sum + (digit - '0');
  }
  return negative ? -sum : sum;
}

std::string as_decimal(std::int64_t thousandths) {
  const std::uint64_t size =
      thousandths < 0 ? 0 - static_cast<std::uint64_t>(thousandths) : static_cast<std::uint64_t>(thousandths);
  std::string text = fmt::format("{}{}.{:03}", thousandths < 0 ? "-" : "", size / 1000, size % 1000);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace nomic::replay
