// Acts that change the rule on Judgment are judged by the rule before them (212, L30): no act abolishes the Judgment by
// which it is contested, and none chooses its own Judge.

#include <algorithm>

#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;
using Lines = std::vector<std::string>;

// Ann's turn is complete. Rule 301 is in force and has no provision.
struct Heralds : Table {
  Heralds() : Table({"Ann", "Bob", "Cyd"}) { turn("Ann", enact("The herald changes the rules.")); }
};

// Ann is moving, so Cyd judges, by the rule before the act.
TEST(ActsOnJudgment, ThatAbolishItCanBeStruckByTheJudgeBefore) {
  Heralds t;
  t.ok("Bob", act(301).change(propose(v1::REPEAL, 212)));
  const auto struck = t.last();
  EXPECT_EQ(t.rule(212), nullptr);
  const auto notes = status_of(t).notes;
  EXPECT_TRUE(
      std::any_of(notes.begin(), notes.end(), [](const auto& note) { return note.variant == "act_not_judged"; }));
  t.ok("Ann", ask_judge());
  const auto question = t.last();
  // The next turn needs the consent of more than half of the others, as it did.
  EXPECT_EQ(t.refused("Bob", enact("X."), ErrorCode::CONSENT_MISSING), (Rules{212}));
  t.refused("Bob", judge_strikes(question, {}), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge_strikes(question, {struck}));
  const auto judgment = t.last();
  ASSERT_NE(t.rule(212), nullptr);
  expect_derived_alike(t);
  // And all the others can overrule it.
  t.ok("Ann", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(t.rule(212), nullptr);
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), Lines{"Bob"});
  expect_derived_alike(t);
}

TEST(ActsOnJudgment, ThatSeatAnotherJudgeAreJudgedByTheOneBefore) {
  Heralds t;
  t.ok("Bob", act(301).change(amend(212, "Bob judges.", {"judgment { seat: NAMED judge: \"Bob\" }"})));
  const auto struck = t.last();
  t.ok("Ann", ask_judge());
  t.refused("Bob", judge_strikes(t.last(), {}), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge_strikes(t.last(), {struck}));
  EXPECT_NE(t.text(212), "Bob judges.");
  expect_derived_alike(t);
}

TEST(ActsOnJudgment, AreInForceFromTheNextTurnOn) {
  Heralds t;
  t.ok("Bob", act(301).change(propose(v1::REPEAL, 212)));
  t.ok("Bob", enact("X."));
  t.refused("Ann", ask_judge(), ErrorCode::NO_JUDGMENT);
  EXPECT_FALSE(t.state().dispute().has_judgment());
  expect_derived_alike(t);
}

TEST(ActsOnJudgment, OfAnotherKindLeaveItAsItIs) {
  Heralds t;
  t.ok("Bob", act(301).change(propose(v1::TRANSMUTE_TO_IMMUTABLE, 212)));
  const auto struck = t.last();
  EXPECT_EQ(t.rule(212)->status(), v1::IMMUTABLE);
  EXPECT_FALSE(t.state().dispute().has_judgment());
  t.ok("Ann", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {struck}));
  EXPECT_EQ(t.rule(212)->status(), v1::MUTABLE);
  expect_derived_alike(t);
}

TEST(ActsOnJudgment, ThatTransmuteAnotherRuleCanBeStruck) {
  Heralds t;
  t.ok("Bob", act(301).change(amend(206, "Bob gains 10.")));
  const auto amended = t.last();
  t.ok("Bob", act(301).change(propose(v1::TRANSMUTE_TO_IMMUTABLE, 206)));
  t.ok("Ann", ask_judge());
  // Without the amendment the transmutation is of the rule as it was.
  t.ok("Cyd", judge_strikes(t.last(), {amended, amended + 1}));
  EXPECT_EQ(t.rule(206)->status(), v1::MUTABLE);
  EXPECT_NE(t.text(206), "Bob gains 10.");
  expect_derived_alike(t);
}

// What the players vote for is in force at once.
TEST(ActsOnJudgment, GiveWayToWhatAVoteChangesInTheSameTurn) {
  Heralds t;
  t.ok("Bob", amend(212, "The next player judges.",
                    {"judgment { seat: FOLLOWING overrule { numerator: 1 denominator: 1 } }"}));
  t.ok("Cyd", act(301).change(amend(212, "Ann judges.", {"judgment { seat: NAMED judge: \"Ann\" }"})));
  EXPECT_TRUE(t.state().dispute().has_judgment());
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_FALSE(t.state().dispute().has_judgment());
  t.ok("Ann", ask_judge());
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), Lines{"Cyd"});  // after Bob
  expect_derived_alike(t);
}

}  // namespace
}  // namespace nomic::replay::test
