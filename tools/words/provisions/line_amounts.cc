#include "line_amounts.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "line_items.h"
#include "nomic/replay/reference.h"

namespace nomic::tools::lines {
namespace {

// All digits of it; nothing where other signs stand there, or it is too large.
template <class Number>
std::optional<Number> whole(std::string_view digits) {
  Number number = 0;
  const char* const end = digits.data() + digits.size();
  if (digits.empty() || digits[0] == '-' || digits[0] == '+') return std::nullopt;
  const auto read = std::from_chars(digits.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// Adds so many of a unit; whether there is such a unit, and it was not said before.
bool add_unit(std::string_view unit, std::uint32_t count, v1::Period& period) {
  if (unit == "d" || unit == "day" || unit == "days") {
    if (period.days() != 0) return false;
    period.set_days(count);
  } else if (unit == "h" || unit == "hour" || unit == "hours") {
    if (period.hours() != 0) return false;
    period.set_hours(count);
  } else if (unit == "min" || unit == "minute" || unit == "minutes") {
    if (period.minutes() != 0) return false;
    period.set_minutes(count);
  } else if (unit == "s" || unit == "second" || unit == "seconds") {
    if (period.seconds() != 0) return false;
    period.set_seconds(count);
  } else {
    return false;
  }
  return true;
}

bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

bool read_fraction(std::string_view typed, v1::Quota& quota) {
  if (typed == "all" || typed == "half") typed = typed == "all" ? "1/1" : "1/2";
  const std::size_t slash = typed.find('/');
  if (slash == std::string_view::npos) return false;
  const auto numerator = whole<std::uint32_t>(typed.substr(0, slash));
  const auto denominator = whole<std::uint32_t>(typed.substr(slash + 1));
  if (!numerator || !denominator) return false;
  quota.set_numerator(*numerator);
  quota.set_denominator(*denominator);
  return true;
}

}  // namespace

std::optional<std::uint32_t> number_in(std::string_view typed) {
  return whole<std::uint32_t>(typed);
}

std::optional<std::int64_t> points_in(std::string_view typed) {
  constexpr std::size_t DECIMALS = 3;
  constexpr std::int64_t LARGEST = std::numeric_limits<std::int64_t>::max() / 1000 - 1;
  const bool negative = typed.starts_with('-');
  if (negative || typed.starts_with('+')) typed.remove_prefix(1);
  const std::size_t point = typed.find('.');
  const auto points = whole<std::int64_t>(typed.substr(0, point));
  if (!points || *points > LARGEST) return std::nullopt;
  std::string decimals(point == std::string_view::npos ? "0" : typed.substr(point + 1));
  if (decimals.empty() || decimals.size() > DECIMALS) return std::nullopt;
  decimals.resize(DECIMALS, '0');
  const auto rest = whole<std::int64_t>(decimals);
  if (!rest) return std::nullopt;
  const std::int64_t sum = 1000 * *points + *rest;
  return negative ? -sum : sum;
}

std::string print_period(const v1::Period& period) {
  std::string out;
  const auto add = [&](std::uint32_t count, std::string_view unit) {
    if (count != 0) out += fmt::format("{}{} {}{}", out.empty() ? "" : " ", count, unit, count == 1 ? "" : "s");
  };
  add(period.days(), "day");
  add(period.hours(), "hour");
  add(period.minutes(), "minute");
  add(period.seconds(), "second");
  return out;
}

std::optional<v1::Period> period_in(std::string_view typed) {
  constexpr std::string_view DIGITS = "0123456789";
  v1::Period period;
  const auto take_while = [&](std::string_view signs, bool are) {
    std::size_t end = 0;
    while (end < typed.size() && (signs.find(typed[end]) != std::string_view::npos) == are) ++end;
    const std::string_view taken = typed.substr(0, end);
    typed.remove_prefix(end);
    return taken;
  };
  while (!typed.empty()) {
    const auto count = whole<std::uint32_t>(take_while(DIGITS, true));
    take_while(" ", true);
    const std::string unit = as_name(take_while(" 0123456789", false));
    take_while(" ", true);
    if (!count || !add_unit(unit, *count, period)) return std::nullopt;
  }
  return period;
}

std::string print_quota(const v1::Quota& quota) {
  std::string out = fmt::format("{}{}/{}", quota.strict() ? "more than " : "", quota.numerator(), quota.denominator());
  if (quota.base() != v1::Quota::BASE_UNSPECIFIED) out += " of " + as_name(v1::Quota::Base_Name(quota.base()));
  return out;
}

std::optional<v1::Quota> quota_in(std::string_view typed) {
  v1::Quota quota;
  if (take_front(typed, "more than ")) quota.set_strict(true);
  if (!quota.strict()) take_front(typed, "at least ");
  const std::size_t of = typed.find(" of ");
  if (!read_fraction(typed.substr(0, of), quota)) return std::nullopt;
  if (of == std::string_view::npos) return quota;
  std::string base = as_name(typed.substr(of + 4));
  for (char& c : base) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  v1::Quota::Base known = v1::Quota::BASE_UNSPECIFIED;
  if (!v1::Quota::Base_Parse(base, &known) || known == v1::Quota::BASE_UNSPECIFIED) return std::nullopt;
  quota.set_base(known);
  return quota;
}

}  // namespace nomic::tools::lines
