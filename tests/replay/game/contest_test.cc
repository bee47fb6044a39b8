// A move that the rules refuse can be recorded as contested: without effect, unless a Judgment of its turn upholds it.

#include <algorithm>

#include "nomic/replay/digest.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

v1::Event debate_move() {
  return say("Words.", 301);
}

TEST(Contest, AMoveIsOnRecordWithTheRuleAgainstItAndHasNoEffect) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  const auto emitted = t.ok("Bob", contest(vote(AGAINST, 301)));
  EXPECT_EQ(one(emitted, Kind::kMoveContested).move_contested().player(), "Bob");
  EXPECT_EQ(one(emitted, Kind::kMoveContested).rule().number(), 207);
  EXPECT_EQ(one(emitted, Kind::kMoveContested).move_contested().refusals_size(), 1);
  ASSERT_EQ(t.ballots(0).size(), 1);
  EXPECT_EQ(t.ballots(0).Get(0).choice(), FOR);
  ASSERT_EQ(t.state().contested_size(), 1);
  EXPECT_FALSE(t.state().contested(0).upheld());
}

// A turn with thousands of contested moves would cost the square of their number if each copied those before it.
TEST(Contest, AMoveLeavesTheEarlierOnesAsTheyAre) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  for (int at = 0; at < 200; ++at) t.ok("Bob", contest(vote(FOR, 301)));
  const State before = t.state();
  t.ok("Bob", contest(vote(FOR, 301)));
  t.ok("Cyd", invoke());
  t.ok("Cyd", invoke());
  ASSERT_EQ(t.state().contested_size(), 201);
  EXPECT_EQ(t.state().contested().shared_beginning(before.contested()), 192);
  EXPECT_EQ(&t.state().contested(199), &before.contested(199));
}

TEST(Contest, UpheldIsMadeWhereItWasMade) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  t.ok("Bob", contest(vote(AGAINST, 301)));
  const auto contested = t.last();
  for (const auto* who : {"Ann", "Cyd", "Dan"}) t.ok(who, vote(FOR));
  EXPECT_NE(t.rule(301), nullptr);
  t.ok("Ann", roll(2));
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{contested}));
  EXPECT_EQ(one(emitted, Kind::kMoveUpheld).move_upheld().player(), "Bob");
  EXPECT_EQ(t.rule(301), nullptr);  // unanimity: Bob's changed vote defeats it
  EXPECT_EQ(t.points("Ann"), -8);
  EXPECT_TRUE(t.state().contested(0).upheld());
}

TEST(Contest, UpheldAndOverruledHasNoEffectAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  t.ok("Bob", contest(vote(AGAINST, 301)));
  const auto contested = t.last();
  settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  const auto judgment = t.last();
  EXPECT_EQ(t.ballots(0).Get(0).choice(), AGAINST);
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  const auto emitted = t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{contested}));
  EXPECT_EQ(t.ballots(0).Get(0).choice(), FOR);
  EXPECT_FALSE(t.state().contested(0).upheld());
}

TEST(Contest, UpheldCanBeStruckByALaterJudgmentAndUpheldAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  t.ok("Bob", contest(vote(AGAINST, 301)));
  const auto contested = t.last();
  settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStruck), (Records{contested}));
  EXPECT_EQ(t.ballots(0).Get(0).choice(), FOR);
  settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(t.ballots(0).Get(0).choice(), AGAINST);
}

TEST(Contest, WhatComesAfterAnUpheldMoveMayNotStandBesideIt) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Dan", contest(call(301)));  // only the proponent calls the vote
  const auto contested = t.last();
  t.ok("Ann", revise(301, enact("One.")));
  const auto revised = t.last();
  const auto emitted = settled(t, "Dan", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{revised}));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  EXPECT_EQ(t.text_proposed(0), "1.");
}

TEST(Contest, UpheldWaivesProhibitionsAndNoImpossibility) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", contest(vote(FOR, 317)));  // there is no such proposal
  const auto contested = t.last();
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_FALSE(has(emitted, Kind::kMoveUpheld));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{contested}));
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().why(), v1::Consequence::MoveFallen::REFUSED);
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().refusals(0).code(), "NO_SUCH_PROPOSAL");
  EXPECT_FALSE(t.state().contested(0).upheld());
}

