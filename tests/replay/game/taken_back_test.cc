// A proposal that is taken back is no proposal of the turn: another is due before anything else of it (L64, 202).
#include <gmock/gmock.h>

#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

v1::Event take_back(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_proposal_withdrawn()->set_proposal(reference(proposal));
  return event;
}

// Rules 1 to 4; a turn is a proposal and a throw.
struct Turns : Table {
  explicit Turns(const std::string& order = "turn_order { order: SEATING }")
      : Table({"Ann", "Bob", "Cyd"},
              rules_of({{order,
                         "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 "
                         "points_per_pip_thousandths: 1000 } } }"},
                        {"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                        {"numbering { first: 20 changed_rule: KEEPS_ITS_OWN }"},
                        {"proposing { withdrawal: BEFORE_OUTCOME }"}}),
              v1::TABLE) {}

  void is_found_right() const {
    expect_derived_alike(*this);
    Watch watch;
    watch.see_all(*this);
    EXPECT_EQ(watch.found(), "") << watch.words();
  }
};

TEST(TakenBack, AnotherProposalIsDueBeforeTheThrow) {
  Turns t;
  t.ok("Ann", enact("Tea."));  // 20
  t.ok("Ann", take_back(20));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::BEGUN);
  EXPECT_EQ(t.state().turn().proposal(), 0U);
  t.refused("Ann", roll(3), ErrorCode::NO_THROW_DUE);
  t.refused("Bob", enact("Out of turn."), ErrorCode::TURN_NOT_COMPLETE);
  // It keeps its number: the next has the next.
  const auto made = t.ok("Ann", enact("Cake."));
  EXPECT_EQ(one(made, Kind::kProposalMade).proposal_made().proposal(), "21");
  EXPECT_FALSE(has(made, Kind::kTurnBegan));
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_EQ(t.state().turn().proposal(), 21U);
  t.ok("Ann", call(21));
  t.everyone_votes(FOR);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  EXPECT_TRUE(has(t.ok("Ann", roll(3)), Kind::kTurnEnded));
  EXPECT_EQ(t.points("Ann"), 3);
  t.ok("Bob", enact("Milk."));
  t.is_found_right();
}

TEST(TakenBack, WhileItsVoteGoesOnToo) {
  Turns t;
  t.ok("Ann", enact("Tea."));
  t.ok("Ann", call(20));
  t.ok("Bob", vote(FOR));
  t.ok("Ann", take_back(20));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::BEGUN);
  EXPECT_EQ(t.state().ballots_size(), 0);
  t.ok("Ann", enact("Cake."));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::DEBATING);
  // As often as the player likes.
  t.ok("Ann", take_back(21));
  t.ok("Ann", enact("Milk."));
  EXPECT_EQ(t.state().turn().proposal(), 22U);
  t.is_found_right();
}

TEST(TakenBack, ThePlayerMayLeaveInstead) {
  Turns t;
  t.ok("Ann", enact("Tea."));
  t.ok("Ann", take_back(20));
  EXPECT_TRUE(has(t.ok("Ann", forfeit()), Kind::kTurnEnded));
  t.ok("Bob", enact("Cake."));
  EXPECT_EQ(t.state().turn().number(), 2U);
  t.is_found_right();
}

// Who makes no other in time has had their turn: no throw is made.
TEST(TakenBack, TheTimeToProposeRunsAnew) {
  Turns t("turn_order { order: SEATING time_to_propose { hours: 1 } }");
  t.ok("Ann", enact("Tea."));
  t.ok("Ann", take_back(20));
  t.later = 3600 + 60;
  const auto emitted = t.ok("Bob", enact("Cake."));
  EXPECT_TRUE(has(emitted, Kind::kTimeUp));
  EXPECT_TRUE(has(emitted, Kind::kTurnEnded));
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  EXPECT_EQ(t.points("Ann"), 0);
  t.is_found_right();
}

TEST(TakenBack, ATurnThatEndsAllTheSameIsFound) {
  Turns t;
  t.ok("Ann", enact("Tea."));
  t.ok("Ann", take_back(20));
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index != t.last()) return;
    auto& ended = shown.emitted.emplace_back();
    ended.set_record(t.last());
    ended.set_order(static_cast<std::uint32_t>(shown.emitted.size() - 1));
    ended.mutable_turn_ended()->set_player("Ann");
    ended.mutable_turn_ended()->set_turn(1);
    ended.mutable_turn_ended()->set_circuit(1);
    *ended.mutable_rule() = ref_to(*t.rule(1));
  });
  EXPECT_THAT(watch.found(), testing::HasSubstr("R202 #" + std::to_string(t.last()))) << watch.words();
}

// Where all have their turns at once it is the player's own turn that waits.
TEST(TakenBack, WhereTurnsRunAtOnce) {
  Turns t("turn_order { order: ALL_AT_ONCE }");
  t.ok("Ann", enact("Tea."));   // 20
  t.ok("Bob", enact("Cake."));  // 21
  t.ok("Ann", take_back(20));
  t.refused("Ann", roll(3), ErrorCode::NO_THROW_DUE);
  t.ok("Ann", enact("Milk."));  // 22
  t.ok("Ann", call(22));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR, 22));
  t.ok("Ann", roll(3));
  EXPECT_EQ(t.points("Ann"), 3);
  t.is_found_right();
}

}  // namespace
}  // namespace nomic::replay::test
