// Rules 202, 204, 206 and 208: what is gained and lost, and who wins.

#include "game/voting/tally.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

TEST(Scores, PopularityIsRoundedToTheNearestPointAndAnExactHalfGoesUp) {
  v1::Amount amount;
  amount.mutable_popularity()->set_minus(291);
  struct Row {
    std::uint32_t proposal, in_favour, cast;
    std::int64_t points;
  };
  // Worked out by hand: (number - 291) x in favour / cast.
  for (const auto& row : std::vector<Row>{{301, 7, 8, 9},      // 8.75
                                          {302, 8, 8, 11},     // 11
                                          {305, 3, 5, 8},      // 8.4
                                          {305, 1, 4, 4},      // 3.5
                                          {306, 1, 2, 8},      // 7.5
                                          {301, 0, 5, 0},      // 0
                                          {301, 1, 3, 3},      // 3.33
                                          {301, 2, 3, 7},      // 6.67
                                          {291, 3, 4, 0},      // 0
                                          {290, 1, 2, 0},      // -0.5 goes up to 0
                                          {289, 3, 4, -1},     // -1.5 goes up to -1
                                          {288, 1, 1, -3}}) {  // -3
    EXPECT_EQ(amount_of(amount, row.proposal, row.in_favour, row.cast), row.points * 1000)
        << row.proposal << " " << row.in_favour << "/" << row.cast;
  }
  EXPECT_EQ(amount_of(amount, 301, 0, 0), 0);
}

TEST(Scores, QuotasAreExact) {
  struct Row {
    std::uint32_t in_favour, against, eligible, numerator, denominator;
    bool strict, met;
  };
  for (const auto& row : std::vector<Row>{{5, 0, 5, 1, 1, false, true},
                                          {4, 1, 5, 1, 1, false, false},
                                          {3, 2, 5, 1, 2, true, true},
                                          {2, 2, 4, 1, 2, true, false},
                                          {2, 2, 4, 1, 2, false, true},
                                          {2, 1, 3, 2, 3, false, true},
                                          {66, 34, 100, 2, 3, false, false},
                                          {67, 33, 100, 2, 3, false, true},
                                          {0, 0, 0, 1, 1, false, false},
                                          {5, 0, 5, 1, 0, false, false}}) {
    Tally tally;
    tally.in_favour = row.in_favour;
    tally.against = row.against;
    tally.eligible = row.eligible;
    v1::Quota quota;
    quota.set_numerator(row.numerator);
    quota.set_denominator(row.denominator);
    quota.set_strict(row.strict);
    quota.set_base(v1::Quota::ELIGIBLE);
    EXPECT_EQ(meets(tally, quota), row.met) << row.in_favour << " of " << row.eligible;
  }
}

TEST(Scores, ADefeatCostsTheProponentInAMailGameWhichPaysForItToo) {
  Table t({"Ann Baker", "Bob Carter", "Cyd Dow"}, "1990", v1::MAIL);
  t.ok("Ann Baker", enact("X."));
  t.ok("Ann Baker", call());
  t.ok("Ann Baker", vote(FOR));
  t.ok("Bob Carter", vote(FOR));
  t.ok("Cyd Dow", vote(AGAINST));
  EXPECT_EQ(t.points("Ann Baker"), 7 - 10);  // 10 x 2/3 = 6.67 (202), -10 (206)
}

TEST(Scores, AnImmutableRuleNeedsEverybodyAndItsDefeatPaysNobody) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", amend(203, "Half.", {"adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } }"}), FOR, 1);
  t.ok("Bob", propose(v1::TRANSMUTE_TO_MUTABLE, 101));
  t.ok("Bob", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto emitted = t.ok("Cyd", vote(AGAINST));
  EXPECT_EQ(one(emitted, Kind::kProposalDefeated).rule().number(), 109);
  EXPECT_EQ(t.points("Cyd"), 0);
  t.ok("Bob", roll(1));
  // The other way needs only what 203's successor asks (L8).
  t.ok("Cyd", propose(v1::TRANSMUTE_TO_IMMUTABLE, 210));
  t.ok("Cyd", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(AGAINST));
  EXPECT_TRUE(has(t.ok("Cyd", vote(FOR)), Kind::kProposalAdopted));
}

