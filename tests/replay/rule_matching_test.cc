// Which rule of one set is which of another: tables worked out by hand, and sets permuted at random.
#include "nomic/replay/rule_matching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <vector>

namespace nomic::replay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RuleCopy copy_of(std::uint32_t number, std::string text) {
  RuleCopy copy;
  copy.number = number;
  copy.status = v1::MUTABLE;
  copy.text = std::move(text);
  return copy;
}

RuleCopy titled_copy(std::uint32_t number, std::string title, std::string text) {
  RuleCopy copy = copy_of(number, std::move(text));
  copy.title = std::move(title);
  return copy;
}

const char* how(MatchedBy by) {
  switch (by) {
    case MatchedBy::SAME_WORDS:
      return "words";
    case MatchedBy::ALIKE:
      return "alike";
    case MatchedBy::ALIKE_ALONE:
      return "alone";
    case MatchedBy::SAME_TITLE:
      return "title";
    case MatchedBy::SAME_NUMBER:
      return "number";
    case MatchedBy::FORMER_NUMBER:
      return "former";
    case MatchedBy::NOTHING:
      return "nothing";
  }
  return "";
}

// "303=304 words", "303= nothing", "=305 nothing"
std::vector<std::string> matched(const std::vector<RuleCopy>& one, const std::vector<RuleCopy>& other) {
  std::vector<std::string> all;
  for (const RuleMatch& match : match_rules(one, other)) {
    std::string& out = all.emplace_back(match.one ? std::to_string(one[*match.one].number) : "");
    out += '=';
    if (match.other) out += std::to_string(other[*match.other].number);
    out += ' ';
    out += how(match.by);
  }
  return all;
}

TEST(Matching, TakesTheTextBeforeTheNumber) {
  const std::vector<RuleCopy> page = {copy_of(303, "A player may pass."), copy_of(305, "Ten points win the game.")};
  const std::vector<RuleCopy> game = {copy_of(303, "The vote lasts seven days."), copy_of(304, "A player\nmay *pass*."),
                                      copy_of(305, "Ten points win the game.")};
  EXPECT_THAT(matched(page, game), ElementsAre("303=304 words", "305=305 words", "=303 nothing"));
  const std::vector<RuleMatch> matches = match_rules(page, game);
  EXPECT_THAT(matches[0].differences, ElementsAre(DifferenceKind::LAYOUT, DifferenceKind::NUMBER));
  EXPECT_EQ(matches[0].alike, 1000U);
  EXPECT_THAT(matches[1].differences, IsEmpty());
  EXPECT_TRUE(matches[2].differs(DifferenceKind::MISSING));
}

TEST(Matching, OfOneTextTakesTheNumberThenTheTitleThenTheOrder) {
  const std::string text = "This rule is void.";
  EXPECT_THAT(matched({copy_of(301, text), copy_of(302, text), copy_of(309, text)},
                      {copy_of(305, text), copy_of(302, text), copy_of(306, text), copy_of(307, text)}),
              ElementsAre("301=305 words", "302=302 words", "309=306 words", "=307 nothing"));
  EXPECT_THAT(matched({titled_copy(301, "Alpha", text), titled_copy(302, "Beta", text)},
                      {titled_copy(303, "BETA", text), titled_copy(304, "Alpha", text)}),
              ElementsAre("301=304 words", "302=303 words"));
}

// Of {a..e} and {a..d, x}: 4 of 6 words are common, 0.666; of {a..e} and {a, b, c, x, y}: 3 of 7, 0.428.
TEST(Matching, TakesTheLikestFirst) {
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve")}, {copy_of(302, "ann bob cleo dan zoe")}),
              ElementsAre("301=302 alike"));
  // 0.60 goes to the likest, though another has the number.
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve fay")},
                      {copy_of(301, "ann bob cleo dan xyz"), copy_of(302, "ann bob cleo dan eve guy")}),
              ElementsAre("301=302 alike", "=301 nothing"));
  // What the likest left over is taken by the next.
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve"), copy_of(302, "ann bob cleo dan eve fay")},
                      {copy_of(303, "ann bob cleo dan eve fay gus")}),
              ElementsAre("301= nothing", "302=303 alike"));
}

