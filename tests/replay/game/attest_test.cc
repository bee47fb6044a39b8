// Outcomes declared by a player (L39, L40): what they settle, and what is only shown beside a derived one.

#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;

// Ann's proposal 301 is open to votes.
struct Voting : Table {
  explicit Voting(v1::Mode mode = v1::TABLE) : Table({"Ann", "Bob", "Cyd"}, "1990", mode) {
    ok("Ann", enact("Cake is served at noon."));
    ok("Ann", call());
  }
};

TEST(Attested, AnOpenVoteIsSettledByIt) {
  Voting t;
  const auto done = t.ok("Bob", attest(301, true));
  ASSERT_GE(done.size(), 2U);
  EXPECT_EQ(done[0].kind_case(), v1::Consequence::kOutcomeAttested);
  EXPECT_EQ(done[0].outcome_attested().player(), "Bob");
  EXPECT_TRUE(done[0].outcome_attested().adopted());
  EXPECT_EQ(done[0].rule().number(), 203U);
  EXPECT_EQ(done[0].outcome_attested().differs(), v1::Consequence::OutcomeAttested::AGREES);
  EXPECT_EQ(done[1].kind_case(), v1::Consequence::kProposalAdopted);
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  // The turn goes on.
  t.ok("Ann", roll(4));
  EXPECT_EQ(t.points("Ann"), 4);
  expect_derived_alike(t);
}

TEST(Attested, ADefeatCostsWhatADefeatCosts) {
  Voting t;
  const auto done = t.ok("Ann", attest(301, false, 0, 3));
  EXPECT_TRUE(has(done, v1::Consequence::kProposalDefeated));
  EXPECT_EQ(t.rule(301), nullptr);
  EXPECT_EQ(t.points("Ann"), -10);
}

TEST(Attested, ATallyIsReckonedWithWhereItIsKnown) {
  Voting t(v1::MAIL);
  // (301 - 291) x 2/2: the votes that were cast.
  const auto done = t.ok("Ann", attest(301, true, 2, 0));
  EXPECT_EQ(one(done, v1::Consequence::kProposalAdopted).proposal_adopted().votes_for(), 2U);
  EXPECT_EQ(t.points("Ann"), 10);
  expect_derived_alike(t);
}

TEST(Attested, VotesOnRecordAreShownBesideAnotherTally) {
  Voting t;
  t.ok("Bob", vote(AGAINST));
  const auto emitted = one(t.ok("Ann", attest(301, true, 2, 0)), v1::Consequence::kOutcomeAttested);
  EXPECT_EQ(emitted.outcome_attested().differs(), v1::Consequence::OutcomeAttested::OTHER_VOTES);
  EXPECT_EQ(emitted.outcome_attested().recorded().votes_for(), 0U);
  EXPECT_EQ(emitted.outcome_attested().recorded().votes_against(), 1U);
}

TEST(Attested, ATallyOfAllVotesDecidesByTheRules) {
  Voting t(v1::MAIL);
  const auto done = t.ok("Ann", attest(301, true, 2, 1));
  EXPECT_EQ(one(done, v1::Consequence::kOutcomeAttested).outcome_attested().differs(),
            v1::Consequence::OutcomeAttested::BY_RULES);
  EXPECT_EQ(one(done, v1::Consequence::kProposalDefeated).rule().number(), 203U);
  EXPECT_EQ(t.rule(301), nullptr);
  // 10 lost (206), and (301 - 291) x 2/3 won, 7 rounded (202).
  EXPECT_EQ(t.points("Ann"), -3);
}

TEST(Attested, ATallyOfAllVotesThatAgreesIsDerivedToo) {
  Voting t;
  const auto done = t.ok("Ann", attest(301, true, 3, 0));
  EXPECT_EQ(one(done, v1::Consequence::kOutcomeAttested).outcome_attested().differs(),
            v1::Consequence::OutcomeAttested::AGREES);
  EXPECT_EQ(one(done, v1::Consequence::kProposalAdopted).rule().number(), 203U);
}

