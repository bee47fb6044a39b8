// A Judgment strikes moves of its turn (212, L23): the turn is derived again without them, and scores, rules, numbers,
// the open vote and the throw follow.

#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// Ann's first turn up to the last ballot, which is Dan's; Dan is the Judge.
struct Voted : Table {
  explicit Voted(const v1::Event& proposal, v1::VoteCast::Choice last_ballot = FOR) : Table(FOUR) {
    ok("Ann", proposal);
    proposed = last();
    ok("Ann", call());
    called = last();
    for (const auto* who : {"Ann", "Bob", "Cyd"}) ok(who, vote(FOR));
    ok("Dan", vote(last_ballot));
    ballot = last();
  }
  std::uint64_t proposed = 0;
  std::uint64_t called = 0;
  std::uint64_t ballot = 0;
};

// ---- What follows --------------------------------------------------------------------------------------------------

TEST(Strike, ABallotOpensTheVoteAgainAndTakesThePenaltyBack) {
  Voted t(enact("1."), AGAINST);
  EXPECT_EQ(t.points("Ann"), -10);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStruck), (Records{t.ballot}));
  EXPECT_EQ(one(emitted, Kind::kMoveStruck).move_struck().player(), "Dan");
  EXPECT_EQ(one(emitted, Kind::kScore).score().player(), "Ann");
  EXPECT_EQ(one(emitted, Kind::kScore).score().points(), 10'000);
  EXPECT_EQ(one(emitted, Kind::kScore).score().total(), 0);
  EXPECT_EQ(one(emitted, Kind::kScore).rule().number(), 212);
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (std::vector<std::string>{"Dan"}));
  EXPECT_TRUE(has(t.ok("Dan", vote(FOR)), Kind::kProposalAdopted));
  t.ok("Ann", roll(4));
  EXPECT_EQ(t.points("Ann"), 4);
}

TEST(Strike, AnEnactmentIsOutOfForceAgain) {
  Voted t(enact("Cake."));
  ASSERT_NE(t.rule(301), nullptr);
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  EXPECT_EQ(t.rule(301), nullptr);
  const auto anew = of_kind(emitted, Kind::kReckonedAnew);
  ASSERT_EQ(anew.size(), 2U);  // the vote has no outcome any more, and the rule is not in force
  EXPECT_EQ(anew[0].reckoned_anew().no_outcome(), "301");
  EXPECT_EQ(anew[1].reckoned_anew().rule().from_number(), "301");
  EXPECT_EQ(anew[1].reckoned_anew().rule().to_number(), "");
}

TEST(Strike, AnAmendedRuleBearsItsFormerNumberAndTextAgain) {
  Voted t(amend(209, "No more than 30."));
  EXPECT_EQ(t.rule(209), nullptr);
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  EXPECT_NE(t.text(209).find("25"), std::string::npos);
  EXPECT_EQ(t.rule(301), nullptr);
  const auto anew = of_kind(emitted, Kind::kReckonedAnew);
  ASSERT_EQ(anew.size(), 2U);
  EXPECT_EQ(anew[1].reckoned_anew().rule().from_number(), "301");
  EXPECT_EQ(anew[1].reckoned_anew().rule().to_number(), "209");
}

TEST(Strike, ARepealedRuleIsInForceAgainAndCanBeRepealedAnew) {
  Voted t(propose(v1::REPEAL, 209));
  EXPECT_EQ(t.state().repealed_size(), 1);
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  EXPECT_NE(t.rule(209), nullptr);
  EXPECT_EQ(t.state().repealed_size(), 0);
  t.ok("Dan", vote(FOR));
  EXPECT_EQ(t.rule(209), nullptr);
}

TEST(Strike, AThrowIsThrownAgain) {
  Voted t(enact("1."));
  t.ok("Ann", roll(6));
  const auto thrown = t.last();
  EXPECT_EQ(next_player(t.engine), "Bob");
  settled(t, "Bob", "Dan", judge(0).strikes({thrown}));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  t.refused("Bob", enact("2."), ErrorCode::TURN_NOT_COMPLETE);
  t.ok("Ann", roll(2));
  EXPECT_EQ(t.points("Ann"), 2);
}

