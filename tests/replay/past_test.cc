// The past of a ruleset: which moves made one version of the other, by tables worked out by hand.
#include "nomic/replay/past.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "past_versions.h"

namespace nomic::replay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const RuleCopy PLAYERS = rule(101, "All players always abide by all the rules in effect.", v1::IMMUTABLE);
const RuleCopy VOTES = rule(203, "A proposal is adopted by the votes of all eligible voters.");
const RuleCopy TURNS = rule(201, "Players alternate in clockwise order, each taking one whole turn.");

TEST(Past, VersionsThatReadTheSameMakeNoMove) {
  const RuleCopy laid_out = rule(201, "Players alternate\nin *clockwise* order, each taking one whole turn.");
  const Past past = tell_past({posted({PLAYERS, TURNS}), posted({PLAYERS, laid_out})}, {});
  EXPECT_THAT(past.moves, IsEmpty());
  EXPECT_THAT(past.slips, IsEmpty());
  EXPECT_THAT(past.changes, IsEmpty());
  EXPECT_THAT(past.unchanged, ElementsAre(101, 201));
}

TEST(Past, ANewRuleIsEnactedByTheProposalOfItsNumber) {
  PostedVersion next = posted({PLAYERS, TURNS, rule(301, "Whoever moves makes tea for everybody.")}, 2'000);
  next.written = 1'500;
  const Past past = tell_past({posted({PLAYERS, TURNS}), next}, {});
  EXPECT_THAT(told(past), ElementsAre("enact 301 by 301"));
  EXPECT_EQ(past.moves[0].since, 1'500);
  EXPECT_EQ(past.moves[0].text, "Whoever moves makes tea for everybody.");
  EXPECT_THAT(slips(past), IsEmpty());
}

TEST(Past, AnAmendedRuleBearsTheNumberOfItsProposal) {
  const RuleCopy amended = rule(302, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past({posted({PLAYERS, VOTES}), posted({PLAYERS, amended})}, {});
  EXPECT_THAT(told(past), ElementsAre("amend 203=302 by 302"));
  EXPECT_THAT(slips(past), IsEmpty());
  EXPECT_THAT(past.unchanged, ElementsAre(101));
}

TEST(Past, OneThatKeepsItsNumberIsASlipAndItsProposalIsNotKnown) {
  const RuleCopy amended = rule(203, "A proposal is adopted by the votes of most eligible voters.");
  const std::vector<PostedVersion> versions = {posted({PLAYERS, VOTES}), posted({PLAYERS, amended})};
  EXPECT_THAT(told(tell_past(versions, {})), ElementsAre("amend 203 by unknown"));
  EXPECT_THAT(slips(tell_past(versions, {})), ElementsAre("1 KEPT_NUMBER 203"));
  EXPECT_THAT(slips(tell_past(versions, {.changed_rules_renumbered = false})), IsEmpty());
}

TEST(Past, WhatTheVersionNamesIsTheNumberOfTheProposal) {
  PostedVersion next = posted({PLAYERS, rule(203, "A proposal is adopted by the votes of most eligible voters.")});
  next.numbers = {340};
  const Past past = tell_past({posted({PLAYERS, VOTES}), next}, {});
  EXPECT_THAT(told(past), ElementsAre("amend 203 by 340"));
  EXPECT_THAT(slips(past), ElementsAre("1 KEPT_NUMBER 203 (340)"));
}

TEST(Past, WordsThatWerePutToNoVoteAreCorrected) {
  const RuleCopy mended = rule(203, "A proposal is adopted by the votes of all the eligible voters.");
  PostedVersion next = posted({PLAYERS, mended});
  next.put_to_vote = false;
  EXPECT_THAT(told(tell_past({posted({PLAYERS, VOTES}), next}, {})), ElementsAre("reword 203"));
  EXPECT_THAT(slips(tell_past({posted({PLAYERS, VOTES}), next}, {})), ElementsAre("1 NO_PROPOSAL 203"));
  next.put_to_vote = true;
  next.housekeeping = true;
  EXPECT_THAT(told(tell_past({posted({PLAYERS, VOTES}), next}, {})), ElementsAre("reword 203"));
}

TEST(Past, ImmutableWordsAreNotAmended) {
  const RuleCopy changed = rule(101, "All players always abide by most of the rules in effect.", v1::IMMUTABLE);
  const Past past = tell_past({posted({PLAYERS, TURNS}), posted({changed, TURNS})}, {});
  EXPECT_THAT(told(past), ElementsAre("reword 101"));
  EXPECT_THAT(slips(past), ElementsAre("1 IMMUTABLE_CHANGED 101"));
}

TEST(Past, NumbersThatChangePlacesAreRenumberings) {
  const Past past = tell_past({posted({rule(201, VOTES.text), rule(203, TURNS.text)}), posted({TURNS, VOTES})}, {});
  EXPECT_THAT(told(past), ElementsAre("renumber 201=203 swap"));
}

TEST(Past, AWrongNumberIsToldSinceWhenItStoodThere) {
  const RuleCopy tea = rule(303, "Whoever moves makes tea for everybody.");
  const Past past = tell_past(
      {posted({PLAYERS, TURNS}), posted({PLAYERS, TURNS, tea}), posted({PLAYERS, TURNS, rule(304, tea.text)})}, {});
  EXPECT_THAT(told(past), ElementsAre("enact 303 by 303", "renumber 303=304"));
  EXPECT_THAT(slips(past), ElementsAre("1 WRONG_NUMBER 303 (304) until 2"));
}

TEST(Past, ANumberThatWasKeptIsMendedWhereItIsGiven) {
  const RuleCopy amended = rule(203, "A proposal is adopted by the votes of most eligible voters.");
  const Past past =
      tell_past({posted({PLAYERS, VOTES}), posted({PLAYERS, amended}), posted({PLAYERS, rule(306, amended.text)})}, {});
  EXPECT_THAT(slips(past), ElementsAre("1 KEPT_NUMBER 203 (306) until 2"));
}

TEST(Past, ATransmutationTakesTheNumberToo) {
  const RuleCopy mutable_now = rule(309, PLAYERS.text);
  const Past past = tell_past({posted({PLAYERS, TURNS}), posted({TURNS, mutable_now})}, {});
  EXPECT_THAT(told(past), ElementsAre("transmute 101=309 by 309"));
}

TEST(Past, SeveralStatusesAtOnceAreHeadingsThatMoved) {
  const RuleCopy turns = rule(201, TURNS.text, v1::IMMUTABLE);
  const RuleCopy votes = rule(203, VOTES.text, v1::IMMUTABLE);
  const Past past = tell_past(
      {posted({PLAYERS, TURNS, VOTES}), posted({PLAYERS, turns, votes}), posted({PLAYERS, TURNS, VOTES})}, {});
  EXPECT_THAT(told(past), IsEmpty());
  EXPECT_THAT(slips(past), ElementsAre("1 STATUSES_MOVED 201 203 until 2"));
  const Past stays = tell_past({posted({PLAYERS, TURNS, VOTES}), posted({PLAYERS, turns, votes})}, {});
  EXPECT_THAT(told(stays), ElementsAre("transmute 201", "transmute 203"));
  EXPECT_THAT(slips(stays), ElementsAre("1 STATUSES_MOVED 201 203"));
}

TEST(Past, ARuleThatIsNamedAndStandsBesideTheNewOneIsSuperseded) {
  PostedVersion next = posted({PLAYERS, VOTES, rule(308, "Two thirds of those who vote are enough for anything.")});
  next.numbers = {203};
  const Past past = tell_past({posted({PLAYERS, VOTES}), next, posted({PLAYERS, next.rules[2]})}, {});
  EXPECT_THAT(told(past), ElementsAre("enact 308 by 308", "repeal 203"));
  EXPECT_THAT(slips(past), ElementsAre("1 SUPERSEDED 203 (308) until 2"));
}

TEST(Past, ARepealHasTheNumberThatIsNamed) {
  PostedVersion next = posted({PLAYERS, VOTES});
  next.numbers = {301};
  EXPECT_THAT(told(tell_past({posted({PLAYERS, TURNS, VOTES}), next}, {})), ElementsAre("repeal 201 by 301"));
}

TEST(Past, TitlesAreGivenWithoutAnAmendment) {
  RuleCopy titled = TURNS;
  titled.title = "Turns";
  EXPECT_THAT(told(tell_past({posted({PLAYERS, TURNS}), posted({PLAYERS, titled})}, {})), ElementsAre("retitle 201"));
}

TEST(Past, ANumberOverTwoTextsIsTakenOnce) {
  const RuleCopy other = rule(203, "Whoever moves makes tea for everybody.");
  const Past past = tell_past({posted({PLAYERS, VOTES}), posted({PLAYERS, other, VOTES})}, {});
  EXPECT_THAT(told(past), IsEmpty());
  EXPECT_THAT(slips(past), ElementsAre("1 NUMBER_TWICE 203"));
}

TEST(Past, WordsThatComeBackAreSaid) {
  const RuleCopy other = rule(203, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past({posted({PLAYERS, VOTES}), posted({PLAYERS, other}), posted({PLAYERS, VOTES})}, {});
  EXPECT_THAT(slips(past), ElementsAre("1 KEPT_NUMBER 203", "2 KEPT_NUMBER 203", "2 WENT_BACK 203"));
}

TEST(Past, ReferencesGoStaleAndAreMended) {
  const RuleCopy refers = rule(204, "Who breaks rule 203 pays a fine of ten points to the others.");
  const RuleCopy mended = rule(310, "Who breaks rule 302 pays a fine of ten points to the others.");
  const RuleCopy amended = rule(302, "A proposal is adopted by the votes of most eligible voters.");
  const Past past = tell_past({posted({VOTES, refers}), posted({amended, refers}), posted({amended, mended})}, {});
  EXPECT_THAT(slips(past), ElementsAre("1 STALE_REFERENCE 204 (203) until 2"));
}

TEST(Past, PointsThatAreMendedWithoutARuleChangeDidNotAddUp) {
  std::vector<PostedVersion> versions = {posted({PLAYERS, TURNS}), posted({PLAYERS, TURNS, VOTES}),
                                         posted({PLAYERS, TURNS, VOTES})};
  versions[0].scores = versions[1].scores = {{"Ann", 3'000}, {"Bob", 2'000}};
  versions[2].scores = {{"Ann", 4'000}, {"Bob", 2'000}};
  versions[2].put_to_vote = false;
  EXPECT_THAT(slips(tell_past(versions, {})), ElementsAre("1 SCORE until 2"));
  versions[2].put_to_vote = true;
  EXPECT_THAT(slips(tell_past(versions, {})), IsEmpty());
}

}  // namespace
}  // namespace nomic::replay
