#include "cli/typed_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::uint64_t MOST_RULE_NUMBER = 999'999'999;
// Whole points have at most so many digits: sums of many moves stay far from the end of 64 bits.
constexpr std::size_t MOST_POINT_DIGITS = 9;

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

Result<RecordNumber> parse_record(std::string_view typed, std::string_view what) {
  const std::string_view digits = typed.starts_with('#') ? typed.substr(1) : typed;
  auto value = parse_whole(digits, what, 0, std::numeric_limits<std::int64_t>::max());
  if (!value) return value.error();
  return RecordNumber{*value};
}

Result<std::int64_t> parse_points(std::string_view typed, std::string_view what) {
  const auto wrong = [&](std::string_view why) {
    return usage(fmt::format("{} is not {}: {}.", in_quotes(typed), what, why),
                 "write a decimal with at most three digits after its point: +5, -2.5");
  };
  std::string_view rest = typed;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const std::size_t dot = rest.find('.');
  const std::string_view whole = rest.substr(0, dot);
  const std::string_view part = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
  if (whole.empty()) return wrong(typed.empty() ? "it is empty" : "it has no digits before its point");
  if (!std::all_of(whole.begin(), whole.end(), is_digit) || !std::all_of(part.begin(), part.end(), is_digit)) {
    return wrong("it is no decimal");
  }
  if (whole.size() > 1 && whole[0] == '0') return wrong("it begins with a zero");
  if (dot != std::string_view::npos && part.empty()) return wrong("it has no digits after its point");
  if (part.size() > 3) return wrong("it has more than three digits after its point");
  if (whole.size() > MOST_POINT_DIGITS) return wrong("it is too large");
  std::string digits(whole);
  digits.append(part).append(3 - part.size(), '0');
  std::int64_t thousandths = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), thousandths);
  if (thousandths == 0) return wrong("it changes nothing");
  return negative ? -thousandths : thousandths;
}

}  // namespace nomic::tools
