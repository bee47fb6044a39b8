// Outcomes declared by players (L39, L40, L49, L59): how many settle a vote together in a live game, what ballots
// refuse them, what one keeper settles in a game recorded afterwards, and what is only shown beside a derived outcome.

#include <gmock/gmock.h>

#include <algorithm>

#include "nomic/replay/edition.h"
#include "nomic/words/remarks.h"
#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = v1::Consequence;
using Rules = std::vector<std::uint32_t>;
using Differs = Kind::OutcomeAttested;

const std::string MAJORITY = "adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE strict: true } }";
const std::string HALF_OF_CAST = "adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }";

// Ann's proposal 301 is open to votes, in a live game.
struct Voting : Table {
  explicit Voting(v1::Mode mode = v1::TABLE) : Table({"Ann", "Bob", "Cyd"}, "1990", mode) { begin(); }
  void begin() {
    ok("Ann", enact("Cake is served at noon."));
    ok("Ann", call());
  }
};

// The same in a game that is recorded afterwards.
struct VotingThen : Table {
  explicit VotingThen(v1::Mode mode = v1::TABLE)
      : Table({"Ann", "Bob", "Cyd"}, *edition("1990"), mode, Table::Afterwards{}) {
    ok("Ann", enact("Cake is served at noon."));
    ok("Ann", call());
  }
};

// Each in turn attests the same; what the last of them brings about.
Consequences all_attest(Table& t, const std::vector<std::string>& players, const v1::Event& outcome) {
  Consequences last;
  for (const auto& player : players) last = t.ok(player, outcome);
  return last;
}

const Kind::OutcomeAttested& attested_in(const Consequences& emitted) {
  for (const auto& one : emitted) {
    if (one.has_outcome_attested()) return one.outcome_attested();
  }
  ADD_FAILURE() << "nothing is attested";
  static const Kind::OutcomeAttested NONE;
  return NONE;
}

std::vector<std::string> players_of(const Kind::Outcome& outcome) {
  return {outcome.attested().players().begin(), outcome.attested().players().end()};
}

// The ballots that a refused attestation names: "#35, #36".
std::vector<std::string> ballots_named(Table& t, const std::string& author, const v1::Event& event) {
  const auto done = t.engine.fork().move(t.move_of(author, event), t);
  EXPECT_FALSE(done);
  if (done) return {};
  for (const auto& parameter : done.error().parameters) {
    if (parameter.name == "ballots") return std::get<Parameter::Names>(parameter.value);
  }
  return {};
}

std::vector<std::string> found_by_audit(const Table& t) {
  Watch watch;
  watch.see_all(t);
  std::vector<std::string> all;
  for (const auto& one : watch.findings) all.push_back(one.check + " " + one.what.variant);
  return all;
}

std::vector<std::string> listed_by_audit(const Table& t) {
  Watch watch;
  watch.see_all(t);
  std::vector<std::string> all;
  for (const auto& one : watch.open) {
    if (one.check == "R203") all.push_back(one.what.variant);
  }
  return all;
}

// ---- How many it takes ---------------------------------------------------------------------------------------------

// 203: adoption needs all three.
TEST(Attested, OnePlayerSettlesNothing) {
  Voting t;
  const auto done = t.ok("Bob", attest(301, true, 3, 0));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].rule().number(), 203);
  EXPECT_EQ(attested_in(done).player(), "Bob");
  EXPECT_EQ(attested_in(done).assenting(), 1U);
  EXPECT_EQ(attested_in(done).needed(), 3U);
  EXPECT_EQ(t.rule(301), nullptr);
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).phase(), v1::Proposal::VOTE);
  EXPECT_THAT(t.ballots(0), IsEmpty());
  // To say it again makes it no more.
  t.ok("Bob", attest(301, true, 3, 0));
  EXPECT_EQ(t.rule(301), nullptr);
  // The vote goes on.
  EXPECT_TRUE(has(t.everyone_votes(FOR), Kind::kProposalAdopted));
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, AsManyAsAdoptionNeedsSettleItTogether) {
  Voting t;
  const auto done = all_attest(t, {"Ann", "Bob", "Cyd"}, attest(301, true, 3, 0));
  const auto adopted = one(done, Kind::kProposalAdopted);
  EXPECT_EQ(adopted.rule().number(), 203);
  EXPECT_EQ(adopted.proposal_adopted().votes_for(), 3U);
  EXPECT_THAT(players_of(adopted.proposal_adopted()), ElementsAre("Ann", "Bob", "Cyd"));
  // 33 records found the game; then the proposal, the call, and their three records.
  EXPECT_THAT(adopted.proposal_adopted().attested().records(), ElementsAre(35U, 36U, 37U));
  EXPECT_TRUE(t.rule(301)->attested());
  t.ok("Ann", roll(4));
  EXPECT_EQ(t.points("Ann"), 4);
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
  EXPECT_THAT(listed_by_audit(t), ElementsAre("attested_outcome"));
}

