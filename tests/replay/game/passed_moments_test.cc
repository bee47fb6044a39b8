// A rule that is to repeal or change itself at a moment that has passed when it takes effect never does (L60, L14,
// 107).
#include <gmock/gmock.h>

#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

// Two players: a circuit is two turns. Two turns are over.
struct AfterOneCircuit : Table {
  AfterOneCircuit() : Table({"Ann", "Bob"}) {
    turn("Ann", enact("Tea."));   // 301
    turn("Bob", enact("Cake."));  // 302
  }
  void fill_turn() { turn(next_player(engine), enact("Filler.")); }
  [[nodiscard]] bool passed(std::uint32_t number) const { return has_passed(*rule(number), 0); }
  void is_found_right() const {
    expect_derived_alike(*this);
    Watch watch;
    watch.see_all(*this);
    EXPECT_EQ(watch.found(), "") << watch.words();
  }
};

TEST(PassedMoments, ATurnThatIsComplete) {
  AfterOneCircuit t;
  t.turn("Ann", enact("Gone after turn 1.", {"self_repeal { after_turn: 1 }"}));  // 303, in turn 3
  EXPECT_NE(t.rule(303), nullptr);
  EXPECT_TRUE(t.passed(303));
  t.turn("Bob", enact("Gone after turn 4.", {"self_repeal { after_turn: 4 }"}));  // in turn 4: it goes with it
  EXPECT_EQ(t.rule(304), nullptr);
  t.turn("Ann", enact("Gone after turn 6.", {"self_repeal { after_turn: 6 }"}));
  EXPECT_NE(t.rule(305), nullptr);
  t.fill_turn();
  EXPECT_EQ(t.rule(305), nullptr);
  t.fill_turn();
  EXPECT_NE(t.rule(303), nullptr);
  t.is_found_right();
}

TEST(PassedMoments, ACircuitThatIsComplete) {
  AfterOneCircuit t;
  t.turn("Ann", enact("Gone after circuit 1.", {"self_repeal { after_circuit: 1 }"}));  // 303
  t.turn("Bob", enact("Gone after circuit 2.", {"self_repeal { after_circuit: 2 }"}));  // 304 ends circuit 2
  EXPECT_NE(t.rule(303), nullptr);
  EXPECT_EQ(t.rule(304), nullptr);
  t.fill_turn();
  t.fill_turn();
  EXPECT_NE(t.rule(303), nullptr);
  t.is_found_right();
}

// A record comes a second after the one before, the first one second after 1970 began.
TEST(PassedMoments, ATime) {
  AfterOneCircuit t;
  t.turn("Ann", enact("Gone long since.", {"self_repeal { at: \"1970-01-01T00:00:10Z\" }"}));  // 303
  EXPECT_NE(t.rule(303), nullptr);
  t.turn("Bob", enact("Gone in a day.", {"self_repeal { at: \"1970-01-02T00:00:00Z\" }"}));  // 304
  EXPECT_NE(t.rule(304), nullptr);
  t.later = 2 * 24 * 3600;
  t.fill_turn();
  EXPECT_NE(t.rule(303), nullptr);
  EXPECT_EQ(t.rule(304), nullptr);
  t.is_found_right();
}

TEST(PassedMoments, OfAnAmendment) {
  AfterOneCircuit t;
  t.turn("Ann", enact("Gone after circuit 9.", {"self_repeal { after_circuit: 9 }"}));       // 303
  t.turn("Bob", amend(303, "Gone after circuit 1.", {"self_repeal { after_circuit: 1 }"}));  // 304
  t.fill_turn();
  t.fill_turn();
  EXPECT_NE(t.rule(304), nullptr);
  t.is_found_right();
}

// 203 is amended to change at a time that has passed.
TEST(PassedMoments, OfAChange) {
  AfterOneCircuit t;
  t.turn("Ann", amend(203, "All, and half since long ago.",
                      {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } later { at: "
                       "\"1970-01-01T00:00:10Z\" quota { numerator: 1 denominator: 2 base: ELIGIBLE } } }"}));
  for (int turns = 0; turns < 2; ++turns) t.fill_turn();
  EXPECT_EQ(t.rule(303)->provisions(0).adoption().quota().denominator(), 1U);
  EXPECT_TRUE(t.passed(303));
  t.is_found_right();
}

// One that comes into force later is looked at then: turn 3 is over when what was adopted in it waits for the next.
TEST(PassedMoments, WhenTheRuleTakesEffectAndNotWhenItIsAdopted) {
  AfterOneCircuit t;
  t.turn("Ann", amend(205, "With the next turn.", {"effectiveness { when: NEXT_TURN }"}));  // 303, in turn 3
  t.turn("Bob", enact("Gone after turn 4.", {"self_repeal { after_turn: 4 }"}));            // 304, adopted in turn 4
  EXPECT_EQ(t.rule(304), nullptr);
  t.fill_turn();
  EXPECT_NE(t.rule(304), nullptr);
  t.fill_turn();
  EXPECT_NE(t.rule(304), nullptr);
  t.is_found_right();
}

TEST(PassedMoments, AreSaidBeforeTheVote) {
  AfterOneCircuit t;
  t.ok("Ann", enact("Gone after turn 1.", {"self_repeal { after_turn: 1 }"}));
  const auto found = warnings(t.engine, t.state().proposals(0), t);
  ASSERT_TRUE(found);
  std::vector<std::string> cases;
  for (const Remark& remark : *found) cases.push_back(remark.variant);
  EXPECT_THAT(cases, testing::Contains("moment_passed"));
}

TEST(PassedMoments, AtWhichARuleGoesAllTheSameAreFound) {
  AfterOneCircuit t;
  t.turn("Ann", enact("Gone after turn 1.", {"self_repeal { after_turn: 1 }"}));
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index != t.last()) return;
    auto& gone = shown.emitted.emplace_back();
    gone.set_record(t.last());
    gone.set_order(static_cast<std::uint32_t>(shown.emitted.size() - 1));
    gone.mutable_rule_repealed()->set_from_number("303");
    *gone.mutable_rule() = ref_to(*t.rule(303));
  });
  EXPECT_THAT(watch.found(), testing::HasSubstr("R205 #" + std::to_string(t.last()))) << watch.words();
}

}  // namespace
}  // namespace nomic::replay::test
