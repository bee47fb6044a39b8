// What a Judgment finds applies from its record on, as a consequence whose source is the rule it construes, until a
// later Judgment departs from it (L20, L21, L42).

#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

void all_overrule(Table& t, const std::vector<std::string>& who) {
  const auto judgment = t.state().judgments().rbegin()->record();
  for (const auto& name : who) t.ok(name, overrule(judgment));
}

// ---- Rules ---------------------------------------------------------------------------------------------------------

TEST(FindingOnARule, ItIsVoidAndCountsNoMore) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(110).finds_void(206));
  EXPECT_EQ(one(emitted, Kind::kFound).rule().number(), 110);
  EXPECT_TRUE(t.engine.law().is_void(206));
  EXPECT_NE(t.rule(206), nullptr);  // its text, number and status stay
  t.ok("Ann", call());
  t.everyone_votes(AGAINST);
  EXPECT_EQ(t.points("Ann"), 0);  // no penalty
}

TEST(FindingOnARule, ALaterJudgmentDepartsFromIt) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Dan", judge(0).under(110).finds_void(206));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Bob", enact("2."));
  EXPECT_TRUE(t.engine.law().is_void(206));  // it stands in the next turn too
  settled(t, "Bob", "Ann", judge(0).under(110).finds_prevailing(206));
  EXPECT_FALSE(t.engine.law().is_void(206));
  ASSERT_EQ(t.state().findings_size(), 1);
  t.ok("Bob", call());
  t.everyone_votes(AGAINST);
  EXPECT_EQ(t.points("Bob"), -10);
}

TEST(FindingOnARule, OverruledItIsInForceAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Dan", judge(0).under(110).finds_void(206));
  t.ok("Ann", call());
  t.everyone_votes(AGAINST);
  EXPECT_EQ(t.points("Ann"), 0);
  all_overrule(t, {"Ann", "Bob", "Cyd"});
  EXPECT_FALSE(t.engine.law().is_void(206));
  EXPECT_EQ(t.points("Ann"), -10);  // the turn is derived again without the finding
}

TEST(FindingOnARule, OneFoundToPrevailWinsTheConflict) {
  Table t(FOUR);
  t.turn("Ann", enact("The proponent loses 3.", {"turn_order { order: SURNAME }"}));
  EXPECT_EQ(t.engine.law().turn_order({}).source("order").number(), 201);  // the lower number
  settled(t, "Bob", "Dan", judge(0).under(211).finds_prevailing(301));
  EXPECT_EQ(t.engine.law().turn_order({}).source("order").number(), 301);
}

// ---- Players, ballots, outcomes ------------------------------------------------------------------------------------

TEST(FindingOnAPlayer, HeIsNone) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  for (const auto* who : {"Ann", "Bob", "Dan"}) t.ok(who, vote(FOR));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(113).finds_player("Cyd", false));
  EXPECT_EQ(one(emitted, Kind::kPlayerLeft).player_left().player(), "Cyd");
  EXPECT_EQ(one(emitted, Kind::kPlayerLeft).rule().number(), 113);
  EXPECT_TRUE(has(emitted, Kind::kProposalAdopted));  // all who remain have voted
  t.refused("Cyd", consent(), ErrorCode::HAS_FORFEITED);
  all_overrule(t, {"Ann", "Bob"});  // all the others are two now
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  t.ok("Cyd", vote(FOR));
}

TEST(FindingOnAPlayer, HeIsOneStill) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Cyd", forfeit());
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(113).finds_player("Cyd", true));
  EXPECT_EQ(one(emitted, Kind::kPlayerJoined).player_joined().player(), "Cyd");
  t.ok("Ann", call());
  t.ok("Cyd", vote(FOR));
}

TEST(FindingOnABallot, ItIsCastSoOrNotAtAllOrOtherwise) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  t.ok("Cyd", vote(AGAINST));
  settled(t, "Bob", "Dan",
          judge(0)
              .under(207)
              .finds_ballot(301, "Bob", FOR)
              .finds_ballot(301, "Cyd", v1::VoteCast::CHOICE_UNSPECIFIED)
              .finds_ballot(301, "Dan", FOR));
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (std::vector<std::string>{"Ann", "Cyd"}));
  t.ok("Ann", vote(FOR));
  EXPECT_EQ(one(t.ok("Cyd", vote(FOR)), Kind::kProposalAdopted).proposal_adopted().votes_for(), 4U);
}