TEST(Attested, AnotherOutcomeOrTallyIsAnotherWord) {
  Voting t;
  t.ok("Ann", attest(301, true, 3, 0));
  EXPECT_EQ(attested_in(t.ok("Bob", attest(301, true))).assenting(), 1U);
  EXPECT_EQ(attested_in(t.ok("Cyd", attest(301, true, 3, 0))).assenting(), 2U);
  EXPECT_EQ(t.rule(301), nullptr);
  // What Bob attests later takes the place of what he attested before.
  EXPECT_TRUE(has(t.ok("Bob", attest(301, true, 3, 0)), Kind::kProposalAdopted));
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, ADefeatTakesAsMany) {
  Voting t;
  EXPECT_FALSE(has(all_attest(t, {"Bob", "Cyd"}, attest(301, false, 0, 3)), Kind::kProposalDefeated));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_TRUE(has(t.ok("Ann", attest(301, false, 0, 3)), Kind::kProposalDefeated));
  EXPECT_EQ(t.points("Ann"), -10);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// More than half of four is three, of the votes cast too: those who attest are a share of the electors.
TEST(Attested, AMajorityRuleTakesMoreThanHalfOfTheElectors) {
  for (const auto& rule : {MAJORITY, HALF_OF_CAST}) {
    Table t({"Ann", "Bob", "Cyd", "Dan"});
    t.turn("Ann", amend(203, "A majority.", {rule}));
    t.ok("Bob", enact("Cake."));
    t.ok("Bob", call());
    EXPECT_EQ(attested_in(t.ok("Ann", attest(302, true))).needed(), 3U) << rule;
    EXPECT_EQ(t.rule(302), nullptr);
    t.ok("Bob", attest(302, true));
    EXPECT_EQ(t.rule(302), nullptr);
    EXPECT_TRUE(has(t.ok("Cyd", attest(302, true)), Kind::kProposalAdopted));
    expect_derived_alike(t);
    EXPECT_THAT(found_by_audit(t), IsEmpty());
  }
}

TEST(Attested, AQuorumAndALeastNumberCountToo) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", amend(203, "Half, and three at least.",
                      {"adoption { quota { numerator: 1 denominator: 4 base: CAST } least_in_favour: 3 }"}));
  t.ok("Bob", enact("Cake."));
  t.ok("Bob", call());
  EXPECT_EQ(attested_in(t.ok("Ann", attest(302, true))).needed(), 3U);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// The proponent has no vote, so their word is none of those that count.
TEST(Attested, OnlyElectorsCount) {
  Table t({"Ann", "Bob", "Cyd"},
          rules_with({"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }",
                      "franchise { electorate: OTHERS_THAN_PROPONENT }", "numbering { first: 20 }",
                      "turn_order { order: SEATING }", "turn_parts { parts { proposal {} } }"}),
          v1::TABLE);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  const auto own = t.ok("Ann", attest(20, true));
  EXPECT_EQ(attested_in(own).assenting(), 0U);
  EXPECT_EQ(attested_in(own).needed(), 2U);
  t.ok("Bob", attest(20, true));
  EXPECT_TRUE(has(t.ok("Cyd", attest(20, true)), Kind::kProposalAdopted));
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, WhoLeavesIsWaitedForNoLonger) {
  Voting t;
  t.ok("Ann", attest(301, true));
  t.ok("Bob", attest(301, true));
  const auto left = t.ok("Cyd", forfeit());
  EXPECT_THAT(players_of(one(left, Kind::kProposalAdopted).proposal_adopted()), ElementsAre("Ann", "Bob"));
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// Two of four attest 3-1, where three are needed. With Dan gone two are enough, but three electors have no four votes.
TEST(Attested, MoreVotesThanElectorsSettleNothing) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", amend(203, "A majority.", {MAJORITY}));
  t.ok("Bob", enact("Cake."));
  t.ok("Bob", call());
  t.ok("Ann", attest(302, true, 3, 1));
  t.ok("Cyd", attest(302, true, 3, 1));
  EXPECT_FALSE(has(t.ok("Dan", forfeit()), Kind::kProposalAdopted));
  EXPECT_EQ(t.rule(302), nullptr);
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, AJudgmentDecidesWhateverIsAttested) {
  Voting t;
  t.ok("Ann", attest(301, true));
  const auto emitted = settled(t, "Bob", "Cyd", judge(0).under(203).finds_outcome(301, false));
  EXPECT_TRUE(has(emitted, Kind::kProposalDefeated));
  EXPECT_EQ(t.rule(301), nullptr);
  expect_derived_alike(t);
}