TEST(Contest, OneProhibitionWaivedHidesNoImpossibilityBehindIt) {
  Table t(FOUR);
  v1::Event two = enact("Dice have no faces.");  // one too many, and the second cannot be satisfied
  auto& second = *two.mutable_proposal_made()->add_changes();
  second = enact("Dice have no faces.").proposal_made().changes(0);
  second.add_provisions()->mutable_adoption()->mutable_quota()->set_numerator(1);  // of nothing
  auto both = propose(v1::TRANSMUTE_TO_MUTABLE, 101);
  both.mutable_proposal_made()->mutable_changes(0)->add_texts()->set_text("And amended.");
  auto long_ago = enact("From before the game.");
  long_ago.mutable_proposal_made()->set_effect_from(3);
  t.ok("Ann", enact("1."));
  std::vector<std::uint64_t> contested;
  for (const auto& move : {two, both, long_ago, vote(v1::VoteCast::CHOICE_UNSPECIFIED, 301)}) {
    t.ok("Bob", contest(move));
    contested.push_back(t.last());
  }
  t.ok("Ann", call());
  t.ok("Bob", contest(vote(static_cast<v1::VoteCast::Choice>(9), 301)));
  contested.push_back(t.last());
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds(contested));
  EXPECT_FALSE(has(emitted, Kind::kMoveUpheld));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), contested);
  EXPECT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.ballots(0).size(), 0);
}

TEST(Contest, ABallotThatAbstainsCanBeUpheld) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", contest(vote(v1::VoteCast::ABSTAIN, 301)));
  settled(t, "Bob", "Dan", judge(0).upholds({t.last()}));
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (std::vector<std::string>{"Ann", "Cyd", "Dan"}));
}

TEST(Contest, AProposalOutOfTurnStandsBesideTheTurnsOwn) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Cyd", contest(enact("Cyd's.")));
  const auto contested = t.last();
  settled(t, "Cyd", "Dan", judge(0).upholds({contested}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.state().proposals(1).number(), 302U);
  EXPECT_EQ(t.state().proposals(1).proponent(), "Cyd");
  t.ok("Cyd", call(302));
  for (const auto* who : {"Ann", "Bob", "Cyd", "Dan"}) t.ok(who, vote(FOR, 302));
  EXPECT_EQ(t.text(302), "Cyd's.");
  EXPECT_EQ(t.state().turn().mover(), "Ann");
}

TEST(Contest, ACompoundProposalIsOneTurnsWhole) {
  Table t(FOUR);
  v1::Event two = propose(v1::REPEAL, 209);
  *two.mutable_proposal_made()->add_changes() = propose(v1::REPEAL, 210).proposal_made().changes(0);
  EXPECT_EQ(t.refused("Ann", two, ErrorCode::SEVERAL_CHANGES), (std::vector<std::uint32_t>{202}));
  t.ok("Ann", contest(two));
  const auto contested = t.last();
  const auto emitted = settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{contested}));
  EXPECT_EQ(t.state().turn().first_record(), contested);
  EXPECT_EQ(t.state().turn().number(), 1U);
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.rule(209), nullptr);
  EXPECT_EQ(t.rule(210), nullptr);
}

// ---- Every rule that stands against a move (L57) -------------------------------------------------------------------

using Codes = std::vector<std::string>;

// Bob is next. Once Judgment was invoked his turn needs consent (212), and rule 101 is immutable (103).
struct TwoAgainst : Table {
  TwoAgainst() : Table(FOUR) {
    turn("Ann", enact("1."));
    ok("Bob", invoke());
    asked = last();
    emitted = ok("Bob", contest(amend(101, "Nobody obeys.")));
    contested = last();
  }
  std::uint64_t asked = 0;
  std::uint64_t contested = 0;
  Consequences emitted;
};

TEST(EveryProhibition, IsNamedAndNotTheFirstAlone) {
  TwoAgainst t;
  const auto refusals = one(t.emitted, Kind::kMoveContested).move_contested().refusals();
  EXPECT_EQ(codes_of(refusals), (Codes{"CONSENT_MISSING", "RULE_IMMUTABLE"}));
  EXPECT_EQ(refusals[0].rules(0), "212");
  EXPECT_EQ(refusals[1].rules(0), "103");
  EXPECT_EQ(codes_of(t.state().contested(0).against()), (Codes{"CONSENT_MISSING", "RULE_IMMUTABLE"}));
}

// L57: "a Judgment that waives 212 alone leaves it unlawful".
TEST(EveryProhibition, IsWaivedByAJudgmentThatCitesItsRuleAndByNoOther) {
  TwoAgainst t;
  const auto emitted = t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({212}));
  EXPECT_FALSE(has(emitted, Kind::kMoveUpheld));
  EXPECT_FALSE(has(emitted, Kind::kTurnBegan));
  const auto fallen = one(emitted, Kind::kMoveFallen).move_fallen();
  EXPECT_EQ(fallen.about(), t.contested);
  EXPECT_EQ(codes_of(fallen.refusals()), Codes{"RULE_IMMUTABLE"});
  EXPECT_TRUE(t.state().proposals().empty());
  // Whoever asks is told what is left.
  const auto& contested = t.state().contested(0);
  EXPECT_FALSE(contested.upheld());
  EXPECT_EQ(codes_of(contested.left()), Codes{"RULE_IMMUTABLE"});
}

