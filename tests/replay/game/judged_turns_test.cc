// Turns that begin with a contested proposal that a Judgment upholds, and what becomes of them and of what was judged
// in them once that Judgment is overruled (L23, L26, L51, L63, L65).

#include "nomic/replay/digest.h"
#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Names = std::vector<std::string>;
using Records = std::vector<std::uint64_t>;
using Codes = std::vector<std::string>;

const Names FOUR = {"Ann", "Bob", "Cyd", "Dan"};

v1::Event both(v1::Event first, const v1::Event& second) {
  *first.mutable_proposal_made()->add_changes() = second.proposal_made().changes(0);
  return first;
}

// Ann's turn is complete, and Dan is its Judge. Bob is next, and contests a proposal that is two rule-changes in one
// (202). Cyd has invoked Judgment, so the turn needs consent too (212).
struct NextPlayers : Table {
  explicit NextPlayers(const v1::Event& two = both(propose(v1::REPEAL, 209), propose(v1::REPEAL, 210))) : Table(FOUR) {
    turn("Ann", enact("1."));
    ok("Bob", contest(two));
    contested = last();
    ok("Cyd", invoke());
    asked = last();
  }

  // Dan upholds it as the beginning of Bob's turn.
  void begin() {
    EXPECT_TRUE(has(ok("Dan", judge(asked).upholds({contested}).cites({202, 212})), Kind::kTurnBegan));
    judgment = last();
  }
  Consequences overruled_by(std::uint64_t record, const Names& names) {
    Consequences emitted;
    for (const auto& name : names) emitted = ok(name, overrule(record));
    return emitted;
  }
  [[nodiscard]] bool is_derived_alike() const { return digest_of(derived_again().back()) == digest_of(state()); }

  std::uint64_t contested = 0;
  std::uint64_t asked = 0;
  std::uint64_t judgment = 0;
};

// ---- Judgments of a turn that has not begun after all (L23, L26) ---------------------------------------------------

TEST(JudgedTurn, AJudgmentDeliveredInItFallsWithItIfItsAuthorIsNoJudge) {
  NextPlayers t;
  t.begin();
  // Bob is moving: Ann judges.
  settled(t, "Cyd", "Ann", judge(0).under(206).finds_points("Cyd", 7));
  const auto found = t.last();
  const auto asked = found - 1;
  EXPECT_EQ(t.points("Cyd"), 7);
  const auto emitted = t.overruled_by(t.judgment, {"Ann", "Bob", "Cyd"});
  // It is Ann who is moving, and Dan who judges.
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(t.points("Cyd"), 0);
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{t.contested, found}));
  EXPECT_EQ(codes_of(of_kind(emitted, Kind::kMoveFallen).back().move_fallen().refusals()), Codes{"NOT_THE_JUDGE"});
  t.refused("Bob", overrule(found), ErrorCode::NO_SUCH_JUDGMENT);
  EXPECT_TRUE(overrulers_missing(t.engine, *judgments_in_dispute(t.state()).back()).empty());
  EXPECT_TRUE(t.is_derived_alike());
  // Its question is open, and Ann has not judged it.
  const auto& question = t.state().questions(1);
  ASSERT_EQ(question.record(), asked);
  EXPECT_EQ(judges_of(t.engine, question), Names{"Dan"});
  t.ok("Dan", judge(asked).under(206).finds_points("Cyd", 3));
  EXPECT_EQ(t.points("Cyd"), 3);
  EXPECT_TRUE(t.is_derived_alike());
}

TEST(JudgedTurn, WhatAFallenJudgmentStruckStands) {
  NextPlayers t;
  t.begin();
  t.ok("Bob", say("A word."));
  const auto said = t.last();
  settled(t, "Cyd", "Ann", judge(0).strikes({said}));
  EXPECT_EQ(Records(t.state().dispute().struck().begin(), t.state().dispute().struck().end()), Records{said});
  t.overruled_by(t.judgment, {"Ann", "Bob", "Cyd"});
  EXPECT_TRUE(t.state().dispute().struck().empty());
  // Derived again for something else, it does not count either.
  settled(t, "Cyd", "Dan", judge(0).strikes({t.contested - 1}));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(Records(t.state().dispute().struck().begin(), t.state().dispute().struck().end()),
            Records{t.contested - 1});
  EXPECT_TRUE(t.is_derived_alike());
}

TEST(JudgedTurn, AJudgmentOfWhoIsTheJudgeWithoutItStands) {
  NextPlayers t;
  t.begin();
  // Without Ann it is Dan who judges in Bob's turn, and in hers.
  t.ok("Ann", forfeit());
  settled(t, "Cyd", "Dan", judge(0).under(206).finds_points("Cyd", 7));
  const auto found = t.last();
  const auto emitted = t.overruled_by(t.judgment, {"Bob", "Cyd"});
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), Records{t.contested});
  EXPECT_EQ(t.points("Cyd"), 7);
  EXPECT_EQ(t.state().questions(1).answered_by(), found);
  EXPECT_TRUE(t.is_derived_alike());
}

// ---- Consent that is given later (L51, L63) ------------------------------------------------------------------------

