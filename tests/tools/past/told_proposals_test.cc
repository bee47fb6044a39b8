// The table of proposals: what it may say, and what becomes of the moves that it tells of.
#include "nomic/past/told_proposals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "../../replay/past_versions.h"
#include "histories.h"
#include "nomic/past/play_of_past.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string TOLD_TURNS = "Players alternate in clockwise order, each taking one whole turn.";
const std::string TOLD_VOTES = "A proposal is adopted by the votes of all eligible voters.";
const std::string TOLD_MAJORITY = "A proposal is adopted by the votes of most eligible voters.";
const std::string TOLD_TEA = "Whoever moves makes tea for everybody at the table.";

// A table as it is typed, a row a line, read.
PastResult<std::vector<ToldProposal>> table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<TableRow> all;
  for (const auto& cells : rows) all.push_back({all.size() + 1, cells});
  return read_told_proposals(all, "proposals.csv");
}

std::string refused_table(const std::vector<std::vector<std::string>>& rows) {
  const auto read = table(rows);
  return read ? "" : read.error().what;
}

// The moves once the table is applied, or why it cannot be.
std::vector<std::string> applied(const Told& told, const std::vector<std::vector<std::string>>& rows) {
  const auto read = table(rows);
  EXPECT_TRUE(read);
  replay::Past past = told.past();
  const auto of_moves = apply(*read, told.history, past);
  if (!of_moves) return {of_moves.error().what};
  EXPECT_EQ(of_moves->size(), past.moves.size());
  std::vector<std::string> all = replay::told(past);
  for (const std::string& slip : replay::slips(past)) all.push_back(slip);
  return all;
}

const std::vector<std::string> NAMED = {"number", "commit", "rule"};

TEST(ToldProposals, ColumnsStandInAnyOrderAndMayBeLeftOut) {
  const auto read =
      table({{"rule", "number", "for", "proposed"}, {"203", "304", "3", "2015-08-28T10:00Z"}, {"", "305"}});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].line, 2U);
  EXPECT_EQ((*read)[0].number, 304U);
  EXPECT_EQ((*read)[0].rule, 203U);
  EXPECT_EQ((*read)[0].votes_for, 3U);
  EXPECT_EQ((*read)[0].votes_against, std::nullopt);
  EXPECT_EQ((*read)[0].proposed, 1'440'756'000'000'000);
  EXPECT_EQ((*read)[1].number, 305U);
}

// Of rules and proposals; votes have none.
TEST(ToldProposals, NumbersMayHaveLetters) {
  const auto read = table({{"rule", "number"}, {"203a", "304b"}});
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].rule, 3'000'203'001U);
  EXPECT_EQ((*read)[0].number, 3'000'304'002U);
  EXPECT_THAT(refused_table({{"number", "for"}, {"304", "3a"}}), HasSubstr("\"3a\" is no number"));
  EXPECT_THAT(refused_table({{"number"}, {"3000340001"}}), HasSubstr("is no number"));
}

TEST(ToldProposals, RowsThatSayTooLittleOrTooMuchAreNamed) {
  EXPECT_THAT(refused_table({{"numbr"}}), HasSubstr("line 1 of \"proposals.csv\": \"numbr\" heads no column"));
  EXPECT_THAT(refused_table({{"number", "number"}}), HasSubstr("heads no column"));
  EXPECT_THAT(refused_table({NAMED, {"304", "", "", "Ann"}}),
              HasSubstr("line 2 of \"proposals.csv\": it has 4 columns"));
  EXPECT_THAT(refused_table({NAMED, {"30-x"}}), HasSubstr("\"30-x\" is no number"));
  EXPECT_THAT(refused_table({NAMED, {"", "", "203"}}), HasSubstr("names no proposal and no commit"));
  EXPECT_THAT(refused_table({{"number", "proposed"}, {"304", "in May"}}), HasSubstr("\"in May\" is no time"));
  EXPECT_THAT(refused_table({{"number", "outcome"}, {"304", "won"}}), HasSubstr("\"won\" is no outcome"));
  EXPECT_THAT(refused_table({{"number", "voted"}, {"304", "2015-08-28T10:00Z"}}), HasSubstr("leave voted empty"));
  EXPECT_THAT(refused_table({{"number", "text"}, {"304", "Tea."}}), HasSubstr("leave change and text empty"));
}

