// A Judgment is overruled by all the others before the next turn begins, and its question passes back (212, L24).

#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// All of them vote for overruling; returns what the last vote brings about.
Consequences all_overrule(Table& t, std::uint64_t judgment, const std::vector<std::string>& who) {
  Consequences emitted;
  for (const auto& name : who) emitted = t.ok(name, overrule(judgment));
  return emitted;
}

TEST(Overrule, NeedsAllTheOthersMoverAndAskerIncluded) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Dan", judge(0));
  const auto judgment = t.last();
  const auto emitted = t.ok("Ann", overrule(judgment));
  EXPECT_EQ(one(emitted, Kind::kOverruleVoted).overrule_voted().player(), "Ann");
  EXPECT_TRUE(one(emitted, Kind::kOverruleVoted).overrule_voted().overrules());
  EXPECT_EQ(one(emitted, Kind::kOverruleVoted).rule().number(), 212);
  EXPECT_FALSE(has(t.ok("Bob", overrule(judgment)), Kind::kJudgmentOverruled));
  const auto last = t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(one(last, Kind::kJudgmentOverruled).judgment_overruled().player(), "Dan");
  EXPECT_EQ(one(last, Kind::kJudgmentOverruled).judgment_overruled().about(), judgment);
}

TEST(Overrule, PassesTheQuestionBackUntilNobodyIsLeftAndNothingIsDeclared) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  const auto ballot = t.last();
  t.ok("Bob", invoke("Is my vote legal?", {ballot}));
  const auto asked = t.last();
  t.ok("Dan", judge(asked).strikes({ballot}));
  EXPECT_EQ(judge_named(all_overrule(t, t.last(), {"Ann", "Bob", "Cyd"})), "Cyd");
  t.refused("Dan", judge(asked), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge(asked));
  EXPECT_EQ(judge_named(all_overrule(t, t.last(), {"Ann", "Bob", "Dan"})), "Bob");
  t.ok("Bob", judge(asked));
  const auto emitted = all_overrule(t, t.last(), {"Ann", "Cyd", "Dan"});
  EXPECT_EQ(judge_named(emitted), "");  // Ann is moving
  EXPECT_FALSE(has(emitted, Kind::kVictory));
  EXPECT_TRUE(t.state().winners().empty());
  for (const auto* who : {"Ann", "Bob", "Cyd", "Dan"}) t.refused(who, judge(asked), ErrorCode::NOT_THE_JUDGE);
  // The turn goes on all the same, and the next begins with consent.
  for (const auto* who : {"Ann", "Cyd", "Dan"}) t.ok(who, vote(FOR));
  t.ok("Ann", roll(1));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Bob", enact("2."));
}

TEST(Overrule, OneVoteAgainstEndsIt) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Dan", judge(0));
  const auto judgment = t.last();
  t.ok("Ann", overrule(judgment));
  t.ok("Bob", overrule(judgment, false));
  EXPECT_EQ(t.refused("Cyd", overrule(judgment), ErrorCode::MAY_NOT_OVERRULE), (std::vector<std::uint32_t>{212}));
  t.ok("Bob", forfeit());  // not even his leaving begins it anew
  EXPECT_FALSE(t.state().judgments(0).overruled());
}

TEST(Overrule, WhoLeavesLeavesItToTheOthers) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  const auto ballot = t.last();
  settled(t, "Bob", "Dan", judge(0).strikes({ballot}));
  const auto judgment = t.last();
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  const auto emitted = t.ok("Cyd", forfeit());
  EXPECT_EQ(one(emitted, Kind::kJudgmentOverruled).judgment_overruled().about(), judgment);
  EXPECT_EQ(records_of(emitted, Kind::kMoveStands), (Records{ballot}));
  EXPECT_EQ(one(emitted, Kind::kPlayerLeft).player_left().player(), "Cyd");
  t.refused("Ann", vote(FOR), ErrorCode::VOTED_ALREADY);
}

TEST(Overrule, WithTwoPlayersTheOtherOneAloneIsAll) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Bob", judge(0));
  const auto emitted = t.ok("Ann", overrule(t.last()));
  EXPECT_EQ(one(emitted, Kind::kJudgmentOverruled).judgment_overruled().player(), "Bob");
  EXPECT_EQ(judge_named(emitted), "");
}

