#include "clauses.h"

#include <fmt/format.h>

#include <array>

namespace nomic::tools::phrases {
namespace {

constexpr std::uint64_t POINT = 1'000;

constexpr std::array<std::string_view, 11> NUMBERS = {"no",  "one",   "two",   "three", "four", "five",
                                                      "six", "seven", "eight", "nine",  "ten"};
constexpr std::array<std::string_view, 11> PARTS = {"",      "",        "half",   "third", "quarter", "fifth",
                                                    "sixth", "seventh", "eighth", "ninth", "tenth"};

// "half", "a third", "two thirds", "17/23".
std::string fraction(std::uint32_t numerator, std::uint32_t denominator) {
  if (denominator >= PARTS.size() || denominator < 2) return fmt::format("{}/{}", numerator, denominator);
  const std::string_view part = PARTS[denominator];
  if (numerator == 1)
    return denominator == 2 ? std::string(part) : fmt::format("a{} {}", part[0] == 'e' ? "n" : "", part);
  return fmt::format("{} {}", NUMBERS[numerator], denominator == 2 ? "halves" : fmt::format("{}s", part));
}

// The same without a sign.
std::string size_of(std::int64_t thousandths) {
  const std::uint64_t size = thousandths < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(thousandths)
                                             : static_cast<std::uint64_t>(thousandths);
  std::string decimals = fmt::format("{:03}", size % POINT);
  while (!decimals.empty() && decimals.back() == '0') decimals.pop_back();
  return fmt::format("{}{}{} {}", size / POINT, decimals.empty() ? "" : ".", decimals,
                     size == POINT ? "point" : "points");
}

std::string by_popularity(const v1::Popularity& popularity) {
  std::string number = "the proposal's number";
  if (popularity.minus() != 0) number = fmt::format("({} less {})", number, popularity.minus());
  const std::string rounded =
      popularity.decimals() == 0 ? "the nearest point" : count(popularity.decimals(), "decimal");
  return fmt::format("gains {} times the share of the votes cast that were in favour, to {}", number, rounded);
}

}  // namespace

std::string count(std::uint64_t n, std::string_view thing) {
  return n == 1 ? fmt::format("one {}", thing) : fmt::format("{} {}s", n, thing);
}

std::string listed(const std::vector<std::string>& items, std::string_view link) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? fmt::format(" {} ", link) : ", ";
    out += items[i];
  }
  return out;
}

std::string points(std::int64_t thousandths) {
  return (thousandths < 0 ? "-" : "") + size_of(thousandths);
}

std::string gains(std::int64_t thousandths) {
  return (thousandths < 0 ? "loses " : "gains ") + size_of(thousandths);
}

std::string gains(const v1::Amount& amount) {
  switch (amount.way_case()) {
    case v1::Amount::kFixedThousandths:
      return gains(amount.fixed_thousandths());
    case v1::Amount::kPopularity:
      return by_popularity(amount.popularity());
    case v1::Amount::kPerVoteForThousandths:
      return gains(amount.per_vote_for_thousandths()) + " for each vote in favour";
    case v1::Amount::kPerVoteAgainstThousandths:
      return gains(amount.per_vote_against_thousandths()) + " for each vote against";
    case v1::Amount::kPoints:
    case v1::Amount::kPerVoteFor:
    case v1::Amount::kPerVoteAgainst:
    case v1::Amount::WAY_NOT_SET:
      break;
  }
  return {};
}

std::string period(const v1::Period& length) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::uint32_t n, std::string_view unit) {
    if (n != 0) parts.push_back(fmt::format("{} {}{}", n, unit, n == 1 ? "" : "s"));
  };
  add(length.days(), "day");
  add(length.hours(), "hour");
  add(length.minutes(), "minute");
  add(length.seconds(), "second");
  return listed(parts, "and");
}

std::string moment(std::string_view time) {
  const std::size_t day = time.find('T');
  std::string_view clock = time.substr(day + 1);
  if (clock.ends_with('Z')) clock.remove_suffix(1);
  return fmt::format("{} {} UTC", time.substr(0, day), clock);
}

std::string share(const v1::Quota& quota, std::string_view of) {
  if (quota.numerator() == quota.denominator()) return fmt::format("all of {}", of);
  return fmt::format("{}{} of {}", quota.strict() ? "more than " : "", fraction(quota.numerator(), quota.denominator()),
                     of);
}

std::string share_of_votes(const v1::Quota& quota) {
  const bool all = quota.numerator() == quota.denominator();
  switch (quota.base()) {
    case v1::Quota::ELIGIBLE:
      return all ? "every eligible voter in favour" : share(quota, "the eligible voters");
    case v1::Quota::CAST:
      return all ? "every vote cast in favour" : share(quota, "the votes cast");
    default:
      return all ? "everyone who takes part in favour" : share(quota, "those who take part, abstentions included");
  }
}

std::string to_change(int kind) {
  switch (kind) {
    case v1::ENACT:
      return "enact a rule";
    case v1::AMEND:
      return "amend a rule";
    case v1::REPEAL:
      return "repeal a rule";
    case v1::TRANSMUTE_TO_MUTABLE:
      return "transmute an immutable rule";
    case v1::TRANSMUTE_TO_IMMUTABLE:
      return "transmute a mutable rule";
    case v1::REENACT:
      return "re-enact a repealed rule";
    case v1::NO_CHANGE:
      return "change no rule";
    case v1::RETITLE:
      return "retitle a rule";
    default:
      return "repeal an amendment";
  }
}

std::string to_change(const google::protobuf::RepeatedField<int>& kinds) {
  std::vector<std::string> all;
  for (const int kind : kinds) all.push_back(to_change(kind));
  return listed(all, "or");
}

}  // namespace nomic::tools::phrases
