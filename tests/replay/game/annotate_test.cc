// Notes under rules: no part of their texts, and nothing follows from them.

#include "nomic/replay/content.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

// Founded by 33 records. Ann's proposal, #33, is rule 301.
struct Noted : Table {
  Noted() : Table({"Ann", "Bob", "Cyd"}) { turn("Ann", enact("Cake is served at noon.")); }

  // "Bob: text", each note under the rule, with the record of a Judgment.
  [[nodiscard]] std::vector<std::string> notes(std::uint32_t number) const {
    std::vector<std::string> all;
    const auto whole = with_texts(*this, *rule(number));
    EXPECT_TRUE(whole);
    if (!whole) return all;
    for (const auto& note : whole->notes()) {
      const auto judgment = note.judgment() == 0 ? "" : " (#" + std::to_string(note.judgment()) + ")";
      all.push_back(note.author() + ": " + note.text() + judgment);
    }
    return all;
  }
};

using Notes = std::vector<std::string>;

TEST(Notes, StandUnderARuleAndChangeNothingOfIt) {
  Noted t;
  const auto since = t.rule(301)->since();
  const auto done = t.ok("Bob", annotate(301, "Sponge, it is thought."));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].rule_annotated().player(), "Bob");
  EXPECT_EQ(done[0].rule_annotated().number(), "301");
  EXPECT_EQ(done[0].rule_annotated().note(), "Sponge, it is thought.");
  EXPECT_EQ(done[0].rule().number(), 116);
  t.ok("Cyd", annotate(301, "With jam."));
  EXPECT_EQ(t.notes(301), (Notes{"Bob: Sponge, it is thought.", "Cyd: With jam."}));
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_EQ(t.rule(301)->since(), since);
  // The state has no word of it.
  EXPECT_EQ(t.rule(301)->notes(0).text(), "");
  expect_derived_alike(t);
}

TEST(Notes, AreOfAJudgment) {
  Noted t;
  t.ok("Bob", ask_judge());
  t.refused("Bob", annotate(301, "So.", t.last()), ErrorCode::NO_SUCH_JUDGMENT);
  t.ok("Cyd", judge_strikes(t.last(), {}));
  const auto judgment = t.last();
  t.ok("Bob", annotate(301, "Noon is noon.", judgment));
  EXPECT_EQ(t.notes(301), (Notes{"Bob: Noon is noon. (#" + std::to_string(judgment) + ")"}));
  t.refused("Bob", annotate(301, "So.", t.last() + 1), ErrorCode::NO_SUCH_RECORD);
  expect_derived_alike(t);
}

TEST(Notes, GoWithTheRuleThroughItsVersionsAndItsRepeal) {
  Noted t;
  t.ok("Bob", annotate(301, "Sponge."));
  t.turn("Bob", amend(301, "Cake is served at one."));
  EXPECT_EQ(t.notes(302), (Notes{"Bob: Sponge."}));
  t.turn("Cyd", propose(v1::REPEAL, 302));
  t.turn("Ann", propose(v1::REENACT, 302));
  EXPECT_EQ(t.notes(304), (Notes{"Bob: Sponge."}));
  expect_derived_alike(t);
}

TEST(Notes, AreTakenAwayByAnybodyAndStruckAsOtherMovesAre) {
  Noted t;
  t.ok("Bob", annotate(301, "Sponge."));
  const auto first = t.last();
  t.ok("Bob", annotate(301, "Jam."));
  const auto second = t.last();
  const auto done = t.ok("Cyd", take_note_away(first));
  EXPECT_EQ(done[0].rule_annotated().about(), first);
  EXPECT_EQ(done[0].rule_annotated().number(), "301");
  EXPECT_EQ(t.notes(301), (Notes{"Bob: Jam."}));
  t.refused("Cyd", take_note_away(first), ErrorCode::NO_SUCH_NOTE);
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {second}));
  EXPECT_EQ(t.notes(301), (Notes{}));
  expect_derived_alike(t);
}

TEST(Notes, Refusals) {
  Noted t;
  t.refused("Eve", annotate(301, "Sponge."), ErrorCode::NOT_A_PLAYER);
  t.refused("Bob", annotate(301, ""), ErrorCode::TEXT_EMPTY);
  t.refused("Bob", annotate(301, std::string(60'001, 'x')), ErrorCode::TEXT_TOO_LONG);
  t.refused("Bob", annotate(302, "Sponge."), ErrorCode::NO_SUCH_RULE);
  t.refused("Bob", take_note_away(33), ErrorCode::NO_SUCH_NOTE);
  t.ok("Bob", annotate(301, "Sponge."));
  auto both = take_note_away(t.last());
  both.mutable_rule_annotated()->set_text("Jam.");
  t.refused("Bob", both, ErrorCode::NO_SUCH_NOTE);
  for (int i = 1; i < 100; ++i) t.ok("Bob", annotate(301, "More."));
  t.refused("Bob", annotate(301, "Too much."), ErrorCode::TOO_MANY_NOTES);
}

}  // namespace
}  // namespace nomic::replay::test
