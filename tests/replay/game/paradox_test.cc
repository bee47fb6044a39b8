// Rule 213: a Judgment declares that a move is as legal as it is illegal, and finds who wins by it (L29b, L45).

#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

const std::vector<std::string> THREE = {"Ann", "Bob", "Cyd"};

TEST(Paradox, DeclaredAloneDeclaresNoWinner) {
  Table t(THREE);
  t.ok("Ann", enact("This rule is not in force."));
  const auto emitted = settled(t, "Bob", "Cyd", judge(0).declares_a_paradox());
  EXPECT_EQ(one(emitted, Kind::kFound).rule().number(), 213);
  EXPECT_TRUE(one(emitted, Kind::kFound).found().paradox().wins());
  EXPECT_FALSE(has(emitted, Kind::kVictory));
  t.ok("Ann", call());  // the turn goes on
}

TEST(Paradox, WithTheFirstPlayerUnableToCompleteATurnIsHisVictoryUnder213) {
  Table t(THREE);
  t.ok("Ann", enact("This rule is not in force."));
  const auto emitted = settled(t, "Bob", "Cyd", judge(0).declares_a_paradox().under(213).finds_winner("Ann"));
  EXPECT_EQ(one(emitted, Kind::kVictory).victory().player(), "Ann");
  EXPECT_EQ(one(emitted, Kind::kVictory).rule().number(), 213);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
  t.refused("Ann", call(), ErrorCode::GAME_WON);
}

TEST(Paradox, PrevailsOverAVictoryByPoints) {
  Table t(THREE);
  t.turn("Ann", amend(208, "Five points win.", {"victory { points_thousandths: 5000 }"}), FOR, 6);
  EXPECT_EQ(t.state().winners(0).player(), "Ann");
  settled(t, "Bob", "Cyd", judge(0).declares_a_paradox().under(213).finds_winner("Bob"));
  ASSERT_EQ(t.state().winners_size(), 1);
  EXPECT_EQ(t.state().winners(0).player(), "Bob");
  EXPECT_EQ(t.state().winners(0).rule(), 213U);
}

TEST(Paradox, OverruledIsNone) {
  Table t(THREE);
  t.ok("Ann", enact("This rule is not in force."));
  settled(t, "Bob", "Cyd", judge(0).declares_a_paradox().under(213).finds_winner("Ann"));
  const auto judgment = t.last();
  t.ok("Ann", overrule(judgment));
  const auto emitted = t.ok("Bob", overrule(judgment));
  EXPECT_EQ(judge_named(emitted), "Bob");
  EXPECT_TRUE(t.state().winners().empty());
  t.ok("Ann", call());
}

TEST(Paradox, WithoutARuleOnItSaysSo) {
  Table t(THREE);
  t.turn("Ann", propose(v1::REPEAL, 213));
  const auto emitted = settled(t, "Bob", "Cyd", judge(0).declares_a_paradox());
  EXPECT_TRUE(one(emitted, Kind::kFound).found().has_paradox());
  EXPECT_FALSE(one(emitted, Kind::kFound).found().paradox().wins());
}

TEST(Paradox, WithNobodyLeftToJudgeDeclaresNothingByItself) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("This rule is not in force."));
  t.ok("Ann", invoke());
  const auto asked = t.last();
  t.ok("Bob", judge(asked).declares_a_paradox().under(213).finds_winner("Bob"));
  t.ok("Ann", overrule(t.last()));
  EXPECT_TRUE(t.state().winners().empty());
  t.refused("Ann", judge(asked), ErrorCode::NOT_THE_JUDGE);
  t.refused("Bob", judge(asked), ErrorCode::NOT_THE_JUDGE);
}

}  // namespace
}  // namespace nomic::replay::test