TEST(Strike, TheEndOfTheSecondCircuitTakesTheAutomaticChangeBack) {
  Table t({"Ann", "Bob"});
  for (const auto* who : {"Ann", "Bob", "Ann", "Bob"}) t.turn(who, enact("Filler."));
  EXPECT_EQ(t.state().turn().circuits_complete(), 2U);
  const auto since = t.rule(203)->since();
  EXPECT_EQ(since, t.last());
  settled(t, "Ann", "Ann", judge(0).strikes({t.last()}));  // Bob's throw; the Judge of his turn is Ann
  EXPECT_EQ(t.state().turn().circuits_complete(), 1U);
  EXPECT_LT(t.rule(203)->since(), since);
  EXPECT_TRUE(t.rule(203)->provisions(0).adoption().has_later());
  EXPECT_TRUE(has(t.ok("Bob", roll(3)), Kind::kRuleChangedItself));
}

TEST(Strike, AForfeitHasThePlayerBackWithHisBallot) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  for (const auto* who : {"Cyd", "Bob", "Ann"}) t.ok(who, vote(who == std::string("Cyd") ? AGAINST : FOR));
  t.ok("Cyd", forfeit());
  const auto left = t.last();
  const auto emitted = settled(t, "Bob", "Dan", judge(0).strikes({left}));
  EXPECT_EQ(one(emitted, Kind::kPlayerJoined).player_joined().player(), "Cyd");
  t.ok("Dan", vote(FOR));
  EXPECT_EQ(t.points("Ann"), -10);  // defeated: his ballot is against
}

TEST(Strike, AJoinTakesThePlayerAndWhatHeDidSince) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Eve", join("Eve"));
  const auto joined = t.last();
  const auto emitted = t.ok("Dan", judge(asked).strikes({joined}));
  EXPECT_EQ(one(emitted, Kind::kPlayerLeft).player_left().player(), "Eve");
  t.refused("Eve", consent(), ErrorCode::NOT_A_PLAYER);
  t.ok("Eve", join("Eve"));  // made again
}

// ---- Numbers -------------------------------------------------------------------------------------------------------

TEST(Strike, AStruckProposalKeepsItsNumber) {
  Voted t(enact("Cake."));
  settled(t, "Ann", "Dan", judge(0).strikes({t.proposed}));
  EXPECT_EQ(t.state().next_number(), 302U);
  EXPECT_TRUE(t.state().proposals().empty());
  EXPECT_EQ(one(t.ok("Ann", enact("Tea.")), Kind::kProposalMade).proposal_made().proposal(), "302");
  EXPECT_EQ(t.state().turn().number(), 1U);
}

TEST(Strike, WhatStoodOnAStruckProposalFallsWithIt) {
  Voted t(enact("Cake."));
  const auto emitted = settled(t, "Ann", "Dan", judge(0).strikes({t.proposed}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStruck), (Records{t.proposed}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen),
            (Records{t.called, t.called + 1, t.called + 2, t.called + 3, t.called + 4}));
  for (const auto& fallen : of_kind(emitted, Kind::kMoveFallen)) EXPECT_EQ(fallen.move_fallen().refusals_size(), 1);
  EXPECT_EQ(t.rule(301), nullptr);
}

