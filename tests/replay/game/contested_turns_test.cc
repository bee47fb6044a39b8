// Contested moves that turns are made of, upheld: proposals that begin one or stand beside it, and throws (L63).

#include <algorithm>

#include "nomic/replay/digest.h"
#include "nomic/replay/game_status.h"
#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;
using Codes = std::vector<std::string>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// ---- Out of turn, and the beginning of the next turn (L63, 201) ----------------------------------------------------

TEST(ContestedTurn, OutOfTurnTakesNobodysTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Dan", contest(enact("Out of turn.")));
  const auto contested = t.last();
  const auto emitted = settled(t, "Dan", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{contested});
  EXPECT_FALSE(has(emitted, Kind::kTurnBegan));
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(next_player(t.engine), "Bob");
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  EXPECT_EQ(t.state().proposals(0).turn(), 0U);
  // Bob and Cyd have their turns, with the consent that 212 asks for.
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  EXPECT_EQ(one(t.ok("Bob", enact("2.")), Kind::kTurnBegan).turn_began().turn(), 2U);
}

// The finding of the issue: she judges her own proposal, and the others overrule it.
TEST(ContestedTurn, AJudgmentThatTakesATurnIsOverruled) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Tea."));
  t.ok("Cyd", contest(enact("My turn.")));
  const auto contested = t.last();
  settled(t, "Cyd", "Cyd", judge(0).upholds({contested}).cites({201}));
  const auto judgment = t.last();
  EXPECT_EQ(next_player(t.engine), "Bob");
  t.ok("Ann", overrule(judgment));
  const auto emitted = t.ok("Bob", overrule(judgment));
  EXPECT_TRUE(has(emitted, Kind::kJudgmentOverruled));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), Records{contested});
  EXPECT_TRUE(t.state().proposals().empty());
}

// Bob is next, and contests a proposal that is two rule-changes in one (202).
struct NextPlayers : Table {
  NextPlayers() : Table(FOUR) {
    turn("Ann", enact("1."));
    v1::Event two = propose(v1::REPEAL, 209);
    *two.mutable_proposal_made()->add_changes() = propose(v1::REPEAL, 210).proposal_made().changes(0);
    ok("Bob", contest(two));
    contested = last();
    ok("Cyd", invoke());
    asked = last();
  }
  std::uint64_t contested = 0;
  std::uint64_t asked = 0;
};

TEST(ContestedTurn, OfTheNextPlayerBeginsAtTheJudgment) {
  NextPlayers t;
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  const auto emitted = t.ok("Dan", judge(t.asked).upholds({t.contested}));
  const auto judgment = t.last();
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{t.contested});
  EXPECT_EQ(one(emitted, Kind::kTurnBegan).turn_began().player(), "Bob");
  EXPECT_EQ(t.state().turn().first_record(), judgment);
  EXPECT_EQ(t.state().turn().number(), 2U);
  // The turn is Bob's: its Judge is Ann, and what was before it cannot be struck.
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke())), "Ann");
  const auto asked = t.last();
  t.refused("Ann", judge(asked).strikes({t.contested}), ErrorCode::NOT_OF_THIS_TURN);
  t.refused("Ann", judge(asked).strikes({judgment}), ErrorCode::NOT_OF_THIS_TURN);
  t.ok("Bob", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  t.ok("Dan", vote(AGAINST));
  EXPECT_EQ(t.points("Bob"), -10);
  t.ok("Ann", judge(asked).strikes({t.last()}));
  EXPECT_EQ(t.points("Bob"), 0);
  t.ok("Dan", vote(FOR));
  EXPECT_EQ(t.rule(209), nullptr);
  EXPECT_EQ(t.rule(210), nullptr);
  t.ok("Bob", roll(1));
  t.refused("Cyd", enact("3."), ErrorCode::CONSENT_MISSING);
}