TEST(EveryProhibition, ThatIsLeftASecondJudgmentWaivesBesideTheFirst) {
  TwoAgainst t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({103}));
  EXPECT_EQ(codes_of(t.state().contested(0).left()), Codes{"CONSENT_MISSING"});
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({t.contested}).cites({212}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{t.contested});
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.text(302), "Nobody obeys.");
}

TEST(EveryProhibition, IsWaivedWhereTheJudgmentNamesAllOrCitesNoneOfThem) {
  for (const auto& cited : std::vector<std::vector<std::uint32_t>>{{212, 103}, {103, 212}, {}, {116}}) {
    TwoAgainst t;
    const auto emitted = t.ok("Dan", judge(t.asked).upholds({t.contested}).cites(cited));
    EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{t.contested});
    EXPECT_EQ(t.state().turn().mover(), "Bob");
  }
}

TEST(EveryProhibition, OfThreeIsNamed) {
  // Out of turn (201), two rule-changes in one (202), and one of them of an immutable rule (103).
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  v1::Event two = amend(101, "Nobody obeys.");
  *two.mutable_proposal_made()->add_changes() = propose(v1::REPEAL, 210).proposal_made().changes(0);
  const auto emitted = t.ok("Cyd", contest(two));
  EXPECT_EQ(codes_of(one(emitted, Kind::kMoveContested).move_contested().refusals()),
            (Codes{"OUT_OF_TURN", "SEVERAL_CHANGES", "RULE_IMMUTABLE"}));
}

TEST(EveryProhibition, OfTwoBoundsIsNamedAndWaivedByItself) {
  // A rule of the players' own beside 209: no more than 30 rules in all, of which there are 30.
  Table t(FOUR);
  t.turn("Ann", enact("No more than 31 rules.", {"ruleset_bounds { max_rules: 31 }"}));       // 301: 30 rules
  t.turn("Bob", amend(209, "No more than 14.", {"ruleset_bounds { max_mutable: 14 }"}));      // 302
  t.turn("Cyd", amend(301, "No more than 30 rules.", {"ruleset_bounds { max_rules: 30 }"}));  // 303
  const auto emitted = t.ok("Dan", contest(enact("One more.")));
  const auto contested = t.last();
  const auto refusals = one(emitted, Kind::kMoveContested).move_contested().refusals();
  ASSERT_EQ(codes_of(refusals), (Codes{"BOUND_BROKEN", "BOUND_BROKEN"}));
  EXPECT_NE(number_in(refusals[0].rules(0)), number_in(refusals[1].rules(0)));
  // 212's consent is needed besides, since Judgment is invoked now, and it is given.
  t.ok("Dan", invoke());
  const auto asked = t.last();
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, consent());
  const auto in_part = t.ok("Bob", judge(asked).upholds({contested}).cites({302}));
  EXPECT_EQ(codes_of(one(in_part, Kind::kMoveFallen).move_fallen().refusals()), Codes{"BOUND_BROKEN"});
  EXPECT_EQ(one(in_part, Kind::kMoveFallen).move_fallen().refusals(0).rules(0), "303");
}

TEST(EveryProhibition, IsFoundAgainWhenTheGameIsDerivedFromItsRecords) {
  TwoAgainst t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({212}));
  EXPECT_EQ(digest_of(t.derived_again().back()), digest_of(t.state()));
}

// ---- Joining, throwing, judging ------------------------------------------------------------------------------------

TEST(Contest, WhoWantsToJoinMayDoItTooAndIsInWhenUpheld) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.refused("Eve", join("Eve"), ErrorCode::JOIN_BETWEEN_TURNS);
  t.ok("Eve", contest(join("Eve")));
  const auto contested = t.last();
  t.refused("Eve", contest(debate_move()), ErrorCode::NOT_A_PLAYER);
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(one(emitted, Kind::kPlayerJoined).player_joined().player(), "Eve");
  t.ok("Ann", call());
  t.ok("Eve", vote(FOR));
}

