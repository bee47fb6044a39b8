// What people write of a provision and what is recorded of it: "2/3" and "14.3" become numerator and denominator, and
// thousandths of a point.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "nomic/replay/edition.h"
#include "provision_parts.h"

namespace nomic::replay {
namespace provisions {
namespace {

constexpr std::size_t DECIMALS = 3;

// Digits alone, without leading zeros.
template <class Number>
std::optional<Number> whole(std::string_view digits) {
  const bool plain = !digits.empty() && (digits.size() == 1 || digits[0] != '0') &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) return std::nullopt;
  Number number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

// "14.3" is 14300 thousandths. Nothing that would not fit is read.
std::optional<std::int64_t> thousandths(std::string_view words) {
  const bool negative = words.starts_with('-');
  if (negative || words.starts_with('+')) words.remove_prefix(1);
  const std::size_t point = words.find('.');
  const auto points = whole<std::int64_t>(words.substr(0, point));
  constexpr std::int64_t LARGEST = 1'000'000'000'000;
  if (!points || *points > LARGEST) return std::nullopt;
  std::int64_t sum = *points;
  std::string_view decimals = point == std::string_view::npos ? "0" : words.substr(point + 1);
  if (decimals.empty() || decimals.size() > DECIMALS) return std::nullopt;
  for (std::size_t i = 0; i < DECIMALS; ++i) {
    const char digit = i < decimals.size() ? decimals[i] : '0';
    if (digit < '0' || digit > '9') return std::nullopt;
    sum = 10 * sum + (digit - '0');
  }
  return negative ? -sum : sum;
}

Status expand(v1::Amount& amount, const std::string& path) {
  if (amount.way_case() != v1::Amount::kPoints) return fine();
  const auto fixed = thousandths(amount.points());
  if (!fixed) {
    return bad("points_form", below(path, "points"), {{"typed", amount.points()}});
  }
  amount.set_fixed(*fixed);
  return amount_in_bounds(below(path, "points"), *fixed);
}

Status expand(v1::Adoption& adoption) {
  if (adoption.fraction().empty()) {
    if (adoption.of() == v1::Quota::BASE_UNSPECIFIED && !adoption.more_than()) return fine();
    return bad("without_fraction", adoption.more_than() ? "adoption.more_than" : "adoption.of");
  }
  if (adoption.has_quota()) {
    return bad("fraction_and_quota", "adoption.fraction");
  }
  const std::string_view words = adoption.fraction();
  const std::size_t slash = words.find('/');
  const auto numerator = whole<std::uint32_t>(words.substr(0, slash));
  const auto denominator = whole<std::uint32_t>(slash == std::string_view::npos ? "" : words.substr(slash + 1));
  if (!numerator || !denominator) {
    return bad("fraction_form", "adoption.fraction", {{"typed", words}});
  }
  if (adoption.more_than() && *numerator == *denominator) {
    return bad("fraction_more_than_all", "adoption.fraction");
  }
  v1::Quota quota;
  quota.set_numerator(*numerator);
  quota.set_denominator(*denominator);
  quota.set_strict(adoption.more_than());
  Status share = all_of(check_share(quota, "adoption.fraction"),
                        must_be_set("adoption.of", adoption.of(), *v1::Quota::Base_descriptor()));
  if (!share) return share;
  quota.set_base(adoption.of());
  *adoption.mutable_quota() = quota;
  adoption.clear_fraction();
  adoption.clear_of();
  adoption.clear_more_than();
  return fine();
}

}  // namespace
}  // namespace provisions

Status expand_shorthand(v1::Provision& provision) {
  if (provision.has_adoption()) return provisions::expand(*provision.mutable_adoption());
  if (provision.has_award() && provision.award().has_amount()) {
    return provisions::expand(*provision.mutable_award()->mutable_amount(), "award.amount");
  }
  if (!provision.has_turn_parts()) return ledger::Done{};
  v1::TurnParts& turn = *provision.mutable_turn_parts();
  for (int i = 0; i < turn.parts_size(); ++i) {
    if (!turn.parts(i).has_award() || !turn.parts(i).award().has_amount()) continue;
    Status part = provisions::expand(*turn.mutable_parts(i)->mutable_award()->mutable_amount(),
                                     fmt::format("turn_parts.parts[{}].award.amount", i));
    if (!part) return part;
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