TEST(ToldProposals, OfADefeatedOneTheRowSaysWhatThePageDoesNot) {
  const std::vector<std::string> heading = {"number", "rule", "proponent", "outcome", "proposed", "voted", "change"};
  const std::string at = "2015-08-28T10:00Z";
  EXPECT_THAT(refused_table({heading, {"304", "", "", "defeated", at}}), HasSubstr("has a proponent"));
  EXPECT_THAT(refused_table({heading, {"304", "", "Bob", "defeated"}}), HasSubstr("has a date"));
  EXPECT_THAT(refused_table({heading, {"304", "", "Bob", "defeated", at, "2015-08-27T10:00Z"}}),
              HasSubstr("voted on before it was proposed"));
  EXPECT_THAT(refused_table({heading, {"304", "", "Bob", "defeated", at, at, "repeal"}}),
              HasSubstr("to repeal names a rule"));
  EXPECT_THAT(refused_table({heading, {"304", "203", "Bob", "defeated", at, at, "nothing"}}),
              HasSubstr("to nothing names none"));
  EXPECT_THAT(refused_table({heading, {"304", "203", "Bob", "defeated", at, at, "mend"}}), HasSubstr("is no change"));
  const auto read = table({heading, {"304", "203", "Bob", "defeated", "", at}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->front().change, "amend");
  EXPECT_EQ(read->front().proposed, read->front().voted);
}

TEST(ToldProposals, ARowGivesANumberToWhatItFits) {
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY)});
  EXPECT_THAT(applied(told, {NAMED, {"304", "a1"}}), ElementsAre("amend 203 by 304", "1 KEPT_NUMBER 203 (304)"));
  EXPECT_THAT(applied(told, {NAMED, {"304", "a1", "203"}}), ElementsAre("amend 203 by 304", "1 KEPT_NUMBER 203 (304)"));
  EXPECT_THAT(applied(told, {NAMED, {"304", "b7"}}),
              ElementsAre(HasSubstr("line 2 of the table of proposals fits none")));
  EXPECT_THAT(applied(told, {NAMED, {"304", "a1", "201"}}), ElementsAre(HasSubstr("fits none")));
  EXPECT_THAT(applied(told, {NAMED, {"304", "a1"}, {"305", "a1"}}), ElementsAre(HasSubstr("line 3")));
}

TEST(ToldProposals, RowsPartWhatWasToldAsOne) {
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(203, TOLD_MAJORITY), rule_of(301, TOLD_TEA)});
  EXPECT_THAT(applied(told, {NAMED}),
              ElementsAre("repeal 201 by 301 in 1", "amend 203 by 301 in 1", "enact 301 by 301 in 1"));
  EXPECT_THAT(applied(told, {NAMED, {"302", "a1", "203"}, {"", "a1", "201"}}),
              ElementsAre("repeal 201 by unknown", "amend 203 by 302", "enact 301 by 301 in 1"));
  // One number: one proposal.
  EXPECT_THAT(applied(told, {NAMED, {"302", "a1", "203"}, {"302", "a1", "201"}}),
              ElementsAre("repeal 201 by 302 in 2", "amend 203 by 302 in 2", "enact 301 by 301 in 1"));
}

TEST(ToldProposals, WhatARowNamesIsAProposalWhateverItsCommitSays) {
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY)}, false);
  EXPECT_THAT(applied(told, {NAMED}), ElementsAre("reword 203", "1 NO_PROPOSAL 203"));
  EXPECT_THAT(applied(told, {NAMED, {"304", "a1", "203"}}), ElementsAre("amend 203 by 304", "1 NO_PROPOSAL 203"));
}

TEST(ToldProposals, OneNumberOverSeveralCommitsWasAdoptedWithTheFirst) {
  // Its rule gets its number two commits later, and a rule that it makes is posted there, too.
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY)});
  told.then({rule_of(201, TOLD_TURNS + " Slowly."), rule_of(203, TOLD_MAJORITY)}, false);
  told.then({rule_of(201, TOLD_TURNS + " Slowly."), rule_of(305, TOLD_MAJORITY), rule_of(306, TOLD_TEA)}, false);
  EXPECT_THAT(
      applied(told, {NAMED, {"305", "a1", "203"}, {"305", "a3", "203"}, {"305", "a3", "306"}}),
      ElementsAre("amend 203=305 by 305 in 1", "enact 306 by 305 in 1", "reword 201", "1 KEPT_NUMBER 203 (305) until 3",
                  "1 POSTED_IN_PARTS 203 306 (305) until 3", "2 NO_PROPOSAL 201", "3 NO_PROPOSAL 306"));
}