TEST(Attested, IfAllAreStruckTheVoteIsOpenAsBefore) {
  Voting t;
  all_attest(t, {"Ann", "Bob", "Cyd"}, attest(301, true));
  const auto last = t.last();
  t.ok("Cyd", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {last}));
  EXPECT_EQ(t.rule(301), nullptr);
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).attestations_size(), 2);
  EXPECT_TRUE(has(t.ok("Cyd", attest(301, true)), Kind::kProposalAdopted));
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// ---- What ballots say against it -----------------------------------------------------------------------------------

// 203: with one vote against, nothing adopts it, whatever the others say.
TEST(Attested, BallotsOnRecordRefuseWhatTheyContradict) {
  Voting t;
  t.ok("Bob", vote(AGAINST));  // #35
  EXPECT_EQ(t.refused("Ann", attest(301, true), ErrorCode::OUTCOME_CONTRADICTED), (Rules{203}));
  EXPECT_THAT(ballots_named(t, "Ann", attest(301, true, 2, 0)), ElementsAre("#35"));
  t.ok("Ann", vote(FOR));  // #36
  // A vote for it that the tally has no room for.
  EXPECT_THAT(ballots_named(t, "Ann", attest(301, false, 0, 3)), ElementsAre("#36"));
  EXPECT_THAT(ballots_named(t, "Ann", attest(301, false, 3)), ElementsAre("#35"));
  EXPECT_EQ(t.rule(301), nullptr);
  const auto done = all_attest(t, {"Ann", "Bob", "Cyd"}, attest(301, false, 1, 2));
  EXPECT_EQ(one(done, Kind::kProposalDefeated).proposal_defeated().votes_against(), 2U);
  EXPECT_EQ(attested_in(done).differs(), Differs::OTHER_VOTES);
  EXPECT_EQ(attested_in(done).recorded().votes_against(), 1U);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// Two of three in favour adopt under a majority: a defeat is ruled out by those two.
TEST(Attested, BallotsInFavourRefuseADefeat) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", amend(203, "A majority.", {MAJORITY}));
  t.ok("Bob", enact("Cake."));  // #39
  t.ok("Bob", call());
  t.ok("Ann", vote(FOR));  // #41
  t.ok("Bob", vote(FOR));  // #42
  EXPECT_THAT(ballots_named(t, "Cyd", attest(302, false)), ElementsAre("#41", "#42"));
  t.ok("Cyd", attest(302, true));
}

TEST(Attested, VotesThatRuleTheOutcomeOutThemselvesAreRefused) {
  Voting t;
  EXPECT_EQ(t.refused("Ann", attest(301, true, 2, 1), ErrorCode::OUTCOME_CONTRADICTED), (Rules{203}));
  EXPECT_EQ(t.refused("Ann", attest(301, false, 3, 0), ErrorCode::OUTCOME_CONTRADICTED), (Rules{203}));
  EXPECT_EQ(t.refused("Ann", attest(301, true, 2), ErrorCode::OUTCOME_CONTRADICTED), (Rules{203}));
}

// ---- What no rule determines ---------------------------------------------------------------------------------------