TEST(Strike, AVoteIsForTheProposalThatHasItsNumber) {
  // Proposals out of turn: 302 and 303 are open beside one another.
  Table t(FOUR);
  t.turn("Ann", enact("Anyone proposes, at any time.", {"proposing { who: ANYONE }"}));
  t.ok("Bob", enact("Cake."));  // 302
  t.ok("Cyd", enact("Tea."));   // 303
  const auto tea = t.last();
  t.ok("Dan", enact("Milk."));  // 304
  t.ok("Dan", call(304));
  t.ok("Cyd", call(303));
  t.ok("Bob", vote(AGAINST, 303));
  const auto against_tea = t.last();
  t.ok("Bob", vote(FOR, 304));
  const auto emitted = settled(t, "Bob", "Ann", judge(0).strikes({tea}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{against_tea - 1, against_tea}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.state().proposals(1).number(), 304U);
  EXPECT_EQ(t.text_proposed(1), "Milk.");
  ASSERT_EQ(t.ballots(1).size(), 1);
  EXPECT_EQ(t.ballots(1).Get(0).choice(), FOR);
  // 303 is the tea's for ever; overruled, the tea is open again with the vote on it.
  t.refused("Ann", vote(FOR, 303), ErrorCode::PROPOSAL_CLOSED);
  t.ok("Ann", vote(FOR, 304));
  const auto judgment = t.last() - 1;
  for (const auto* who : {"Bob", "Cyd"}) t.ok(who, overrule(judgment));
  t.ok("Dan", overrule(judgment));
  ASSERT_EQ(t.state().proposals_size(), 3);
  EXPECT_EQ(t.text_proposed(1), "Tea.");
  EXPECT_EQ(t.ballots(1).size(), 1);
  EXPECT_EQ(t.state().proposals(2).number(), 304U);
  EXPECT_EQ(t.ballots(2).size(), 2);
  t.ok("Ann", vote(FOR, 303));
  EXPECT_EQ(t.ballots(1).size(), 2);
  // Derived again for something else.
  const auto judge_now = judge_named(t.ok("Bob", invoke()));
  const auto last = t.ok(judge_now, judge(t.last()).strikes({against_tea + 1}));
  EXPECT_TRUE(of_kind(last, Kind::kMoveFallen).empty());
  EXPECT_EQ(t.ballots(1).size(), 2);
  ASSERT_EQ(t.ballots(2).size(), 1);
  EXPECT_EQ(t.ballots(2).Get(0).player(), "Ann");
}

// ---- Victory -------------------------------------------------------------------------------------------------------

// Whoever has 5 points wins: Bob does, with the throw of his turn. The Judge is Ann.
struct Won : Table {
  Won() : Table(FOUR) {
    turn("Ann", amend(208, "Five points win.", {"victory { points_thousandths: 5000 }"}));
    ok("Bob", enact("2."));
    ok("Bob", call());
    everyone_votes(FOR);
    EXPECT_EQ(one(ok("Bob", roll(6)), Kind::kVictory).victory().player(), "Bob");
    thrown = last();
  }
  std::uint64_t thrown = 0;
};

TEST(Strike, UndoesAVictory) {
  Won t;
  t.refused("Cyd", enact("3."), ErrorCode::GAME_WON);
  t.refused("Cyd", forfeit(), ErrorCode::GAME_WON);
  const auto emitted = settled(t, "Cyd", "Ann", judge(0).strikes({t.thrown}));
  EXPECT_TRUE(t.state().winners().empty());
  EXPECT_EQ(t.points("Bob"), 0);
  bool undone = false;
  for (const auto& anew : of_kind(emitted, Kind::kReckonedAnew)) undone = undone || player_of(anew) == "Bob";
  EXPECT_TRUE(undone);
  t.ok("Bob", roll(2));
  for (const auto* who : {"Ann", "Dan"}) t.ok(who, consent());
  t.ok("Cyd", enact("3."));
}

TEST(Strike, OverruledHasTheVictoryStandAgain) {
  Won t;
  settled(t, "Cyd", "Ann", judge(0).strikes({t.thrown}));
  const auto judgment = t.last();
  t.ok("Bob", roll(2));
  const auto again = t.last();
  for (const auto* who : {"Bob", "Cyd"}) t.ok(who, overrule(judgment));
  const auto emitted = t.ok("Dan", overrule(judgment));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStands), (Records{t.thrown}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{again}));
  EXPECT_EQ(one(emitted, Kind::kVictory).victory().player(), "Bob");
  EXPECT_EQ(one(emitted, Kind::kVictory).victory().reached_at(), t.thrown);
  EXPECT_EQ(t.points("Bob"), 6);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
}