TEST(FindingOnABallot, TheLastOneCompletesTheVoteAtItsRecord) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  for (const auto* who : {"Ann", "Bob", "Dan"}) t.ok(who, vote(FOR));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(105).finds_ballot(301, "Cyd", AGAINST));
  EXPECT_TRUE(has(emitted, Kind::kProposalDefeated));
  EXPECT_EQ(t.points("Ann"), -10);
  all_overrule(t, {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (std::vector<std::string>{"Cyd"}));
}

TEST(FindingOnABallot, OfAVoteThatIsClosedIsARemark) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(105).finds_ballot(301, "Cyd", AGAINST));
  EXPECT_TRUE(one(emitted, Kind::kFound).found().remark());
  EXPECT_NE(t.rule(301), nullptr);
}

TEST(FindingOnAnOutcome, SettlesAnOpenVoteWithAllThatFollows) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(203).finds_outcome(301, false));
  EXPECT_TRUE(has(emitted, Kind::kProposalDefeated));
  EXPECT_EQ(t.points("Ann"), -10);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
}

TEST(FindingOnAnOutcome, SettlesOneThatNoRuleDetermines) {
  Table t(FOUR);
  t.turn("Ann", propose(v1::REPEAL, 203));
  t.turn("Bob", enact("Who adopts this?"));
  EXPECT_EQ(t.rule(302), nullptr);
  const auto emitted = settled(t, "Bob", "Ann", judge(0).under(116).finds_outcome(302, true));
  EXPECT_TRUE(has(emitted, Kind::kProposalAdopted));
  EXPECT_EQ(t.rule(302)->since(), t.last());
}

TEST(FindingOnAnOutcome, OfWhatIsClosedIsARemark) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(203).finds_outcome(301, false));
  EXPECT_TRUE(one(emitted, Kind::kFound).found().remark());
  EXPECT_NE(t.rule(301), nullptr);
  EXPECT_EQ(t.points("Ann"), 1);
}

// ---- Points and victory --------------------------------------------------------------------------------------------

TEST(FindingOnPoints, TheyAreDueOrTakenUnderTheRuleConstrued) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).under(206).finds_points("Bob", 7).finds_points("Cyd", -3));
  EXPECT_EQ(of_kind(emitted, Kind::kScore).size(), 2U);
  EXPECT_EQ(of_kind(emitted, Kind::kScore)[0].rule().number(), 206);
  EXPECT_EQ(t.points("Bob"), 7);
  EXPECT_EQ(t.points("Cyd"), -3);
  all_overrule(t, {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(t.points("Bob"), 0);
  EXPECT_EQ(t.points("Cyd"), 0);
}

TEST(FindingOnPoints, AreFoundOnceBesideAStrike) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.everyone_votes(AGAINST);
  const auto emitted = settled(t, "Bob", "Dan", judge(0).strikes({t.last()}).under(206).finds_points("Ann", 4));
  const auto scores = of_kind(emitted, Kind::kScore);
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].score().points(), 10'000);  // the penalty is not due
  EXPECT_EQ(scores[1].score().points(), 4'000);
  EXPECT_EQ(scores[1].rule().number(), 206);
  EXPECT_EQ(t.points("Ann"), 4);
}

TEST(FindingOnPoints, CanWinTheGameAndOverruledCannot) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  EXPECT_EQ(
      one(settled(t, "Bob", "Dan", judge(0).under(206).finds_points("Cyd", 100)), Kind::kVictory).victory().player(),
      "Cyd");
  t.refused("Ann", call(), ErrorCode::GAME_WON);
  all_overrule(t, {"Ann", "Bob", "Cyd"});
  EXPECT_TRUE(t.state().winners().empty());
  t.ok("Ann", call(301));
}

TEST(FindingOnTheWinner, NamesOneOfSeveralWhoStandThere) {
  Table t(FOUR);
  t.turn("Ann", enact("1."), FOR, 6);
  const auto of_ann = t.last();
  t.turn("Bob", enact("2."), FOR, 6);
  const auto of_bob = t.last();
  const auto emitted = t.turn("Cyd", amend(208, "Five.", {"victory { points_thousandths: 5000 }"}));
  ASSERT_EQ(of_kind(emitted, Kind::kVictory).size(), 2U);
  EXPECT_EQ(of_kind(emitted, Kind::kVictory)[0].victory().reached_at(), of_ann);
  EXPECT_EQ(of_kind(emitted, Kind::kVictory)[1].victory().reached_at(), of_bob);
  t.refused("Dan", enact("4."), ErrorCode::GAME_WON);
  settled(t, "Ann", "Bob", judge(0).under(303).finds_winner("Ann"));
  ASSERT_EQ(t.state().winners_size(), 1);
  EXPECT_EQ(t.state().winners(0).player(), "Ann");
  EXPECT_EQ(t.state().winners(0).reached_at(), of_ann);
  EXPECT_EQ(t.state().winners(0).rule(), 303U);
  // The consent that closes it is that of the three others now, Bob's too.
  t.refused("Ann", consent(), ErrorCode::CONSENT_NOT_COUNTED);
  t.ok("Bob", consent());
  EXPECT_TRUE(has(t.ok("Dan", consent()), Kind::kGameClosed));
}

