// Who was first at the points that win is looked up, and no record is read for it: in a long game with rounds the cost
// of a victory must not grow with what was played before.

#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

// A game that counts the records that its engine reads.
class CountedReads : public Table {
 public:
  using Table::Table;
  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    ++reads_;
    return Table::at(index);
  }
  // Since it was asked last.
  std::uint64_t reads() { return std::exchange(reads_, 0); }

 private:
  mutable std::uint64_t reads_ = 0;
};

// Each turn gives its player a point; a rule keeps its number. Rule 6 says who wins a round.
v1::Ruleset with_rounds() {
  return rules_with({"adoption { quota { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } }",
                     "numbering { first: 301 changed_rule: KEEPS_ITS_OWN }", "turn_order { order: SEATING }",
                     "turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1000 } reckoned: "
                     "AFTER_EFFECT } } }",
                     "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } }",
                     "victory { points_thousandths: 9000000 ends: ROUND }"});
}

TEST(FirstReached, IsLookedUpInALongGameWithRounds) {
  CountedReads t({"Ann", "Bob", "Cyd"}, with_rounds(), v1::TABLE);
  const std::vector<std::string> players = {"Ann", "Bob", "Cyd"};
  std::size_t turn = 0;
  const auto play = [&](const v1::Event& proposal) { return t.turn(players[turn++ % 3], proposal); };
  const auto many = amend(6, "Many points win the round.", {"victory { points_thousandths: 9000000 ends: ROUND }"});
  const auto few = amend(6, "Two points win the round.", {"victory { points_thousandths: 2000 ends: ROUND }"});
  std::uint64_t most = 0;
  for (int round = 0; round < 20; ++round) {
    play(many);
    for (int at = 0; at < 6; ++at) play(enact("Filler."));
    static_cast<void>(t.reads());
    const auto emitted = play(few);
    most = std::max(most, t.reads());
    // All have won the round, and the first round says when they first had two points ever.
    const auto won = of_kind(emitted, Kind::kVictory);
    ASSERT_EQ(won.size(), 3U) << round;
    for (const auto& one : won) EXPECT_LT(one.victory().reached_at(), t.last());
    EXPECT_TRUE(has(emitted, Kind::kRoundEnded));
    for (const auto& player : players) EXPECT_EQ(t.points(player), 0);
  }
  EXPECT_EQ(t.state().rounds(), 20U);
  EXPECT_GT(t.state().size(), 800U);
  EXPECT_EQ(most, 0U);
}

TEST(FirstReached, OfATurnDerivedAgainReadsThatTurnAlone) {
  CountedReads t({"Ann", "Bob", "Cyd"}, with_rounds(), v1::TABLE);
  const std::vector<std::string> players = {"Ann", "Bob", "Cyd"};
  for (std::size_t turn = 0; turn < 30; ++turn) t.turn(players[turn % 3], enact("Filler."));
  const auto before = t.state().size();
  t.turn("Ann", amend(6, "Two points win the round.", {"victory { points_thousandths: 2000 ends: ROUND }"}));
  const auto ballot = t.last();
  EXPECT_EQ(t.state().rounds(), 1U);
  t.ok("Bob", invoke());
  const auto asked = t.last();
  static_cast<void>(t.reads());
  t.ok("Cyd", judge(asked).strikes({ballot}));
  EXPECT_EQ(t.state().rounds(), 0U);
  t.ok("Cyd", vote(FOR));
  EXPECT_EQ(t.state().rounds(), 1U);
  // The turn's records, a few times each.
  EXPECT_LE(t.reads(), 6 * (t.state().size() - before));
}

// L68: after nine turns each has three points, and the tenth gives Ann a fourth. By then two points win a round.
// With NOBODY the one who alone stands highest wins all the same.
TEST(FirstReached, OfSeveralAtOneRecordTheRuleOnTiesSaysWhoWinsARound) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {{"", 3},
                                                                  {"ties: LEFT_TO_JUDGMENT", 3},
                                                                  {"ties: ALL", 3},
                                                                  {"ties: NOBODY", 1},
                                                                  {"ties: THE_MOVER", 1},
                                                                  {"ties: THE_HIGHEST", 1}};
  const std::vector<std::string> players = {"Ann", "Bob", "Cyd"};
  for (const auto& [ties, winners] : cases) {
    SCOPED_TRACE(ties);
    Table t(players, with_rounds(), v1::TABLE);
    for (std::size_t turn = 0; turn < 9; ++turn) t.turn(players[turn % 3], enact("Filler."));
    const auto emitted =
        t.turn("Ann", amend(6, "Two.", {"victory { points_thousandths: 2000 ends: ROUND " + ties + " }"}));
    const auto won = of_kind(emitted, Kind::kVictory);
    EXPECT_EQ(won.size(), winners);
    if (winners == 1) {
      EXPECT_EQ(player_of(won[0]), "Ann");
    }
    EXPECT_EQ(t.state().rounds(), 1U);
    EXPECT_EQ(t.points("Bob"), 0);
    // Play goes on.
    t.turn("Bob", enact("More filler."));
  }
}

}  // namespace
}  // namespace nomic::replay::test
