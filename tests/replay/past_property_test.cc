// Whatever is done to a page, the moves that are told make each of its versions of the one before it.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "past_versions.h"

namespace nomic::replay {
namespace {

using Page = std::map<std::uint32_t, RuleCopy>;

// The rules after a move, by the plainest reading of it. Fails where it cannot be made.
void make(const PastMove& move, Page& page) {
  if (move.swap) {
    RC_ASSERT(page.count(move.rule) == 1U && page.count(move.number) == 1U);
    std::swap(page[move.rule], page[move.number]);
    page[move.rule].number = move.rule;
    page[move.number].number = move.number;
    return;
  }
  RuleCopy copy;
  if (move.kind != PastMoveKind::ENACT) {
    RC_ASSERT(page.count(move.rule) == 1U);
    copy = page[move.rule];
    page.erase(move.rule);
  }
  if (move.kind == PastMoveKind::REPEAL) return;
  RC_ASSERT(page.count(move.number) == 0U);
  copy.number = move.number;
  if (move.kind == PastMoveKind::ENACT) copy.status = v1::MUTABLE;
  if (move.kind == PastMoveKind::TRANSMUTE) RC_ASSERT(copy.status != move.status);
  if (move.kind == PastMoveKind::AMEND) RC_ASSERT(copy.status == v1::MUTABLE);
  if (move.kind == PastMoveKind::TRANSMUTE) copy.status = move.status;
  if (!move.text.empty()) copy.text = move.text;
  if (move.title) copy.title = move.title;
  page[move.number] = copy;
}

std::vector<std::tuple<std::uint32_t, int, std::string, std::string>> as_read(const std::vector<RuleCopy>& rules) {
  std::vector<std::tuple<std::uint32_t, int, std::string, std::string>> all;
  for (const RuleCopy& one : rules) {
    all.emplace_back(one.number, one.status, one.title.value_or(""), reading_of(one.text));
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Statuses that moved with a heading, and came back, are not followed: they are those of the page in between.
void follow_headings(const Past& past, std::size_t at, const std::vector<RuleCopy>& posted,
                     std::vector<RuleCopy>& made) {
  for (const PastSlip& slip : past.slips) {
    if (slip.kind != PastSlipKind::STATUSES_MOVED || !slip.until || at < slip.version || at >= *slip.until) continue;
    for (const std::uint32_t number : slip.rules) {
      const auto is = [&](const RuleCopy& one) { return one.number == number; };
      const auto on_page = std::find_if(posted.begin(), posted.end(), is);
      const auto in_game = std::find_if(made.begin(), made.end(), is);
      RC_ASSERT(on_page != posted.end());
      RC_ASSERT(in_game != made.end());
      RC_ASSERT(in_game->status != on_page->status);
      in_game->status = on_page->status;
    }
  }
}

std::string random_text() {
  static const std::vector<std::string> WORDS = {"player", "turn", "vote", "tea", "points", "each", "all", "must"};
  std::string text = "The";
  const int length = *rc::gen::inRange(1, 14);
  for (int i = 0; i < length; ++i) text += ' ' + *rc::gen::elementOf(WORDS);
  return text + '.';
}

// Another version: rules gone, new, changed, renumbered among one another.
std::vector<RuleCopy> edited(std::vector<RuleCopy> rules) {
  std::vector<std::uint32_t> numbers;
  for (const RuleCopy& one : rules) numbers.push_back(one.number);
  const int edits = *rc::gen::inRange(0, 5);
  for (int i = 0; i < edits && !rules.empty(); ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, rules.size());
    switch (*rc::gen::inRange(0, 7)) {
      case 0:
        rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        rules.push_back(rule(*rc::gen::inRange(101U, 400U), random_text()));
        break;
      case 2:
        rules[at].text = random_text();
        break;
      case 3:
        rules[at].text += " " + random_text();
        break;
      case 4:
        rules[at].status = rules[at].status == v1::MUTABLE ? v1::IMMUTABLE : v1::MUTABLE;
        break;
      case 5:
        rules[at].title = *rc::gen::element<std::string>("", "Tea", "Turns");
        break;
      default:
        std::swap(rules[at].number, rules.front().number);
    }
  }
  // A number stands once.
  std::stable_sort(rules.begin(), rules.end(),
                   [](const RuleCopy& one, const RuleCopy& other) { return one.number < other.number; });
  rules.erase(std::unique(rules.begin(), rules.end(),
                          [](const RuleCopy& one, const RuleCopy& other) { return one.number == other.number; }),
              rules.end());
  return rules;
}

RC_GTEST_PROP(PastProperty, TheMovesMakeEachVersionOfTheOneBefore, ()) {
  std::vector<RuleCopy> rules;
  const int size = *rc::gen::inRange(1, 9);
  for (int i = 0; i < size; ++i) {
    rules.push_back(
        rule(101U + static_cast<std::uint32_t>(i), random_text(), *rc::gen::element(v1::MUTABLE, v1::IMMUTABLE)));
  }
  std::vector<PostedVersion> versions = {posted(rules)};
  for (int i = 0; i < 6; ++i) {
    rules = edited(rules);
    versions.push_back(posted(rules));
    versions.back().put_to_vote = *rc::gen::arbitrary<bool>();
    versions.back().housekeeping = *rc::gen::arbitrary<bool>();
    versions.back().one_proposal = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) versions.back().numbers = {*rc::gen::inRange(101U, 400U)};
  }
  const Past past = tell_past(versions, {});
  Page page;
  for (const RuleCopy& one : versions.front().rules) page[one.number] = one;
  std::size_t next = 0;
  for (std::size_t at = 1; at < versions.size(); ++at) {
    for (; next < past.moves.size() && past.moves[next].version == at; ++next) make(past.moves[next], page);
    std::vector<RuleCopy> made;
    for (const auto& [number, copy] : page) made.push_back(copy);
    follow_headings(past, at, versions[at].rules, made);
    RC_ASSERT(as_read(made) == as_read(versions[at].rules));
  }
  RC_ASSERT(next == past.moves.size());
  // A number is that of one proposal, and a proposal has one number.
  std::vector<std::uint32_t> proposals;
  std::map<std::size_t, std::uint32_t> groups;
  for (const PastMove& move : past.moves) {
    const auto [group, is_new] = groups.emplace(move.group, move.proposal);
    if (move.group != 0) RC_ASSERT(group->second == move.proposal);
    if (move.proposal != 0 && (move.group == 0 || is_new)) proposals.push_back(move.proposal);
  }
  // What no ledger takes: a number that another rule bore.
  std::set<std::uint32_t> borne;
  for (const RuleCopy& one : versions.front().rules) borne.insert(one.number);
  for (const PastMove& move : past.moves) {
    if (move.kind == PastMoveKind::ENACT) RC_ASSERT(borne.count(move.number) == 0U);
    borne.insert(move.number);
  }
  std::sort(proposals.begin(), proposals.end());
  RC_ASSERT(std::adjacent_find(proposals.begin(), proposals.end()) == proposals.end());
}

}  // namespace
}  // namespace nomic::replay