TEST(Attested, WhatNoRuleDeterminesIsSettledByIt) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::REPEAL, 203));
  const auto voted = t.turn("Bob", enact("Cake is served at noon."));
  EXPECT_TRUE(has(voted, v1::Consequence::kOutcomeUndetermined));
  EXPECT_EQ(t.rule(302), nullptr);
  // It and its effect come at the attesting record, in Cyd's turn or between turns; 116 permits it.
  const auto done = t.ok("Cyd", attest(302, true, 3, 0));
  EXPECT_EQ(one(done, v1::Consequence::kOutcomeAttested).rule().number(), 116U);
  EXPECT_EQ(one(done, v1::Consequence::kProposalAdopted).rule().number(), 116U);
  EXPECT_EQ(t.text(302), "Cake is served at noon.");
  EXPECT_EQ(t.rule(302)->since(), t.last());
  EXPECT_EQ(t.state().proposals_size(), 0);
  expect_derived_alike(t);
}

TEST(Attested, BesideADerivedOutcomeItIsARemark) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake is served at noon."));
  const auto rules = t.numbers();
  const auto agrees = t.ok("Bob", attest(301, true, 3, 0));
  ASSERT_EQ(agrees.size(), 1U);
  EXPECT_EQ(agrees[0].kind_case(), v1::Consequence::kOutcomeAttested);
  EXPECT_EQ(agrees[0].rule().number(), 203U);
  EXPECT_EQ(agrees[0].outcome_attested().differs(), v1::Consequence::OutcomeAttested::AGREES);
  // 33 records found the game; then the proposal at #33, the call at #34, three votes: completed at #37.
  const auto holds = [](const v1::Consequence& emitted) {
    const auto& attested = emitted.outcome_attested();
    const auto& recorded = attested.recorded();
    return attested.differs() == v1::Consequence::OutcomeAttested::OTHER_OUTCOME && recorded.adopted() &&
           recorded.about() == 37 && recorded.votes_for() == 3 && recorded.votes_against() == 0;
  };
  EXPECT_TRUE(holds(one(t.ok("Bob", attest(301, false)), v1::Consequence::kOutcomeAttested)));
  EXPECT_TRUE(holds(one(t.ok("Bob", attest(301, true, 2, 1)), v1::Consequence::kOutcomeAttested)));
  EXPECT_EQ(t.numbers(), rules);
  EXPECT_EQ(t.points("Ann"), 1);
  expect_derived_alike(t);
}

TEST(Attested, AStruckProposalHasNoOutcomeToStandBeside) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."));
  t.ok("Bob", attest(301, true));
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {33}));
  EXPECT_EQ(t.state().next_number(), 301U);
  t.refused("Bob", attest(301, true), ErrorCode::NO_SUCH_PROPOSAL);
  expect_derived_alike(t);
}

TEST(Attested, IfItIsStruckTheVoteIsOpenAsBefore) {
  Voting t;
  t.ok("Ann", vote(FOR));
  t.ok("Bob", attest(301, true));
  const auto attested = t.last();
  t.ok("Cyd", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {attested}));
  EXPECT_EQ(t.rule(301), nullptr);
  t.ok("Bob", vote(FOR, 301));
  const auto last = t.ok("Cyd", vote(AGAINST, 301));
  EXPECT_TRUE(has(last, v1::Consequence::kProposalDefeated));
  expect_derived_alike(t);
}

TEST(Attested, Refusals) {
  Table t({"Ann", "Bob", "Cyd"});
  t.refused("Eve", attest(301, true), ErrorCode::NOT_A_PLAYER);
  EXPECT_EQ(t.refused("Ann", attest(301, true), ErrorCode::NO_SUCH_PROPOSAL), (Rules{108}));
  t.refused("Ann", attest(203, true), ErrorCode::NO_SUCH_PROPOSAL);
  t.ok("Ann", enact("X."));
  EXPECT_EQ(t.refused("Ann", attest(301, true), ErrorCode::VOTE_NOT_CALLED), (Rules{111}));
  t.ok("Ann", call());
  t.refused("Ann", attest(301, true, 4), ErrorCode::BAD_TALLY);
  t.refused("Ann", attest(301, true, 2, 2), ErrorCode::BAD_TALLY);
  t.refused("Ann", attest(301, true, 4'294'967'295, 1), ErrorCode::BAD_TALLY);
  t.everyone_votes(FOR);
  t.refused("Ann", attest(301, true, 1'000'001), ErrorCode::BAD_TALLY);
}

}  // namespace
}  // namespace nomic::replay::test
