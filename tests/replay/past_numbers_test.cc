// The past of a ruleset whose players number as they like, and of versions that are one proposal: by tables worked out
// by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <vector>

#include "nomic/replay/past.h"
#include "past/numbers.h"
#include "past_versions.h"

namespace nomic::replay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const RuleCopy OBEY = rule(101, "All players always abide by all the rules in effect.", v1::IMMUTABLE);
const RuleCopy ROUND_TABLE = rule(201, "Players alternate in clockwise order, each taking one whole turn.");
const RuleCopy BALLOT = rule(203, "A proposal is adopted by the votes of all eligible voters.");
const std::string TEA = "Whoever moves makes tea for everybody at the table.";
const std::string CAKE = "On Sundays somebody brings a cake that nobody has bought.";

PostedVersion unvoted(std::vector<RuleCopy> rules) {
  PostedVersion version = posted(std::move(rules));
  version.put_to_vote = false;
  return version;
}

PostedVersion merged(std::vector<RuleCopy> rules) {
  PostedVersion version = posted(std::move(rules));
  version.one_proposal = true;
  return version;
}

TEST(PastNumbers, ANumberThatAnotherRuleBoreIsGivenInTwoSteps) {
  const Past past = tell_past({posted({OBEY, ROUND_TABLE}), posted({OBEY, ROUND_TABLE, rule(301, TEA)}),
                               posted({OBEY, ROUND_TABLE}), posted({OBEY, ROUND_TABLE, rule(301, CAKE)})},
                              {});
  // 301 is the first one's proposal, so that of the second is not known.
  EXPECT_THAT(told(past), ElementsAre("enact 301 by 301", "repeal 301 by unknown", "enact 1000301 by unknown",
                                      "renumber 1000301=301 all along"));
  EXPECT_THAT(slips(past), ElementsAre("3 NUMBER_AGAIN 301 (1000301)"));
}

TEST(PastNumbers, AThirdRuleOfOneNumberIsToldApartFromBoth) {
  const RuleCopy third = rule(301, "Every guest is told the rules before they sit down to play.");
  const Past past =
      tell_past({posted({ROUND_TABLE}), posted({ROUND_TABLE, rule(301, TEA)}), posted({ROUND_TABLE}),
                 posted({ROUND_TABLE, rule(301, CAKE)}), posted({ROUND_TABLE}), posted({ROUND_TABLE, third})},
                {});
  EXPECT_THAT(told(past), ElementsAre("enact 301 by 301", "repeal 301 by unknown", "enact 1000301 by unknown",
                                      "renumber 1000301=301 all along", "repeal 301 by unknown",
                                      "enact 2000301 by unknown", "renumber 2000301=301 all along"));
}

// All that were given before were looked through for each.
TEST(PastNumbers, OneThatManyRulesBoreIsGivenInNoTime) {
  constexpr int MANY = 30'000;
  past::Numbers numbers;
  const std::clock_t began = std::clock();
  for (int i = 0; i < MANY; ++i) numbers.aside(301);
  EXPECT_LT(std::clock() - began, 2 * CLOCKS_PER_SEC);
}

