// From one version to the next: which rule became which, and in what.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "held.h"

namespace nomic::replay::past {
namespace {

// An editor leaves nine words of ten as they are.
constexpr std::uint32_t EDITED = 900;

std::vector<RuleCopy> copies_of(const std::vector<Held>& held) {
  std::vector<RuleCopy> copies;
  copies.reserve(held.size());
  for (const Held& rule : held) copies.push_back(rule.copy);
  return copies;
}

// How much of its words a text has in common with the rule that is held under its number, in thousandths.
std::uint32_t likeness(const RuleCopy& copy, const std::vector<Held>& held) {
  for (const Held& rule : held) {
    if (rule.copy.number != copy.number) continue;
    const auto match = match_rules({rule.copy}, {copy});
    return match.front().by == MatchedBy::SAME_WORDS ? 1'000 : match.front().alike;
  }
  return 0;
}

// A page gives what it says: where a rule has no title there, it has none.
std::vector<RuleCopy> posted_once(const PostedVersion& version, const std::vector<Held>& held,
                                  std::vector<std::uint32_t>& twice) {
  std::vector<RuleCopy> rules;
  std::map<std::uint32_t, std::size_t> places;
  for (RuleCopy copy : version.rules) {
    if (!copy.title) copy.title.emplace();
    const auto [place, is_new] = places.emplace(copy.number, rules.size());
    if (is_new) {
      rules.push_back(std::move(copy));
      continue;
    }
    twice.push_back(copy.number);
    RuleCopy& other = rules[place->second];
    if (likeness(copy, held) > likeness(other, held)) other = std::move(copy);
  }
  return rules;
}

// What is left without a partner is compared once more among itself: a rule that was written anew in part is like no
// other of the few that came in the same version, though among all rules others are half as like it.
std::vector<RuleMatch> matched(const std::vector<RuleCopy>& ones, const std::vector<RuleCopy>& others) {
  std::vector<RuleMatch> matches;
  std::vector<RuleCopy> gone;
  std::vector<RuleCopy> come;
  std::vector<std::size_t> gone_at;
  std::vector<std::size_t> come_at;
  for (RuleMatch& match : match_rules(ones, others)) {
    if (match.one && match.other) {
      matches.push_back(std::move(match));
    } else if (match.one) {
      gone.push_back(ones[*match.one]);
      gone_at.push_back(*match.one);
    } else {
      come.push_back(others[*match.other]);
      come_at.push_back(*match.other);
    }
  }
  for (RuleMatch& match : match_rules(gone, come)) {
    if (match.one) match.one = gone_at[*match.one];
    if (match.other) match.other = come_at[*match.other];
    matches.push_back(std::move(match));
  }
  const auto place = [](const RuleMatch& match) { return match.one ? *match.one : SIZE_MAX; };
  std::stable_sort(matches.begin(), matches.end(),
                   [&](const RuleMatch& one, const RuleMatch& other) { return place(one) < place(other); });
  return matches;
}

std::set<std::uint32_t> numbers_of(const std::vector<Held>& held) {
  std::set<std::uint32_t> numbers;
  for (const Held& rule : held) numbers.insert(rule.copy.number);
  return numbers;
}

}  // namespace

Posted changes_in(const PostedVersion& version, const std::vector<Held>& held) {
  Posted result;
  std::vector<RuleCopy> rules = posted_once(version, held, result.twice);
  for (const RuleMatch& match : matched(copies_of(held), rules)) {
    Change change;
    change.held = match.one;
    change.alike = match.alike;
    if (match.other) {
      RuleCopy& posted = rules[*match.other];
      if (posted.status == v1::RULE_STATUS_UNSPECIFIED) {
        posted.status = match.one ? held[*match.one].copy.status : v1::MUTABLE;
      }
      change.posted = posted;
    }
    change.words = match.differs(DifferenceKind::WORDS);
    change.status = match.differs(DifferenceKind::STATUS);
    change.title = match.differs(DifferenceKind::TITLE);
    change.number = match.differs(DifferenceKind::NUMBER);
    result.changes.push_back(std::move(change));
  }
  return result;
}

Naming naming_of(const PostedVersion& version, const std::vector<Held>& held, const std::vector<Change>& changes) {
  Naming naming;
  naming.voted = version.put_to_vote && !version.housekeeping;
  const std::set<std::uint32_t> before = numbers_of(held);
  std::set<std::uint32_t> posted;
  for (const Change& change : changes) {
    if (change.posted) posted.insert(change.posted->number);
    if (change.held && change.status && !change.number) ++naming.statuses;
    if (change.any() && !change.repeals() && is_numbered(version, change)) naming.any_numbered = true;
  }
  for (const std::uint32_t number : version.numbers) {
    if (before.count(number) != 0) {
      naming.named.push_back(number);
    } else if (posted.count(number) == 0 && !naming.spare) {
      naming.spare = number;
    }
  }
  return naming;
}

bool is_voted_amendment(const Naming& naming, const Change& change) {
  if (!naming.voted) return false;
  if (naming.any_numbered || naming.spare || change.alike < EDITED) return true;
  return std::find(naming.named.begin(), naming.named.end(), change.posted->number) != naming.named.end();
}

bool is_numbered(const PostedVersion& version, const Change& change) {
  if (change.enacts()) return true;
  if (!change.number || version.housekeeping) return false;
  const auto& named = version.numbers;
  return change.words || change.status || std::find(named.begin(), named.end(), change.posted->number) != named.end();
}

}  // namespace nomic::replay::past