TEST(FindingOnTheWinner, ALaterJudgmentNamesAnother) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Ann", "Dan", judge(0).under(208).finds_winner("Ann"));
  t.ok("Bob", consent());
  settled(t, "Ann", "Dan", judge(0).under(208).finds_winner("Bob"));
  ASSERT_EQ(t.state().winners_size(), 1);
  EXPECT_EQ(t.state().winners(0).player(), "Bob");
  EXPECT_TRUE(t.state().dispute().closing_consents().empty());
}

TEST(Findings, InAWonGameLeaveItWon) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  settled(t, "Ann", "Dan", judge(0).under(208).finds_winner("Ann"));
  settled(t, "Ann", "Dan",
          judge(0)
              .under(116)
              .finds_outcome(301, true)
              .finds_ballot(301, "Cyd", FOR)
              .finds_player("Ann", false)
              .finds_points("Bob", 200)
              .finds_end_of_debate(1));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
  EXPECT_EQ(t.state().winners_size(), 1);
  EXPECT_EQ(t.rule(301), nullptr);
}

TEST(Findings, DepartedFromAreDepartedFromByALaterOneOnly) {
  // Points are due once; a Judge who holds the contrary takes them.
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Dan", judge(0).under(206).finds_points("Bob", 7));
  settled(t, "Ann", "Dan", judge(0).under(206).finds_points("Bob", -7));
  EXPECT_EQ(t.points("Bob"), 0);
  settled(t, "Bob", "Dan", judge(0).under(113).finds_player("Cyd", false));
  settled(t, "Bob", "Dan", judge(0).under(113).finds_player("Cyd", true));
  t.ok("Cyd", say("Here."));
}

TEST(Findings, OnABallotAndOnTheEndOfDebateAreDepartedFromWhileTheVoteIsOpen) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  const auto now = static_cast<std::int64_t>(t.last());
  settled(t, "Bob", "Dan", judge(0).under(111).finds_end_of_debate(now + 20));
  settled(t, "Ann", "Dan", judge(0).under(111).finds_end_of_debate(now + 100));
  t.later = 50;
  t.ok("Cyd", say("Still in debate."));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::DEBATING);
  t.ok("Ann", call());
  settled(t, "Bob", "Dan", judge(0).under(207).finds_ballot(301, "Bob", FOR));
  settled(t, "Bob", "Dan", judge(0).under(207).finds_ballot(301, "Bob", AGAINST));
  ASSERT_EQ(t.ballots(0).size(), 1);
  EXPECT_EQ(t.ballots(0).Get(0).choice(), AGAINST);
}