TEST(Matching, TakesWhatIsLessAlikeOnlyIfNothingElseIsNear) {
  // 3 of 7 words: 0.428, and nothing else is like either.
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve")}, {copy_of(302, "ann bob cleo hal ivy")}),
              ElementsAre("301=302 alone"));
  // The runner-up has 2 of 8: 0.25, more than half of 0.428.
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve")},
                      {copy_of(302, "ann bob cleo hal ivy"), copy_of(303, "dan eve jim kay leo")}),
              ElementsAre("301= nothing", "=302 nothing", "=303 nothing"));
  // So it is if the runner-up has a partner already.
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve"), copy_of(304, "dan eve jim kay leo")},
                      {copy_of(302, "ann bob cleo hal ivy"), copy_of(303, "dan eve jim kay leo")}),
              ElementsAre("301= nothing", "304=303 words", "=302 nothing"));
  // 2 of 8: too little.
  EXPECT_THAT(matched({copy_of(301, "ann bob cleo dan eve")}, {copy_of(302, "ann bob hal ivy jim")}),
              ElementsAre("301= nothing", "=302 nothing"));
}

TEST(Matching, FallsBackOnTitlesAndNumbers) {
  EXPECT_THAT(matched({titled_copy(301, "Turns", "one two three"), titled_copy(302, "Votes", "four five six")},
                      {titled_copy(302, "turns", "seven eight nine"), titled_copy(301, "Points", "ten eleven twelve")}),
              ElementsAre("301=302 title", "302= nothing", "=301 nothing"));
  // A title that two rules have tells nothing.
  EXPECT_THAT(matched({titled_copy(301, "Turns", "one two three"), titled_copy(302, "Turns", "four five six")},
                      {titled_copy(302, "Turns", "seven eight nine")}),
              ElementsAre("301= nothing", "302=302 number"));
  RuleCopy renumbered = copy_of(307, "seven eight nine");
  renumbered.former_numbers = {206, 301};
  EXPECT_THAT(matched({copy_of(206, "one two three")}, {renumbered}), ElementsAre("206=307 former"));
  EXPECT_THAT(matched({renumbered}, {copy_of(301, "one two three")}), ElementsAre("307=301 former"));
}

TEST(Matching, KeepsANumberThatStandsTwice) {
  EXPECT_THAT(matched({copy_of(201, "They may not pass."), copy_of(201, "They take turns, one by one.")},
                      {copy_of(201, "They take turns, one by one.")}),
              ElementsAre("201= nothing", "201=201 words"));
  EXPECT_THAT(matched({}, {copy_of(201, "They may pass.")}), ElementsAre("=201 nothing"));
  EXPECT_THAT(matched({}, {}), IsEmpty());
}

TEST(Differences, AreOfKinds) {
  RuleCopy one = titled_copy(301, "Turns", "They take turns.");
  RuleCopy other = one;
  EXPECT_THAT(differences_of(one, other), IsEmpty());
  other.text = "They `take` turns.";
  other.title = "*Turns*";
  EXPECT_THAT(differences_of(one, other), ElementsAre(DifferenceKind::LAYOUT));
  other.text = "They take Turns.";
  other.title = "turns";
  other.status = v1::IMMUTABLE;
  other.number = 302;
  EXPECT_THAT(differences_of(one, other), ElementsAre(DifferenceKind::WORDS, DifferenceKind::TITLE,
                                                      DifferenceKind::STATUS, DifferenceKind::NUMBER));
  // What is not told is not compared.
  EXPECT_THAT(differences_of(one, RuleCopy()), IsEmpty());
  EXPECT_THAT(differences_of(RuleCopy(), other), IsEmpty());
}