TEST(Strike, IsOfAWonGameWhatItsLastTurnWas) {
  Won t;
  settled(t, "Cyd", "Ann", judge(0).strikes({t.thrown - 1}));  // Dan's ballot: the throw falls
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  t.ok("Dan", vote(AGAINST));
  EXPECT_EQ(t.points("Bob"), -10);
  t.ok("Bob", roll(6));
  EXPECT_EQ(t.points("Bob"), -4);
  EXPECT_TRUE(t.state().winners().empty());
}

TEST(Strike, WithTheClosingOfTheGameIsTooLate) {
  Won t;
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  t.ok("Cyd", consent());
  EXPECT_TRUE(has(t.ok("Dan", consent()), Kind::kGameClosed));  // two of the three who did not win
  t.refused("Ann", judge(asked).strikes({t.thrown}), ErrorCode::GAME_WON);
  t.refused("Ann", invoke(), ErrorCode::GAME_WON);
}

TEST(Strike, AVictoryThatALaterRecordLeadsToNamesNoStruckRecordAsTheFirst) {
  Table t(FOUR);
  t.turn("Ann", enact("1."), FOR, 5);  // Ann stands at 5
  t.turn("Bob", enact("2."), FOR, 6);
  const auto thrown = t.last();
  settled(t, "Cyd", "Ann", judge(0).strikes({thrown}));
  t.ok("Bob", roll(5));
  const auto again = t.last();
  for (const auto* who : {"Ann", "Dan"}) t.ok(who, consent());
  const auto emitted = t.turn("Cyd", amend(208, "Five.", {"victory { points_thousandths: 5000 }"}), FOR, 1);
  const auto victories = of_kind(emitted, Kind::kVictory);
  ASSERT_EQ(victories.size(), 2U);
  EXPECT_EQ(victories[1].victory().player(), "Bob");
  EXPECT_EQ(victories[1].victory().reached_at(), again);
}

// ---- Several Judgments ---------------------------------------------------------------------------------------------

TEST(Strike, TwoJudgmentsStrikeIndependently) {
  Voted t(enact("1."));
  t.ok("Ann", roll(3));
  const auto thrown = t.last();
  settled(t, "Bob", "Dan", judge(0).strikes({thrown}));
  const auto first = t.last();
  settled(t, "Bob", "Dan", judge(0).strikes({t.ballot}));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  EXPECT_EQ(t.state().dispute().struck_size(), 2);
  // Without the first, the throw still cannot stand: the vote is open.
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(first));
  const auto emitted = t.ok("Cyd", overrule(first));
  EXPECT_FALSE(has(emitted, Kind::kMoveStands));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{thrown}));
  EXPECT_EQ(t.points("Ann"), 0);
  t.ok("Dan", vote(FOR));
  t.ok("Ann", roll(1));
  EXPECT_EQ(t.points("Ann"), 1);
}

TEST(Strike, OfSeveralRecordsAtOnce) {
  Voted t(enact("1."));
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot, t.ballot - 1}));
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (std::vector<std::string>{"Cyd", "Dan"}));
}

TEST(Strike, GivesNoEffectToWhatTheRulesRefusedWhenItWasMade) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  const auto ballot = t.last();
  // Put into the ledger past the engine: a second ballot of Bob's.
  Move past;
  past.index = t.state().size();
  past.author = "Bob";
  past.recorded_at = t.state().recorded_at();
  past.event = vote(AGAINST, 301);
  past.payload = past.event.SerializeAsString();
  auto emitted = t.engine.replay(past, t);
  ASSERT_TRUE(emitted);
  EXPECT_TRUE(has(*emitted, Kind::kNotLawful));
  t.moves.push_back(past);
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.refused("Dan", judge(asked).strikes({past.index}), ErrorCode::NOT_STRIKABLE);
  const auto struck = t.ok("Dan", judge(asked).strikes({ballot}));
  EXPECT_FALSE(has(struck, Kind::kMoveFallen));
  EXPECT_EQ(t.ballots(0).size(), 0);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