TEST(JudgedTurn, BeginsOnceEnoughPlayersHaveConsented) {
  NextPlayers t;
  const auto upheld = t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({202}));
  EXPECT_FALSE(has(upheld, Kind::kTurnBegan));
  EXPECT_FALSE(has(t.ok("Ann", consent()), Kind::kTurnBegan));  // 1 of 3
  const auto emitted = t.ok("Cyd", consent());
  EXPECT_EQ(one(emitted, Kind::kTurnBegan).turn_began().player(), "Bob");
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), Records{t.contested});
  EXPECT_EQ(t.state().turn().first_record(), t.last());
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  // It is a turn like any other: its moves can be struck.
  t.ok("Bob", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR));
  t.ok("Dan", vote(AGAINST));
  EXPECT_EQ(t.points("Bob"), -10);
  settled(t, "Cyd", "Ann", judge(0).strikes({t.last()}));
  EXPECT_EQ(t.points("Bob"), 0);
  t.ok("Dan", vote(FOR));
  EXPECT_EQ(t.rule(209), nullptr);
  EXPECT_TRUE(t.is_derived_alike());
}

TEST(JudgedTurn, BeginsOnceAPlayerLeavesWhoseConsentWasMissing) {
  NextPlayers t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({202}));
  t.ok("Ann", consent());
  EXPECT_FALSE(has(t.ok("Dan", forfeit()), Kind::kTurnBegan));  // 1 of 2
  EXPECT_TRUE(has(t.ok("Cyd", forfeit()), Kind::kTurnBegan));   // 1 of 1
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  EXPECT_TRUE(t.is_derived_alike());
}

TEST(JudgedTurn, HasNotBegunByConsentOnceItsJudgmentIsOverruled) {
  NextPlayers t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({202}));
  const auto judgment = t.last();
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Bob", call());
  const auto called = t.last();
  const auto emitted = t.overruled_by(judgment, {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{called, t.contested}));
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_TRUE(t.state().proposals().empty());
  EXPECT_TRUE(t.is_derived_alike());
  // They have consented, so it begins by the next Judgment at once.
  EXPECT_TRUE(has(t.ok("Cyd", judge(t.asked).upholds({t.contested}).cites({202})), Kind::kTurnBegan));
  EXPECT_TRUE(t.is_derived_alike());
}

TEST(JudgedTurn, DoesNotBeginByConsentIfItsJudgmentWasOverruledBefore) {
  NextPlayers t;
  t.ok("Dan", judge(t.asked).upholds({t.contested}).cites({202}));
  t.overruled_by(t.last(), {"Ann", "Bob", "Cyd"});
  for (const auto* who : {"Ann", "Cyd", "Dan"}) EXPECT_FALSE(has(t.ok(who, consent()), Kind::kTurnBegan));
  EXPECT_TRUE(t.state().proposals().empty());
  EXPECT_TRUE(t.is_derived_alike());
}

// ---- A later turn that has not begun after all (L63) ---------------------------------------------------------------

TEST(JudgedTurn, ItsJudgmentCanBeOverruledAgainOnceTheNextTurnHasNotBegun) {
  NextPlayers t;
  t.begin();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  EXPECT_EQ(t.rule(209), nullptr);
  t.ok("Cyd", contest(both(propose(v1::REPEAL, 204), propose(v1::REPEAL, 206))));
  settled(t, "Cyd", "Ann", judge(0).upholds({t.last()}).cites({202, 212}));
  const auto later = t.last();
  EXPECT_EQ(t.state().turn().number(), 3U);
  t.refused("Bob", overrule(t.judgment), ErrorCode::NO_SUCH_JUDGMENT);
  t.overruled_by(later, {"Bob", "Cyd", "Dan"});
  EXPECT_EQ(t.state().turn().number(), 2U);
  EXPECT_EQ(judgments_in_dispute(t.state()).front()->record(), t.judgment);
  EXPECT_TRUE(t.is_derived_alike());
  t.overruled_by(t.judgment, {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_NE(t.rule(209), nullptr);
  EXPECT_TRUE(t.is_derived_alike());
}

// ---- Numbers (L65) -------------------------------------------------------------------------------------------------

TEST(JudgedTurn, ItsProposalKeepsItsNumberWhenItIsUpheldOnceMore) {
  NextPlayers t;
  t.begin();
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  t.overruled_by(t.judgment, {"Ann", "Bob", "Cyd"});
  t.ok("Cyd", judge(t.asked).upholds({t.contested}).cites({202, 212}));
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  EXPECT_EQ(t.state().next_number(), 303U);
  EXPECT_TRUE(t.is_derived_alike());
}

TEST(JudgedTurn, ItsRulesKeepTheirNumbersWhenItIsUpheldOnceMore) {
  NextPlayers t(both(enact("Tea."), enact("Cake.")));
  t.begin();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.text(302), "Tea.");
  EXPECT_EQ(t.text(303), "Cake.");
  t.overruled_by(t.judgment, {"Ann", "Bob", "Cyd"});
  EXPECT_EQ(t.rule(302), nullptr);
  t.ok("Cyd", judge(t.asked).upholds({t.contested}).cites({202, 212}));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.text(302), "Tea.");
  EXPECT_EQ(t.text(303), "Cake.");
  t.ok("Bob", roll(1));
  EXPECT_TRUE(t.is_derived_alike());
}

// Another proposal made in between has the next number.
TEST(JudgedTurn, NoOtherProposalTakesItsNumber) {
  NextPlayers t;
  t.begin();
  t.overruled_by(t.judgment, {"Ann", "Bob", "Cyd"});
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  EXPECT_EQ(one(t.ok("Bob", enact("2.")), Kind::kProposalMade).proposal_made().proposal(), "303");
}

}  // namespace
}  // namespace nomic::replay::test