TEST(Contest, AJudgmentByWhoIsNotTheJudgeCountsOnceTheJudgeUpholdsIt) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  const auto ballot = t.last();
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Cyd", contest(judge(asked).strikes({ballot}).under(116).finds_points("Bob", 7)));
  const auto contested = t.last();
  EXPECT_EQ(t.ballots(0).size(), 1);
  const auto emitted = t.ok("Dan", judge(asked).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStruck), (Records{ballot}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{contested}));
  EXPECT_EQ(t.ballots(0).size(), 0);
  EXPECT_EQ(t.points("Bob"), 7);
  const auto judgment = t.last();
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.points("Bob"), 0);
  EXPECT_EQ(t.ballots(0).size(), 1);
}

TEST(Contest, AContestedJudgmentUpheldStrikesNothingOfATurnBefore) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  const auto before = t.last();
  t.ok("Bob", enact("2."));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Cyd", contest(judge(asked).strikes({before})));
  t.ok("Ann", judge(asked).upholds({t.last()}));
  EXPECT_EQ(t.points("Ann"), 1);
  EXPECT_EQ(t.state().dispute().struck_size(), 0);
}

// What a contested Judgment upholds is waived by the rules that it cites, and those that the Judge cites.
TEST(Contest, AContestedJudgmentWaivesWhatItCitesOnceTheJudgeUpholdsIt) {
  TwoAgainst alone;
  alone.ok("Cyd", contest(judge(alone.asked).upholds({alone.contested}).cites({103})));
  const auto by_cyd = alone.last();
  auto emitted = alone.ok("Dan", judge(alone.asked).upholds({by_cyd}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{by_cyd});
  EXPECT_EQ(codes_of(alone.state().contested(0).left()), Codes{"CONSENT_MISSING"});

  TwoAgainst both;
  both.ok("Cyd", contest(judge(both.asked).upholds({both.contested}).cites({103})));
  emitted = both.ok("Dan", judge(both.asked).upholds({both.last()}).cites({212}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{by_cyd, both.contested}));
  EXPECT_EQ(both.state().turn().mover(), "Bob");
}

// ---- What cannot be contested or upheld ----------------------------------------------------------------------------

TEST(Contest, IsOfWhatTheRulesRefuseAndOfNothingElse) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.refused("Ann", contest(call(301)), ErrorCode::MOVE_IS_LAWFUL);
  t.refused("Ann", contest(contest(call(301))), ErrorCode::NOT_CONTESTABLE);
  v1::Event broken;
  broken.mutable_move_contested()->set_event("\xff\xff");
  t.refused("Ann", broken, ErrorCode::NOT_CONTESTABLE);
  t.refused("Ann", contest(v1::Event()), ErrorCode::NOT_CONTESTABLE);
  v1::Event seat;
  *seat.mutable_player_seated()->mutable_player() = join("Eve").player_joined().player();
  t.refused("Ann", contest(seat), ErrorCode::NOT_CONTESTABLE);
  v1::Event tick;
  tick.mutable_time_passed();
  t.refused("Ann", contest(tick), ErrorCode::NOT_CONTESTABLE);
  // A broken argument is none of the game.
  t.refused("Ann", contest(say("", 301)), ErrorCode::TEXT_EMPTY);
  Table first(FOUR);
  first.refused("Ann", contest(amend(0, "No rule named.")), ErrorCode::BAD_CHANGE);
  EXPECT_EQ(t.state().contested_size(), 0);
}

TEST(Contest, NeverJudgedStaysWithoutEffectForGood) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Cyd", contest(enact("Cyd's.")));
  const auto contested = t.last();
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  t.ok("Bob", enact("2."));
  EXPECT_EQ(t.state().contested_size(), 0);
  t.ok("Bob", invoke());
  EXPECT_EQ(t.refused("Ann", judge(t.last()).upholds({contested}), ErrorCode::NOT_OF_THIS_TURN),
            (std::vector<std::uint32_t>{212}));
}

TEST(Contest, OnlyWhatWasContestedIsUpheld) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  const auto proposed = t.last();
  t.ok("Cyd", contest(enact("Cyd's.")));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.refused("Dan", judge(asked).upholds({proposed}), ErrorCode::NOT_CONTESTED);
  t.refused("Dan", judge(asked).upholds({asked}), ErrorCode::NOT_CONTESTED);
}

TEST(Contest, InAWonGameIsOnRecordToo) {
  Table t(FOUR);
  t.turn("Ann", amend(208, "One point wins.", {"victory { points_thousandths: 1000 }"}), FOR, 1);
  EXPECT_EQ(t.state().winners_size(), 1);
  t.ok("Bob", contest(enact("2.")));
  t.ok("Bob", contest(forfeit()));
  const auto contested = t.last();
  // A game that is won admits neither; upheld, they cannot stand while it is.
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{contested}));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
}

}  // namespace
}  // namespace nomic::replay::test