// ---- Other orders of turns, and the past
// -----------------------------------------------------------------------------

const std::vector<std::string> OWN = {
    "adoption { quota { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } }",
    "numbering { first: 301 changed_rule: TAKES_PROPOSALS }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }",
    "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } }",
    "effectiveness { when: VOTE_COMPLETE proposals_may_say: true }",
};

v1::Ruleset own_rules(const std::string& order) {
  auto provisions = OWN;
  provisions.push_back(order);
  return rules_with(provisions);
}

TEST(Strike, OfTurnsBesideOneAnotherReachesBackToTheOneBegunLast) {
  Table t({"Ann", "Bob", "Cyd"}, own_rules("turn_order { order: ALL_AT_ONCE }"), v1::TABLE);
  t.ok("Ann", enact("Ann's."));
  t.ok("Ann", call(301));
  t.ok("Bob", vote(FOR, 301));
  const auto before = t.last();
  t.ok("Cyd", enact("Cyd's."));  // hers is the turn in dispute now
  t.ok("Ann", vote(FOR, 301));
  const auto after = t.last();
  EXPECT_EQ(judge_named(t.ok("Ann", invoke())), "Bob");
  const auto asked = t.last();
  t.refused("Bob", judge(asked).strikes({before}), ErrorCode::NOT_OF_THIS_TURN);
  t.ok("Bob", judge(asked).strikes({after}));
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (std::vector<std::string>{"Ann", "Cyd"}));
  EXPECT_EQ(t.state().proposals_size(), 2);
}

TEST(Strike, WithoutTurnsReachesBackToTheBeginning) {
  Table t({"Ann", "Bob", "Cyd"}, own_rules("turn_order { order: NO_TURNS }"), v1::TABLE);
  t.ok("Ann", enact("Ann's."));
  const auto of_ann = t.last();
  t.ok("Ann", call(301));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR, 301));
  t.ok("Bob", enact("Bob's."));
  EXPECT_EQ(t.text(301), "Ann's.");
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  t.ok("Cyd", judge(asked).strikes({of_ann}));  // before Ann, the first of the order, comes Cyd
  EXPECT_EQ(t.rule(301), nullptr);
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  EXPECT_EQ(t.text_proposed(0), "Bob's.");
}

TEST(Strike, OfAVoteOnWhatActsOnThePastTakesThatBackToo) {
  Table t({"Ann", "Bob", "Cyd"}, own_rules("turn_order { order: SEATING }"), v1::TABLE);
  const auto founded = t.last();
  t.turn("Ann", enact("1."), FOR, 4);
  EXPECT_EQ(t.points("Ann"), 4);
  auto twofold = amend(
      3, "Each pip counts twice, and always has.",
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 2000 } } }"});
  twofold.mutable_proposal_made()->set_effect_from(founded);
  t.ok("Bob", twofold);
  t.ok("Bob", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  const auto ballot = t.last();
  EXPECT_EQ(t.points("Ann"), 8);
  const auto emitted = settled(t, "Cyd", "Ann", judge(0).strikes({ballot}));
  EXPECT_EQ(one(emitted, Kind::kScore).score().points(), -4'000);
  EXPECT_EQ(t.points("Ann"), 4);
  EXPECT_EQ(t.state().retroactions_size(), 0);
  const auto judgment = t.last();
  for (const auto* who : {"Bob", "Cyd"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.points("Ann"), 8);
  EXPECT_EQ(t.state().retroactions_size(), 1);
  t.ok("Bob", roll(3));
  EXPECT_EQ(t.points("Bob"), 6);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

// It has stood twice, where what a Judgment took back was adopted again.
TEST(Strike, WhatActsOnThePastStandsOnceThoughItIsAdoptedTwice) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 107), FOR, 1);
  t.turn("Bob", propose(v1::REPEAL, 301), FOR, 1);
  const auto from = t.last();
  t.turn("Cyd", enact("3."), FOR, 4);
  auto twofold = amend(
      202, "Each pip counts twice, and has since 107 is gone.",
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 2000 } } }"});
  twofold.mutable_proposal_made()->set_effect_from(from);
  t.ok("Ann", twofold);  // 304
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  const auto ballot = t.last();
  EXPECT_EQ(t.points("Cyd"), 8);
  settled(t, "Bob", "Cyd", judge(0).strikes({ballot}));
  const auto judgment = t.last();
  EXPECT_EQ(t.points("Cyd"), 4);
  EXPECT_NE(t.rule(202), nullptr);
  EXPECT_EQ(t.state().retroactions_size(), 0);
  t.ok("Cyd", vote(FOR));
  const auto stands_once = [&] {
    EXPECT_EQ(t.points("Cyd"), 8);
    EXPECT_EQ(t.state().retroactions_size(), 1);
    EXPECT_EQ(t.rule(202), nullptr);
    ASSERT_NE(t.rule(304), nullptr);
    EXPECT_EQ(t.rule(304)->lineage(), 202U);
    EXPECT_EQ(t.rule(304)->former_numbers_size(), 1);
    EXPECT_EQ(t.rule(304)->sources_size(), 2);
  };
  stands_once();
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  stands_once();
  t.ok("Ann", roll(3));
  EXPECT_EQ(t.points("Ann"), 7);  // 1 thrown before, and twice 3
  EXPECT_EQ(t.state().next_number(), 305U);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