TEST(PastNumbers, SoIsOneThatAnAmendmentGives) {
  const RuleCopy amended = rule(301, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past(
      {posted({OBEY, BALLOT}), posted({OBEY, BALLOT, rule(301, TEA)}), posted({OBEY, BALLOT}), posted({OBEY, amended})},
      {});
  EXPECT_THAT(told(past), ElementsAre("enact 301 by 301", "repeal 301 by unknown", "amend 203=1000301 by unknown",
                                      "renumber 1000301=301 all along"));
}

TEST(PastNumbers, WhatCameAndWentWithoutAVoteWasNoProposalAndLeavesItsNumber) {
  const RuleCopy amended = rule(301, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past({posted({OBEY, BALLOT}), unvoted({OBEY, BALLOT, rule(301, TEA)}), unvoted({OBEY, BALLOT}),
                               posted({OBEY, amended})},
                              {});
  EXPECT_THAT(told(past),
              ElementsAre("enact 301", "repeal 301", "amend 203=1000301 by 301", "renumber 1000301=301 all along"));
  EXPECT_THAT(slips(past), ElementsAre("1 NO_PROPOSAL 301 until 2", "3 NUMBER_AGAIN 301 (1000301)"));
}

TEST(PastNumbers, WhatStaysIsAProposalThoughNothingSaysSo) {
  const Past past = tell_past({posted({ROUND_TABLE}), unvoted({ROUND_TABLE, rule(301, TEA)}),
                               posted({ROUND_TABLE, rule(301, TEA + " And biscuits.")}), unvoted({ROUND_TABLE})},
                              {});
  EXPECT_THAT(told(past), ElementsAre("enact 301 by 301", "amend 301 by unknown", "repeal 301"));
  EXPECT_THAT(slips(past), ElementsAre("1 NO_PROPOSAL 301", "2 KEPT_NUMBER 301", "3 NO_PROPOSAL 301"));
}

TEST(PastNumbers, RulesThatMoveUpForANewOneHadNoWrongNumbers) {
  const Past past =
      tell_past({posted({rule(1, OBEY.text), rule(2, ROUND_TABLE.text), rule(3, BALLOT.text)}),
                 posted({rule(1, OBEY.text), rule(2, TEA), rule(3, ROUND_TABLE.text), rule(4, BALLOT.text)})},
                {});
  EXPECT_THAT(told(past),
              ElementsAre("renumber 3=4", "renumber 2=3", "enact 1000002 by unknown", "renumber 1000002=2 all along"));
  EXPECT_THAT(slips(past), ElementsAre("1 NUMBER_AGAIN 2 (1000002)"));
}

TEST(PastNumbers, ThreeThatChangePlacesSwapTwice) {
  const Past past = tell_past({posted({rule(201, TEA), rule(202, CAKE), rule(203, ROUND_TABLE.text)}),
                               posted({rule(202, TEA), rule(203, CAKE), rule(201, ROUND_TABLE.text)})},
                              {});
  EXPECT_THAT(told(past), ElementsAre("renumber 201=202 swap", "renumber 201=203 swap"));
  EXPECT_THAT(slips(past), IsEmpty());
}

TEST(PastProposals, AMergeWithOneNumberIsOneProposalWithSeveralChanges) {
  const Past past = tell_past(
      {posted({OBEY, ROUND_TABLE, BALLOT}), merged({OBEY, rule(301, TEA), rule(203, BALLOT.text + " Twice.")})}, {});
  EXPECT_THAT(told(past), ElementsAre("repeal 201 by 301 in 1", "amend 203 by 301 in 1", "enact 301 by 301 in 1"));
  EXPECT_THAT(past.asked, ElementsAre(1));
  // The same, posted as pages are: nobody knows.
  const Past pages = tell_past(
      {posted({OBEY, ROUND_TABLE, BALLOT}), posted({OBEY, rule(301, TEA), rule(203, BALLOT.text + " Twice.")})}, {});
  EXPECT_THAT(told(pages), ElementsAre("repeal 201 by unknown", "amend 203 by unknown", "enact 301 by 301"));
  EXPECT_THAT(pages.asked, ElementsAre(1));
}

TEST(PastProposals, WithTwoNumbersItIsTwo) {
  const Past past = tell_past({posted({ROUND_TABLE}), merged({ROUND_TABLE, rule(301, TEA), rule(302, CAKE)})}, {});
  EXPECT_THAT(told(past), ElementsAre("enact 301 by 301", "enact 302 by 302"));
  EXPECT_THAT(past.asked, IsEmpty());
}

// What one proposal gives the rules that it changes: its number, and the same with letters.
TEST(PastProposals, LettersAreOneProposalHoweverTheyCame) {
  const std::vector<RuleCopy> rules = {ROUND_TABLE, rule(301, TEA), rule(with_letters(301, 1), CAKE)};
  for (const PostedVersion& version : {merged(rules), posted(rules), unvoted(rules)}) {
    const Past past = tell_past({posted({ROUND_TABLE}), version}, {});
    EXPECT_THAT(told(past), ElementsAre("enact 301 by 301 in 1", "enact 301a by 301 in 1"));
    EXPECT_THAT(past.asked, IsEmpty());
  }
  const RuleCopy amended = rule(with_letters(301, 2), BALLOT.text + " Twice.");
  const Past past = tell_past(
      {posted({ROUND_TABLE, BALLOT}), posted({ROUND_TABLE, rule(301, TEA), amended, rule(302, OBEY.text)})}, {});
  EXPECT_THAT(told(past), ElementsAre("amend 203=301b by 301 in 1", "enact 301 by 301 in 1", "enact 302 by 302"));
}

TEST(PastProposals, LettersWithoutTheNumberAreProposalsOfTheirOwn) {
  const Past between =
      tell_past({posted({ROUND_TABLE, BALLOT}), merged({ROUND_TABLE, BALLOT, rule(with_letters(201, 1), TEA)})}, {});
  EXPECT_THAT(told(between), ElementsAre("enact 201a by 201a"));
  const Past two = tell_past(
      {posted({ROUND_TABLE}), merged({ROUND_TABLE, rule(with_letters(201, 1), TEA), rule(with_letters(201, 2), CAKE)})},
      {});
  EXPECT_THAT(told(two), ElementsAre("enact 201a by 201a", "enact 201b by 201b"));
}

TEST(PastProposals, WhatIsLeftOfOneThatWasNoneIsOneOfItsOwn) {
  const RuleCopy lettered = rule(with_letters(301, 1), CAKE);
  const Past past = tell_past(
      {posted({ROUND_TABLE}), unvoted({ROUND_TABLE, rule(301, TEA), lettered}), unvoted({ROUND_TABLE, lettered})}, {});
  EXPECT_THAT(told(past), ElementsAre("enact 301", "enact 301a by 301", "repeal 301"));
}

TEST(PastProposals, WhatIsNumberedInTwoStepsIsJoinedToo) {
  // 203 takes the number of 201, which goes.
  const RuleCopy amended = rule(201, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past({posted({OBEY, ROUND_TABLE, BALLOT}), merged({OBEY, amended, rule(301, TEA)})}, {});
  EXPECT_THAT(told(past), ElementsAre("repeal 201 by 301 in 1", "amend 203=1000201 by 301 in 1",
                                      "renumber 1000201=201 all along", "enact 301 by 301 in 1"));
}

TEST(PastProposals, OneRuleIsNotChangedTwiceByOne) {
  const RuleCopy changed = rule(301, "All players abide by most of the rules in effect, as they read them.");
  const Past past = tell_past({posted({OBEY, ROUND_TABLE}), merged({ROUND_TABLE, changed})}, {});
  EXPECT_THAT(told(past), ElementsAre("transmute 101=301 by 301", "amend 301 by unknown"));
  EXPECT_THAT(past.asked, ElementsAre(1));
}

TEST(PastReferences, OfAnotherGameAreNotStale) {
  const RuleCopy cites = rule(204, "As in [Chiark Nomic, rule 203](http://www.example.org/rules.html) it is.");
  const RuleCopy links = rule(205, "See [rule 203](https://example.org/rules/rule203.md) for all the rest of it.");
  const RuleCopy amended = rule(302, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past({posted({BALLOT, cites, links}), posted({amended, cites, links})}, {});
  EXPECT_THAT(slips(past), ElementsAre("1 STALE_REFERENCE 205 (203)"));
}

}  // namespace
}  // namespace nomic::replay