TEST(Scores, EveryScoreIsTheSumOfItsEntries) {
  Table t({"Ann", "Bob"});
  std::int64_t sum = 0;
  for (int i = 0; i < 6; ++i) {
    const auto emitted = t.turn(i % 2 == 0 ? "Ann" : "Bob", enact("X."), i % 3 == 0 ? AGAINST : FOR, 2);
    for (const auto& entry : of_kind(emitted, Kind::kScore)) {
      if (entry.score().player() == "Ann") sum += entry.score().points();
    }
  }
  EXPECT_EQ(t.state().players(0).points(), sum);
}

// ---- Victory -------------------------------------------------------------------------------------------------------

TEST(Victory, GoesToWhoStandsAtThePointsThatWinAndEndsTheGame) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", amend(208, "Six.", {"victory { points_thousandths: 6000 }"}), FOR, 5);
  const auto emitted = t.turn("Bob", enact("X."), FOR, 6);
  const auto& won = one(emitted, Kind::kVictory);
  EXPECT_EQ(won.victory().player(), "Bob");
  EXPECT_EQ(won.rule().number(), 301);
  EXPECT_EQ(won.victory().reached_at(), t.last());
  EXPECT_EQ(t.refused("Ann", enact("Y."), ErrorCode::GAME_WON), (std::vector<std::uint32_t>{301}));
  t.refused("Ann", forfeit(), ErrorCode::GAME_WON);
  t.refused("Eve", join("Eve"), ErrorCode::GAME_WON);
}

TEST(Victory, OfTheTableIsAtAHundredAndByMailAtTwoHundred) {
  EXPECT_EQ(Table({"Ann", "Bob"}).engine.law().victories().size(), 2U);  // points, and 213
  EXPECT_EQ(Table({"Ann", "Bob"}).engine.law().victories().front().value.points_thousandths(), 100'000);
  EXPECT_EQ(Table({"Ann", "Bob"}, "1990", v1::MAIL).engine.law().victories().front().value.points_thousandths(),
            200'000);
}

TEST(Victory, AtALoweredFigureIsWonAtTheRecordOfTheChangeWithTheRecordAtWhichItWasReached) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("X."), FOR, 6);
  const auto reached = t.last();
  t.ok("Bob", amend(208, "Five.", {"victory { points_thousandths: 5000 }"}));
  t.ok("Bob", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_EQ(one(emitted, Kind::kVictory).victory().player(), "Ann");
  EXPECT_EQ(one(emitted, Kind::kVictory).victory().reached_at(), reached);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
}

TEST(Victory, OfSeveralAtOneRecordNamesAll) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."), FOR, 6);
  const auto first = t.last();
  t.turn("Bob", enact("X."), FOR, 5);
  const auto second = t.last();
  t.ok("Cyd", amend(208, "Five.", {"victory { points_thousandths: 5000 }"}));
  t.ok("Cyd", call());
  const auto won = of_kind(t.everyone_votes(FOR), Kind::kVictory);
  ASSERT_EQ(won.size(), 2U);
  EXPECT_EQ(won[0].victory().reached_at(), first);
  EXPECT_EQ(won[1].victory().reached_at(), second);
}

TEST(Victory, IsNotForWhoHasForfeited) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."), FOR, 6);
  t.ok("Ann", forfeit());
  const auto emitted = t.turn("Bob", amend(208, "Five.", {"victory { points_thousandths: 5000 }"}), FOR, 1);
  EXPECT_FALSE(has(emitted, Kind::kVictory));
}

}  // namespace
}  // namespace nomic::replay::test