// The turn that the Judgment has derived again ends with its record, at which the change is put in force besides.
TEST(Strike, WhatAppliesFromAJudgmentStandsOnce) {
  Table t({"Ann", "Bob", "Cyd"}, own_rules("turn_order { order: SEATING }"), v1::TABLE);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  settled(t, "Bob", "Cyd", judge(0).strikes({t.last()}));
  const auto judgment = t.last();
  t.ok("Cyd", vote(FOR));
  t.ok("Ann", roll(4));
  auto since_then = enact("2.");
  since_then.mutable_proposal_made()->set_effect_from(judgment);
  t.ok("Bob", since_then);
  const auto number = t.state().proposals(0).number();
  t.ok("Bob", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  ASSERT_EQ(t.state().retroactions_size(), 1);
  const auto& rules = t.state().rules();
  EXPECT_EQ(std::count_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.number() == number; }), 1);
  EXPECT_EQ(t.rule(number)->since(), judgment);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

// ---- What cannot be struck -----------------------------------------------------------------------------------------

TEST(NotStruck, IsWhatWasBeforeTheTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  const auto before = t.last();
  t.ok("Bob", enact("2."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  for (const std::uint64_t record : {std::uint64_t{0}, std::uint64_t{33}, before}) {
    EXPECT_EQ(t.refused("Ann", judge(asked).strikes({record}), ErrorCode::NOT_OF_THIS_TURN),
              (std::vector<std::uint32_t>{212}));
  }
  t.refused("Ann", judge(asked).strikes({asked + 1}), ErrorCode::NOT_OF_THIS_TURN);  // itself
  t.refused("Ann", judge(asked).strikes({asked + 9}), ErrorCode::NOT_OF_THIS_TURN);
}

TEST(NotStruck, IsWhatIsNoMoveOrNeverHadEffect) {
  Voted t(enact("1."));
  t.ok("Bob", contest(roll(3)));
  const auto contested = t.last();
  t.ok("Ann", invoke());
  const auto asked = t.last();
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  const auto judgment = t.last();
  t.ok("Ann", overrule(judgment));
  const auto overruling = t.last();
  t.ok("Cyd", consent());
  const auto consented = t.last();
  for (const auto record : {contested, asked, judgment, overruling, consented}) {
    t.refused("Dan", judge(asked).strikes({record}), ErrorCode::NOT_STRIKABLE);
  }
  t.refused("Dan", judge(asked).strikes({contested}).upholds({contested}), ErrorCode::NOT_STRIKABLE);
}

}  // namespace
}  // namespace nomic::replay::test