TEST(Findings, OnWhatAStrikeOfAnotherJudgmentTakesAwayApplyToNothing) {
  Table t(FOUR);
  t.ok("Ann", amend(206, "Nothing is lost."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  const auto ballot = t.last();
  settled(t, "Bob", "Dan", judge(0).under(110).finds_void(301));
  EXPECT_TRUE(t.engine.law().is_void(301));
  settled(t, "Bob", "Dan", judge(0).strikes({ballot}));
  EXPECT_EQ(t.rule(301), nullptr);
  EXPECT_FALSE(t.engine.law().is_void(206));
  EXPECT_EQ(t.state().findings_size(), 0);
}

// L61: a finding whose rule falls is said to have fallen, at the record that took the rule away.
struct FallenFinding : Table {
  FallenFinding() : Table(FOUR) {
    ok("Ann", enact("Two Judges find."));
    ok("Ann", call());
    for (const auto& who : FOUR) ok(who, vote(FOR));
    ballot = last();
    settled(*this, "Bob", "Dan", judge(0).under(301).finds_points("Bob", 5));
    found = last();
    EXPECT_EQ(points("Bob"), 5);
    emitted = settled(*this, "Bob", "Dan", judge(0).strikes({ballot}));
    judgment = last();
  }
  std::uint64_t ballot = 0;
  std::uint64_t found = 0;
  std::uint64_t judgment = 0;
  Consequences emitted;
};

TEST(FallenFindings, AreSaidToFallWithTheRuleThatTheyConstrue) {
  FallenFinding t;
  EXPECT_EQ(t.points("Bob"), 0);
  const auto fallen = one(t.emitted, Kind::kFindingFallen).finding_fallen();
  EXPECT_EQ(fallen.player(), "Dan");
  EXPECT_EQ(fallen.about(), t.found);
  EXPECT_EQ(fallen.finding().points().points(), 5'000);
  EXPECT_EQ(fallen.refusal().code(), "CITED_NOT_IN_FORCE");
  ASSERT_EQ(t.state().dispute().fallen_findings_size(), 1);
  EXPECT_EQ(t.state().dispute().fallen_findings(0).judgment(), t.found);
  EXPECT_FALSE(has(t.emitted, Kind::kEffectsFallen));
}

TEST(FallenFindings, CountAgainOnceTheRuleIsInForceAgain) {
  FallenFinding t;
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(t.judgment));
  const auto emitted = t.ok("Cyd", overrule(t.judgment));
  EXPECT_EQ(one(emitted, Kind::kFindingStands).finding_stands().about(), t.found);
  EXPECT_EQ(t.points("Bob"), 5);
  EXPECT_TRUE(t.state().dispute().fallen_findings().empty());
}

TEST(FallenFindings, OfAJudgmentThatIsOverruledFallWithItAndNotBefore) {
  FallenFinding t;
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(t.found));
  const auto emitted = t.ok("Cyd", overrule(t.found));
  EXPECT_FALSE(has(emitted, Kind::kFindingFallen));
  EXPECT_FALSE(has(emitted, Kind::kFindingStands));
  EXPECT_TRUE(t.state().dispute().fallen_findings().empty());
}

// The ballot that completes the vote stands; what it brought about does not, once an earlier one is struck.
TEST(FallenEffects, OfARecordThatStandsAreSaidToFallAndToStandAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  t.ok("Dan", vote(AGAINST));  // 206: Ann loses 10
  const auto last = t.last();
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({last - 1}));
  const auto judgment = t.last();
  EXPECT_EQ(records_of(emitted, Kind::kEffectsFallen), (std::vector<std::uint64_t>{last}));
  ASSERT_EQ(t.state().dispute().partly_size(), 1);
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  const auto again = t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(records_of(again, Kind::kEffectsStand), (std::vector<std::uint64_t>{last}));
  EXPECT_EQ(t.state().dispute().partly_size(), 0);
  EXPECT_EQ(t.points("Ann"), -10);
}

TEST(FallenEffects, OfWhatIsStruckAreNotSaidTwice) {
  Table t(FOUR);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  for (const auto& who : FOUR) t.ok(who, vote(who == "Dan" ? AGAINST : FOR));
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({t.last()}));
  EXPECT_TRUE(has(emitted, Kind::kMoveStruck));
  EXPECT_FALSE(has(emitted, Kind::kEffectsFallen));
}

// ---- What cannot be found ------------------------------------------------------------------------------------------

TEST(BadFindings, AreAboutWhatIsNotThere) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Cyd", forfeit());
  t.ok("Bob", invoke());
  const auto asked = t.last();
  const std::vector<Judging> bad = {
      judge(asked).under(110).finds_void(301),
      judge(asked).under(110).finds_prevailing(99),
      judge(asked).under(113).finds_player("Eve", true),
      judge(asked).under(207).finds_ballot(302, "Bob", FOR),
      judge(asked).under(207).finds_ballot(301, "Eve", FOR),
      judge(asked).under(207).finds_ballot(301, "Bob", static_cast<v1::VoteCast::Choice>(9)),
      judge(asked).under(203).finds_outcome(302, true),
      judge(asked).under(203).finds_outcome(0, true),
      judge(asked).under(206).finds_points("Eve", 1),
      judge(asked).under(208).finds_winner("Eve"),
      judge(asked).under(208).finds_winner("Cyd"),  // who has forfeited
      judge(asked).under(111).finds_end_of_debate(0),
      judge(asked).under(111).finds_end_of_debate(253'402'300'800),  // the year 10000
  };
  for (const auto& judging : bad) {
    SCOPED_TRACE(v1::Event(judging).ShortDebugString());
    t.refused("Dan", judging, ErrorCode::BAD_FINDING);
  }
  v1::Event nothing = judge(asked);
  nothing.mutable_judgment_delivered()->add_findings()->set_cited("116");
  t.refused("Dan", nothing, ErrorCode::BAD_FINDING);
}

TEST(BadFindings, CiteNoRuleInForce) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.refused("Dan", judge(asked).under(301).finds_points("Bob", 1), ErrorCode::CITED_NOT_IN_FORCE);
  t.refused("Dan", judge(asked).under(0).finds_points("Bob", 1), ErrorCode::CITED_NOT_IN_FORCE);
}

}  // namespace
}  // namespace nomic::replay::test