TEST(ContestedTurn, BeginsWithTheConsentGivenSinceItWasContested) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  v1::Event two = propose(v1::REPEAL, 209);
  *two.mutable_proposal_made()->add_changes() = propose(v1::REPEAL, 210).proposal_made().changes(0);
  const auto against = codes_of(one(t.ok("Bob", contest(two)), Kind::kMoveContested).move_contested().refusals());
  EXPECT_EQ(std::count(against.begin(), against.end(), "CONSENT_MISSING"), 1);
  EXPECT_EQ(against.size(), 2U);
  const auto contested = t.last();
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  // It waives 202 alone. Two of three consent by now.
  const auto emitted = t.ok("Dan", judge(asked).upholds({contested}).cites({202}));
  EXPECT_EQ(one(emitted, Kind::kTurnBegan).turn_began().player(), "Bob");
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

TEST(ContestedTurn, BeginsWithoutConsentThoughTheRuleOnConsentTakesAnotherNumberThen) {
  Table t(FOUR);
  t.turn("Ann", amend(205, "In the next turn.", {"effectiveness { when: NEXT_TURN }"}));
  t.turn("Bob", propose(v1::TRANSMUTE_TO_IMMUTABLE, 212));  // 302
  t.ok("Dan", invoke());
  const auto asked = t.last();
  t.ok("Cyd", contest(enact("3.")));
  const auto emitted = t.ok("Ann", judge(asked).upholds({t.last()}));
  EXPECT_EQ(one(emitted, Kind::kTurnBegan).turn_began().player(), "Cyd");
  EXPECT_EQ(t.rule(302)->lineage(), 212U);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

TEST(ContestedTurn, NeedsTheConsentOf212UnlessTheJudgmentNamesIt) {
  NextPlayers waits;
  const auto emitted = waits.ok("Dan", judge(waits.asked).upholds({waits.contested}).cites({202}));
  EXPECT_FALSE(has(emitted, Kind::kTurnBegan));
  EXPECT_EQ(codes_of(one(emitted, Kind::kMoveFallen).move_fallen().refusals()), Codes{"CONSENT_MISSING"});
  EXPECT_EQ(codes_of(waits.state().contested(0).left()), Codes{"CONSENT_MISSING"});
  // Derived again for something else it has no effect either.
  settled(waits, "Ann", "Dan", judge(0).strikes({waits.contested - 1}));
  EXPECT_EQ(waits.state().turn().mover(), "Ann");
  EXPECT_TRUE(waits.state().proposals().empty());

  NextPlayers named;
  EXPECT_TRUE(has(named.ok("Dan", judge(named.asked).upholds({named.contested}).cites({202, 212})), Kind::kTurnBegan));
}

TEST(ContestedTurn, HasNotBegunOnceItsJudgmentIsOverruled) {
  NextPlayers t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({202, 212}));
  const auto judgment = t.last();
  t.ok("Bob", call());
  const auto called = t.last();
  t.ok("Cyd", vote(FOR));
  t.ok("Cyd", invoke());
  const auto later = t.last();
  EXPECT_FALSE(overrulers_missing(t.engine, *judgments_in_dispute(t.state()).front()).empty());
  t.ok("Ann", overrule(judgment));
  t.ok("Bob", overrule(judgment));
  const auto emitted = t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(one(emitted, Kind::kJudgmentOverruled).judgment_overruled().about(), judgment);
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{called, called + 1, t.contested}));
  // It is Ann's turn that was the last, as it was; the proposal has no number, and the next has it.
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_TRUE(t.state().proposals().empty());
  // Both questions are open, and the Judge of Ann's turn is Dan: of the first, whose Judgment fell, the one before him.
  const auto& questions = t.state().questions();
  ASSERT_EQ(questions.size(), 2);
  EXPECT_EQ(judges_of(t.engine, questions[0]), std::vector<std::string>{"Cyd"});
  EXPECT_EQ(questions[1].record(), later);
  EXPECT_EQ(judges_of(t.engine, questions[1]), std::vector<std::string>{"Dan"});
  EXPECT_EQ(digest_of(t.derived_again().back()), digest_of(t.state()));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  EXPECT_EQ(one(t.ok("Bob", enact("2.")), Kind::kTurnBegan).turn_began().turn(), 2U);
}