// 203 has lost its provisions: the program cannot read what rule 301 asks for, so it takes all electors (L59).
struct Undetermined : Table {
  Undetermined() : Table({"Ann", "Bob", "Cyd"}) {
    turn("Ann", amend(203, "Unanimity, for good."));
    ok("Bob", enact("Cake is served at noon."));
    ok("Bob", call());
    ok("Ann", vote(FOR));
    ok("Bob", vote(AGAINST));
    EXPECT_TRUE(has(ok("Cyd", vote(FOR)), Kind::kOutcomeUndetermined));
    ok("Bob", roll(1));
  }
};

// L59: the ballots of the electors at completion decide what follows, whoever has joined since. 206: Bob loses 10.
TEST(Attested, AfterANewcomerTheBallotsOnRecordCount) {
  Undetermined t;
  t.ok("Dee", join("Dee"));
  EXPECT_EQ(attested_in(t.ok("Dee", attest(302, false))).assenting(), 0U) << "a newcomer was no elector";
  EXPECT_EQ(attested_in(t.ok("Ann", attest(302, false))).needed(), 3U);
  t.ok("Bob", attest(302, false));
  EXPECT_EQ(t.points("Bob"), 1);
  const auto done = t.ok("Cyd", attest(302, false));
  const auto defeated = one(done, Kind::kProposalDefeated);
  EXPECT_EQ(defeated.rule().number(), 301);
  EXPECT_EQ(defeated.proposal_defeated().votes_for(), 2U);
  EXPECT_EQ(defeated.proposal_defeated().votes_against(), 1U);
  EXPECT_EQ(defeated.proposal_defeated().eligible(), 3U);
  EXPECT_FALSE(has(done, Kind::kNotKnown));
  EXPECT_EQ(t.points("Bob"), -9);
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, AfterSomebodyLeftTheirBallotCounts) {
  Undetermined t;
  t.ok("Cyd", forfeit());
  t.ok("Ann", attest(302, false));
  const auto done = t.ok("Bob", attest(302, false));
  EXPECT_EQ(one(done, Kind::kProposalDefeated).proposal_defeated().votes_for(), 2U);
  EXPECT_EQ(one(done, Kind::kProposalDefeated).proposal_defeated().eligible(), 3U);
  EXPECT_EQ(t.points("Bob"), -9);
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// The same by a Judgment.
TEST(Attested, AfterANewcomerAJudgmentHasTheBallotsOnRecord) {
  Undetermined t;
  t.ok("Dee", join("Dee"));
  const auto done = settled(t, "Cyd", "Ann", judge(0).under(301).finds_outcome(302, false));
  EXPECT_EQ(one(done, Kind::kProposalDefeated).proposal_defeated().votes_for(), 2U);
  EXPECT_EQ(one(done, Kind::kProposalDefeated).proposal_defeated().eligible(), 3U);
  EXPECT_EQ(t.points("Bob"), -9);
  expect_derived_alike(t);
}

TEST(Attested, CompleteBallotsRefuseAnotherTally) {
  Undetermined t;
  // #41, #42 and #43 are the votes of Ann, Bob and Cyd.
  EXPECT_THAT(ballots_named(t, "Ann", attest(302, true, 3, 0)), ElementsAre("#42"));
  EXPECT_THAT(ballots_named(t, "Ann", attest(302, false, 1, 2)), ElementsAre("#41", "#43"));
  t.ok("Ann", attest(302, true, 2, 1));
}

// Rule 1 has lost its provisions, so no rule says what adopts. The vote on proposal 21 ended after seven days without
// Cyd: two voted. By rule 6 each of the three electors has one vote, so no third one was cast.
TEST(Attested, MoreVotesThanWereCastAreRefusedWithoutARuleOnAdoption) {
  const auto rules =
      rules_with({HALF_OF_CAST, "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }", "turn_order { order: NO_TURNS }",
                  "effectiveness { when: VOTE_COMPLETE }", "voting_period { vote { days: 7 } at_end: COUNT_CAST }",
                  "franchise { electorate: PLAYERS votes_per_player: 1 }"});
  Table t({"Ann", "Bob", "Cyd"}, rules, v1::MAIL);
  t.ok("Ann", amend(1, "Most of them."));
  t.ok("Ann", call(20));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) t.ok(name, vote(FOR, 20));
  t.ok("Bob", enact("Cake is served at noon."));
  t.ok("Bob", call(21));
  t.ok("Ann", vote(FOR, 21));
  t.ok("Bob", vote(FOR, 21));
  t.later += 7 * 86'400;
  v1::Event tick;
  tick.mutable_time_passed();
  EXPECT_TRUE(has(t.ok("", tick), Kind::kOutcomeUndetermined));
  EXPECT_EQ(t.refused("Ann", attest(21, true, 3, 0), ErrorCode::OUTCOME_CONTRADICTED), (Rules{6}));
  EXPECT_EQ(t.rule(21), nullptr);
  EXPECT_TRUE(has(all_attest(t, {"Ann", "Bob", "Cyd"}, attest(21, true, 2, 0)), Kind::kProposalAdopted));
  EXPECT_EQ(t.text(21), "Cake is served at noon.");
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// With 203 repealed no rule decides: 116 does not say how rule-changes are adopted. Only a Judgment does (212).
TEST(Attested, WhereNoRuleDecidesOnlyAJudgmentDoes) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::REPEAL, 203));
  EXPECT_TRUE(has(t.turn("Bob", enact("Bob gets all.")), Kind::kOutcomeUndetermined));
  EXPECT_EQ(t.refused("Bob", attest(302, true), ErrorCode::OUTCOME_FOR_JUDGE), (Rules{212}));
  EXPECT_EQ(t.refused("Bob", attest(302, true, 3, 0), ErrorCode::OUTCOME_FOR_JUDGE), (Rules{212}));
  const auto done = settled(t, "Cyd", "Ann", judge(0).under(116).finds_outcome(302, true));
  EXPECT_TRUE(has(done, Kind::kProposalAdopted));
  EXPECT_EQ(t.text(302), "Bob gets all.");
  expect_derived_alike(t);
}

