#include "nomic/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "nomic/display.h"

namespace nomic::tools {
namespace {

constexpr std::uint64_t MOST_RULE_NUMBER = 999'999'999;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string why_malformed(std::string_view typed) {
  if (typed.empty()) return "it is empty";
  if (typed[0] == '-') return "it cannot be negative";
  if (typed[0] == '+') return "it takes no sign";
  if (std::all_of(typed.begin(), typed.end(), is_digit)) return "it begins with a zero";
  return "it takes digits only";
}

}  // namespace

bool looks_like_number(std::string_view typed) {
  if (!typed.empty() && (typed[0] == '-' || typed[0] == '+' || typed[0] == '#')) typed.remove_prefix(1);
  return !typed.empty() && is_digit(typed[0]);
}

Result<std::uint64_t> parse_whole(std::string_view typed, std::string_view what, std::uint64_t least,
                                  std::uint64_t most) {
  const std::string range = most > MOST_RULE_NUMBER
                                ? "give a whole number in plain digits"
                                : fmt::format("give a whole number from {} to {}, in plain digits", least, most);
  const bool digits = !typed.empty() && std::all_of(typed.begin(), typed.end(), is_digit);
  if (!digits || (typed.size() > 1 && typed[0] == '0')) {
    return usage(fmt::format("{} is not {}: {}.", in_quotes(typed), what, why_malformed(typed)), range);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  if (error != std::errc() || value > most) {
    return usage(fmt::format("{} is not {}: it is too large.", in_quotes(typed), what), range);
  }
  if (value < least) return usage(fmt::format("{} is not {}: it is too small.", in_quotes(typed), what), range);
  return value;
}

Result<RuleNumber> parse_rule_number(std::string_view typed, std::string_view what) {
  auto value = parse_whole(typed, what, 1, MOST_RULE_NUMBER);
  if (!value) return value.error();
  return RuleNumber{static_cast<std::uint32_t>(*value)};
}

Result<Size> parse_size(std::string_view typed, std::string_view what) {
  auto value = parse_whole(typed, what, 0, std::numeric_limits<std::int64_t>::max());
  if (!value) return value.error();
  return Size{*value};
}

Result<Face> parse_face(std::string_view typed) {
  auto value = parse_whole(typed, "a face of a die", 1, MOST_RULE_NUMBER);
  if (!value) return value.error();
  return Face{static_cast<std::uint32_t>(*value)};
}

std::string print_points(std::int64_t thousandths) {
  const bool negative = thousandths < 0;
  const std::uint64_t size =
      negative ? 0 - static_cast<std::uint64_t>(thousandths) : static_cast<std::uint64_t>(thousandths);
  std::string out = fmt::format("{}{}", negative ? "-" : "", size / 1000);
  if (size % 1000 != 0) {
    out += fmt::format(".{:03}", size % 1000);
    while (out.back() == '0') out.pop_back();
  }
  return out;
}

std::string print_change(std::int64_t thousandths) {
  return (thousandths < 0 ? "" : "+") + print_points(thousandths);
}

std::uint32_t count32(std::uint64_t count) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace nomic::tools