TEST(Overrule, LeavesOtherQuestionsAndJudgmentsWithTheFirstJudge) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Bob", invoke("One?"));
  const auto one_asked = t.last();
  t.ok("Bob", invoke("Two?"));
  const auto two_asked = t.last();
  t.ok("Dan", judge(two_asked).under(116).finds_points("Bob", 3));
  t.ok("Dan", judge(one_asked).under(116).finds_points("Cyd", 5));
  const auto emitted = all_overrule(t, t.last(), {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(judge_named(emitted), "Cyd");
  EXPECT_EQ(t.points("Cyd"), 0);
  EXPECT_EQ(t.points("Bob"), 3);
  EXPECT_EQ(judge_named(t.ok("Ann", invoke("Three?"))), "Dan");
  t.ok("Dan", judge(t.last()));
  t.refused("Dan", judge(one_asked), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge(one_asked));
}

TEST(Overrule, HasWhatWasStruckStandAsBefore) {
  Table t(FOUR);
  t.ok("Ann", amend(209, "Thirty."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(4));
  const auto thrown = t.last();
  t.ok("Bob", invoke());
  const auto before = t.state();
  t.ok("Dan", judge(t.last()).strikes({thrown - 1, thrown}));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_NE(t.rule(209), nullptr);
  const auto emitted = all_overrule(t, t.last(), {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(records_of(emitted, Kind::kMoveStands), (Records{thrown - 1, thrown}));
  EXPECT_EQ(t.points("Ann"), 4);
  EXPECT_EQ(t.rule(209), nullptr);
  EXPECT_EQ(t.text(301), "Thirty.");
  // But for the dispute and the clock, it is the game that it was.
  State after = t.state();
  State then = before;
  for (auto* state : {&after, &then}) {
    state->clear_dispute();
    state->set_size(0);
    state->set_recorded_at(0);
    for (int seat = 0; seat < state->players_size(); ++seat) state->edit_players().edit(seat).clear_moved_at();
  }
  EXPECT_EQ(written(after), written(then));
}

TEST(Overrule, LetsTheNextJudgeStrikeTheSameAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  const auto ballot = t.last();
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Dan", judge(asked).strikes({ballot}));
  all_overrule(t, t.last(), {"Ann", "Bob", "Cyd"});
  const auto emitted = t.ok("Cyd", judge(asked).strikes({ballot}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStruck), (Records{ballot}));
  t.ok("Bob", vote(AGAINST));
}

TEST(Overrule, AJudgmentThatStruckTheBeginningOfTheTurnNamesTheNextJudgeOfThatTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", enact("2."));
  const auto proposed = t.last();
  settled(t, "Cyd", "Ann", judge(0).strikes({proposed}));
  const auto emitted = all_overrule(t, t.last(), {"Bob", "Cyd", "Dan"});
  EXPECT_EQ(judge_named(emitted), "Dan");  // Bob moves again; before Ann comes Dan
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
}

// The vote that is cast last has another rule on overruling prevail, and the Judgment falls in the same record.
TEST(Overrule, ByTheMethodThatTheTurnItselfBrings) {
  Table t(FOUR);
  t.turn("Ann",
         enact("One in five overrules.", {"judgment { overrule { numerator: 1 denominator: 5 base: ELIGIBLE } }"}));
  t.ok("Bob", amend(211, "The highest number.", {"precedence_method { same_status: CLAIMS_THEN_HIGHEST }"}));
  t.ok("Bob", call());
  t.ok("Dan", vote(FOR));
  const auto ballot = t.last();
  settled(t, "Cyd", "Ann", judge(0).strikes({ballot}));
  const auto judgment = t.last();
  t.ok("Dan", overrule(judgment));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  const auto again = t.ok("Dan", vote(FOR));
  EXPECT_EQ(records_of(again, Kind::kJudgmentOverruled), Records{judgment});
  EXPECT_EQ(records_of(again, Kind::kMoveFallen), Records{t.last()}) << "his first ballot counts again";
  EXPECT_NE(t.rule(302), nullptr);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

// ---- Who may not ---------------------------------------------------------------------------------------------------

TEST(MayNotOverrule, TheJudgeHimselfNorWhoIsNoPlayerNorAnybodyTwice) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  settled(t, "Bob", "Dan", judge(0));
  const auto judgment = t.last();
  EXPECT_EQ(t.refused("Dan", overrule(judgment), ErrorCode::MAY_NOT_OVERRULE), (std::vector<std::uint32_t>{212}));
  t.refused("Eve", overrule(judgment), ErrorCode::NOT_A_PLAYER);
  t.ok("Ann", overrule(judgment));
  EXPECT_EQ(t.refused("Ann", overrule(judgment), ErrorCode::VOTED_ALREADY), (std::vector<std::uint32_t>{212}));
  t.refused("Ann", overrule(judgment, false), ErrorCode::VOTED_ALREADY);
}

TEST(MayNotOverrule, WhatIsNoJudgmentOrIsOverruledOrOfATurnThatIsOver) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.refused("Ann", overrule(t.last()), ErrorCode::NO_SUCH_JUDGMENT);
  settled(t, "Bob", "Dan", judge(0));
  const auto judgment = t.last();
  all_overrule(t, judgment, {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(t.refused("Ann", overrule(judgment), ErrorCode::NO_SUCH_JUDGMENT), (std::vector<std::uint32_t>{212}));
  settled(t, "Bob", "Dan", judge(0));
  const auto second = t.last();
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Bob", enact("2."));
  t.refused("Ann", overrule(second), ErrorCode::NO_SUCH_JUDGMENT);
}

}  // namespace
}  // namespace nomic::replay::test