// It begins again once the next Judge upholds it, too: the consent that it lacks is waived as it was before.
TEST(ContestedTurn, BeginsAgainByAnotherJudgmentOnTheSameQuestion) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  EXPECT_EQ(codes_of(one(t.ok("Bob", contest(enact("2."))), Kind::kMoveContested).move_contested().refusals()),
            Codes{"CONSENT_MISSING"});
  const auto contested = t.last();
  EXPECT_TRUE(has(t.ok("Dan", judge(asked).upholds({contested})), Kind::kTurnBegan));
  const auto judgment = t.last();
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_TRUE(has(t.ok("Cyd", judge(asked).upholds({contested})), Kind::kTurnBegan));
  EXPECT_EQ(t.state().turn().mover(), "Bob");
}

TEST(ContestedTurn, ItsJudgmentStandsOnceTheNextTurnBegins) {
  NextPlayers t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({202, 212}));
  const auto judgment = t.last();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  t.ok("Ann", overrule(judgment));
  t.ok("Cyd", enact("3."));
  t.refused("Bob", overrule(judgment), ErrorCode::NO_SUCH_JUDGMENT);
}

TEST(ContestedTurn, IsUpheldWithAStrikeOfTheTurnBefore) {
  Table t(FOUR);
  t.turn("Ann", enact("1."), FOR, 6);
  const auto thrown = t.last();
  t.ok("Cyd", contest(enact("Out of turn.")));
  const auto contested = t.last();
  // With the throw struck the turn is not complete: the proposal stands beside it all the same.
  settled(t, "Cyd", "Dan", judge(0).strikes({thrown}).upholds({contested}));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
}

TEST(ContestedTurn, SeveralOutOfTurnStandBesideOneAnother) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", contest(enact("Cyd's.")));
  t.ok("Dan", contest(enact("Dan's.")));
  const auto second = t.last();
  const auto emitted = settled(t, "Cyd", "Dan", judge(0).upholds({second - 1, second}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{second - 1, second}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(next_player(t.engine), "Bob");
}

// ---- Throws --------------------------------------------------------------------------------------------------------

// 202 gives points for the dice of a turn; when they are thrown the Judge decides.
TEST(ContestedThrow, BeforeItsTimeCountsForTheTurnAndIsNotDueAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Ann", contest(roll(5)));
  const auto contested = t.last();
  const auto emitted = settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{contested});
  EXPECT_EQ(t.points("Ann"), 5);
  EXPECT_TRUE(t.state().contested(0).upheld());
  // With the last vote the turn is complete: its dice are thrown.
  EXPECT_TRUE(has(t.everyone_votes(FOR), Kind::kTurnEnded));
  EXPECT_EQ(t.points("Ann"), 5);
  t.refused("Ann", roll(1), ErrorCode::NO_THROW_DUE);
}

TEST(ContestedThrow, OnceMoreOrByAnotherPlayerCountsBesideTheTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."), FOR, 2);
  t.ok("Ann", contest(roll(4)));
  t.ok("Cyd", contest(roll(3)));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last() - 1, t.last()}));
  EXPECT_EQ(t.points("Ann"), 6);
  EXPECT_EQ(t.points("Cyd"), 3);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  EXPECT_EQ(next_player(t.engine), "Bob");
}

TEST(ContestedThrow, OverruledGivesNothing) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", contest(roll(5)));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last()}));
  const auto judgment = t.last();
  EXPECT_EQ(t.points("Ann"), 5);
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.points("Ann"), 0);
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(6));
  EXPECT_EQ(t.points("Ann"), 6);
}

TEST(ContestedThrow, WithoutDiceInTheRulesMeansNothing) {
  Table t(FOUR);
  t.turn("Ann", amend(202, "No dice.", {"turn_parts { parts { proposal {} } }"}));
  t.ok("Bob", contest(roll(5)));
  const auto contested = t.last();
  const auto emitted = settled(t, "Bob", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(codes_of(one(emitted, Kind::kMoveFallen).move_fallen().refusals()), Codes{"NO_THROW_DUE"});
  EXPECT_EQ(codes_of(t.state().contested(0).left()), Codes{"NO_THROW_DUE"});
  // It awaits no Judgment: one has upheld it.
  const auto notes = status_of(t).notes;
  EXPECT_TRUE(std::none_of(notes.begin(), notes.end(), [](const auto& note) { return note.variant == "contested"; }));
}

}  // namespace
}  // namespace nomic::replay::test