TEST(Attested, WithoutJudgmentNothingDecidesEither) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::REPEAL, 212));
  t.turn("Bob", propose(v1::REPEAL, 203));
  t.turn("Cyd", enact("Cyd gets all."));
  EXPECT_EQ(t.refused("Cyd", attest(303, true), ErrorCode::OUTCOME_FOR_JUDGE), (Rules{}));
}

// Contested, it is no word of one player any more: a Judgment decides.
TEST(Attested, AContestedOneSettlesTheVoteIfAJudgmentUpholdsIt) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::REPEAL, 203));
  t.turn("Bob", enact("Cake."));
  t.ok("Bob", contest(attest(302, true, 3, 0)));
  EXPECT_EQ(t.rule(302), nullptr);
  const auto done = settled(t, "Cyd", "Ann", judge(0).upholds({t.last()}));
  ASSERT_NE(t.rule(302), nullptr);
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// ---- Beside an outcome on record -----------------------------------------------------------------------------------

TEST(Attested, BesideADerivedOutcomeItIsARemark) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake is served at noon."));
  const auto rules = t.numbers();
  const auto agrees = t.ok("Bob", attest(301, true, 3, 0));
  ASSERT_EQ(agrees.size(), 1U);
  EXPECT_EQ(agrees[0].rule().number(), 203);
  EXPECT_EQ(attested_in(agrees).differs(), Differs::AGREES);
  // The ballots by which it was decided refuse another outcome: #35, #36 and #37.
  EXPECT_EQ(t.refused("Bob", attest(301, false), ErrorCode::OUTCOME_CONTRADICTED), (Rules{203}));
  EXPECT_THAT(ballots_named(t, "Bob", attest(301, true, 2, 1)), ElementsAre("#35", "#36", "#37"));
  EXPECT_EQ(t.numbers(), rules);
  EXPECT_EQ(t.points("Ann"), 1);
  expect_derived_alike(t);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// What decided it is in force no more: rule 203 became 301 by that very vote. 116 permits the remark.
TEST(Attested, BesideAVoteThatRenumberedItsOwnRuleNothingIsFound) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", amend(203, "A majority adopts.", {MAJORITY}));
  const auto remark = t.ok("Bob", attest(301, true, 3, 0));
  EXPECT_EQ(remark[0].rule().number(), 116);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, BesideAVoteThatRepealedItsOwnRuleNothingIsFound) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::REPEAL, 203));
  EXPECT_EQ(t.ok("Bob", attest(301, true, 3, 0))[0].rule().number(), 116);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// The rule that decided it, which record 19 founded, is found to have another number.