// Rules whose words are their own, in any order and under any numbers, are found again.
RC_GTEST_PROP(MatchingProperty, PermutedNumbersAreRenumberings, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  std::vector<RuleCopy> one;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = "The players of it";
    for (std::size_t k = 0; k < 8; ++k) {
      text += " word";
      // No digits: figures have no value here.
      for (std::size_t n = i * 8 + k + 1; n > 0; n /= 26) text += static_cast<char>('a' + n % 26);
    }
    one.push_back(copy_of(static_cast<std::uint32_t>(301 + i), text));
  }
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  std::vector<std::size_t> numbers = places;
  for (std::size_t i = count; i > 1; --i) {
    std::swap(places[i - 1], places[*rc::gen::inRange<std::size_t>(0, i)]);
    std::swap(numbers[i - 1], numbers[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  std::vector<RuleCopy> other(count);
  for (std::size_t i = 0; i < count; ++i) {
    other[places[i]] = one[i];
    other[places[i]].number = static_cast<std::uint32_t>(301 + numbers[i]);
    // Half of them lose a word.
    if (*rc::gen::inRange(0, 2) == 0) other[places[i]].text.erase(0, 4);
  }
  const std::vector<RuleMatch> matches = match_rules(one, other);
  RC_ASSERT(matches.size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    RC_ASSERT(matches[i].one == i);
    RC_ASSERT(matches[i].other == places[i]);
  }
}

// Whatever the texts, every rule is in one match, and the answer is the same again.
RC_GTEST_PROP(MatchingProperty, HasEveryRuleOnce, ()) {
  static const std::vector<std::string> WORDS = {"ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"};
  const auto side = [] {
    std::vector<RuleCopy> rules;
    for (auto i = *rc::gen::inRange<std::size_t>(0, 8); i > 0; --i) {
      std::string text;
      for (auto k = *rc::gen::inRange(0, 7); k > 0; --k) text += WORDS[*rc::gen::inRange<std::size_t>(0, 8)] + ' ';
      rules.push_back(titled_copy(*rc::gen::inRange(1U, 7U), WORDS[*rc::gen::inRange<std::size_t>(0, 8)], text));
    }
    return rules;
  };
  const std::vector<RuleCopy> one = side();
  const std::vector<RuleCopy> other = side();
  std::vector<int> ones(one.size(), 0);
  std::vector<int> others(other.size(), 0);
  for (const RuleMatch& match : match_rules(one, other)) {
    RC_ASSERT(match.one || match.other);
    if (match.one) ++ones[*match.one];
    if (match.other) ++others[*match.other];
    RC_ASSERT(match.differs(DifferenceKind::MISSING) == !(match.one && match.other));
  }
  RC_ASSERT(ones == std::vector<int>(one.size(), 1));
  RC_ASSERT(others == std::vector<int>(other.size(), 1));
  RC_ASSERT(matched(one, other) == matched(one, other));
  for (const RuleMatch& match : match_rules(one, one)) {
    RC_ASSERT(match.one == match.other);
    RC_ASSERT(match.differences.empty());
  }
}

TEST(Matching, OfManyRulesTakesNoLongTime) {
  // 20,000 rules with words that all have, and one that none has.
  constexpr std::uint32_t MANY = 20'000;
  std::vector<RuleCopy> one;
  std::vector<RuleCopy> other;
  for (std::uint32_t i = 0; i < MANY; ++i) {
    std::string own;
    for (std::uint32_t n = i + 1; n > 0; n /= 26) own += static_cast<char>('a' + n % 26);
    one.push_back(copy_of(i + 1, "the players of the game vote " + own + "one"));
    other.push_back(copy_of(MANY - i, "the players of the game vote " + own + "other"));
  }
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(match_rules(one, other).size(), MANY) << "by their numbers, since nothing tells the texts apart";
  for (RuleCopy& copy : other) copy.text = "the same for all of them";
  EXPECT_EQ(match_rules(other, other).size(), MANY);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30));
}

}  // namespace
}  // namespace nomic::replay