TEST(ToldProposals, ANumberPutRightIsThatOfItsProposalFromTheFirst) {
  // As it is put right, and in between, the rule's words are corrected: those stay corrections, under the number.
  const std::string named = "Whoever cites rule 303 makes tea for everybody at the table, twice on Sundays.";
  const std::string again = "Whoever cites rule 304 makes tea for everybody at the table, twice on Sundays.";
  Told told({rule_of(201, TOLD_TURNS)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(303, named)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(303, named + " Or not.")}, false);
  told.then({rule_of(201, TOLD_TURNS), rule_of(304, again + " Or not.")}, false);
  told.history.versions.back().housekeeping = true;
  EXPECT_THAT(applied(told, {NAMED, {"304", "a1", "303"}, {"304", "a3", "303"}}),
              ElementsAre("enact 304 by 304", "reword 304", "reword 304", "1 WRONG_NUMBER 303 (304) until 3",
                          "1 POSTED_IN_PARTS 303 (304) until 3", "2 NO_PROPOSAL 303"));
}

TEST(ToldProposals, ARuleIsNamedByTheNumberThatIsPosted) {
  // 301 is another rule by then, so the ledger is given 1000301 first.
  Told told({rule_of(201, TOLD_TURNS)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(301, TOLD_TEA)}).then({rule_of(201, TOLD_TURNS)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(301, TOLD_VOTES)});
  EXPECT_THAT(applied(told, {NAMED, {"302", "a3", "301"}}),
              ElementsAre("enact 301 by 301", "repeal 301 by unknown", "enact 1000301 by 302",
                          "renumber 1000301=301 all along", "3 NUMBER_AGAIN 301 (1000301)"));
}

TEST(ToldProposals, NotWhereSomethingBetweenChangesTheSame) {
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY + " At once.")}, false);
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY + " At once, or later.")});
  EXPECT_THAT(applied(told, {NAMED, {"305", "a1", "203"}, {"305", "a3", "203"}}),
              ElementsAre(HasSubstr("a2 changes rule 203 before a3 does")));
}

TEST(ToldProposals, WhileANumberIsPromisedNoOtherProposalGivesIt) {
  // 302 makes rule 301, under a wrong number, while 301 is open. 302 was merged first.
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES), rule_of(301, TOLD_TEA)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY), rule_of(301, TOLD_TEA)});
  told.history.versions[1].written = told.history.versions[2].written = 1'000'000'000;
  const auto rows = table({NAMED, {"302", "a1", "301"}, {"301", "a2", "203"}});
  ASSERT_TRUE(rows);
  replay::Past past = told.past();
  ASSERT_TRUE(apply(*rows, told.history, past));
  EXPECT_THAT(replay::told(past), ElementsAre("enact 301 by 302", "amend 203 by 301"));
  EXPECT_EQ(past.moves[0].since, 1'000'000'000);
  EXPECT_EQ(past.moves[1].since, 2'000'000'000);
}

// Each was compared with all others.
TEST(ToldProposals, ThatAreManyAreAppliedInNoTime) {
  constexpr std::uint32_t MANY = 20'000;
  const Told told({rule_of(201, TOLD_TURNS)});
  replay::Past past;
  for (std::uint32_t i = 0; i < MANY; ++i) {
    replay::PastMove& move = past.moves.emplace_back();
    move.kind = replay::PastMoveKind::AMEND;
    move.proposed = true;
    move.proposal = 1'000 + i;
  }
  const std::clock_t began = std::clock();
  ASSERT_TRUE(apply({}, told.history, past));
  EXPECT_LT(std::clock() - began, 2 * CLOCKS_PER_SEC);
}

TEST(ToldProposals, NoTwoProposalsHaveOneNumber) {
  Told told({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_VOTES), rule_of(301, TOLD_TEA)});
  told.then({rule_of(201, TOLD_TURNS), rule_of(203, TOLD_MAJORITY), rule_of(301, TOLD_TEA)});
  EXPECT_THAT(applied(told, {NAMED, {"301", "a2", "203"}}), ElementsAre(HasSubstr("which makes rule 301 in a1")));
}

}  // namespace
}  // namespace nomic::tools