TEST(Attested, BesideAVoteWhoseRuleHasAnotherNumberItIsCitedByThat) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Cake."));
  t.ok("Bob", correct_number(19, bears_number(203, 250)));
  EXPECT_EQ(t.ok("Bob", attest(301, true, 3, 0))[0].rule().number(), 250);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// The rule that permits the correction swaps its number by it, so the second of its lines cites it by its old one.
TEST(Attested, ACorrectionThatRenumbersTheRuleItCitesIsLawful) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Cyd", correct_number(5, bears_number(105, 116, Bears::ONWARD, true)));
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(Attested, AStruckProposalHasNoOutcomeToStandBeside) {
  Voting t;
  all_attest(t, {"Ann", "Bob", "Cyd"}, attest(301, true));
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {33}));
  t.refused("Bob", attest(301, true), ErrorCode::PROPOSAL_CLOSED);
  expect_derived_alike(t);
}

// ---- In a game recorded afterwards ---------------------------------------------------------------------------------

TEST(AttestedAfterwards, OneKeeperSettlesAVote) {
  VotingThen t;
  const auto done = t.ok("Bob", attest(301, true));
  ASSERT_GE(done.size(), 2U);
  EXPECT_EQ(attested_in(done).needed(), 0U);
  EXPECT_EQ(attested_in(done).differs(), Differs::AGREES);
  EXPECT_THAT(players_of(one(done, Kind::kProposalAdopted).proposal_adopted()), ElementsAre("Bob"));
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_THAT(found_by_audit(t), IsEmpty());
  EXPECT_THAT(listed_by_audit(t), ElementsAre("attested_outcome"));
}

TEST(AttestedAfterwards, ATallyIsReckonedWithWhereItIsKnown) {
  VotingThen t(v1::MAIL);
  // (301 - 291) x 2/2: the votes that were cast.
  const auto done = t.ok("Ann", attest(301, true, 2, 0));
  EXPECT_EQ(one(done, Kind::kProposalAdopted).proposal_adopted().votes_for(), 2U);
  EXPECT_EQ(t.points("Ann"), 10);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

TEST(AttestedAfterwards, ATallyOfAllVotesDecidesByTheRules) {
  VotingThen t(v1::MAIL);
  const auto done = t.ok("Ann", attest(301, true, 2, 1));
  EXPECT_EQ(attested_in(done).differs(), Differs::BY_RULES);
  EXPECT_EQ(one(done, Kind::kProposalDefeated).rule().number(), 203);
  // 10 lost (206), and (301 - 291) x 2/3 won, 7 rounded (202).
  EXPECT_EQ(t.points("Ann"), -3);
  EXPECT_THAT(found_by_audit(t), IsEmpty());
}

// 203: Bob's vote against it, #35, rules its adoption out. That is recorded, and the audit lists it.
TEST(AttestedAfterwards, WhatContradictsItIsRecordedAndListed) {
  VotingThen t;
  t.ok("Bob", vote(AGAINST));
  const auto done = t.ok("Ann", attest(301, true, 2, 0));
  EXPECT_THAT(attested_in(done).contradicted_by(), ElementsAre(35U));
  EXPECT_THAT(one(done, Kind::kProposalAdopted).proposal_adopted().attested().contradicted_by(), ElementsAre(35U));
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << "it is the keeper's word that the players had it so";
  const auto listed =
      std::find_if(watch.open.begin(), watch.open.end(), [](const auto& one) { return one.check == "R203"; });
  ASSERT_NE(listed, watch.open.end());
  EXPECT_THAT(tools::words_of(listed->what), HasSubstr("contradicted by ballots #35"));
}

TEST(AttestedAfterwards, BesideADerivedOutcomeItIsListed) {
  Table t({"Ann", "Bob", "Cyd"}, *edition("1990"), v1::TABLE, Table::Afterwards{});
  t.turn("Ann", enact("Cake is served at noon."));
  const auto emitted = t.ok("Bob", attest(301, false));
  EXPECT_EQ(attested_in(emitted).differs(), Differs::OTHER_OUTCOME);
  EXPECT_THAT(attested_in(emitted).contradicted_by(), ElementsAre(35U, 36U, 37U));
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_THAT(found_by_audit(t), IsEmpty());
  EXPECT_THAT(listed_by_audit(t), ElementsAre("attested_beside"));
}

// ---- Refusals ------------------------------------------------------------------------------------------------------

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
