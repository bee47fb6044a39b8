// A rule that is named by its present number is meant, though an effect that is due first gives it another (L62).
#include <gtest/gtest.h>

#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

std::string effect(const std::string& when) {
  return "effectiveness { when: " + when + " }";
}

void is_found_right(const Table& t) {
  expect_derived_alike(t);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

// 205 is rule 301, which 302 waits to amend until the next turn begins.
struct Waiting : Table {
  Waiting() : Table({"Ann", "Bob"}) {
    turn("Ann", amend(205, "With the next turn.", {effect("NEXT_TURN")}));
    turn("Bob", amend(301, "When the turn ends.", {effect("TURN_ENDS")}));
  }
};

TEST(NamedRules, AreThoseThatHadTheNumberBeforeTheTurnBegan) {
  Waiting t;
  ASSERT_NE(t.rule(301), nullptr);
  const auto made = t.ok("Ann", amend(301, "When the circuit ends.", {effect("CIRCUIT_ENDS")}));  // 303
  EXPECT_EQ(one(made, Kind::kRuleAmended).rule_amended().to_number(), "302");
  EXPECT_EQ(one(made, Kind::kProposalMade).proposal_made().from_number(), "302");
  EXPECT_EQ(t.state().proposals(0).target_lineage(0), 205U);
  // The form was made for the version before.
  EXPECT_LT(t.state().proposals(0).target_since(0), t.last());
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_TRUE(has(t.ok("Ann", roll(1)), Kind::kRuleAmended));
  ASSERT_NE(t.rule(303), nullptr);
  EXPECT_EQ(t.rule(303)->lineage(), 205U);
  is_found_right(t);
}

TEST(NamedRules, MayBeNamedByTheNumberThatTheyAreAboutToHave) {
  Waiting t;
  t.ok("Ann", amend(302, "When the circuit ends.", {effect("CIRCUIT_ENDS")}));
  EXPECT_EQ(t.state().proposals(0).target_lineage(0), 205U);
  is_found_right(t);
}

TEST(NamedRules, OfARevisionAreThoseInForce) {
  Waiting t;
  t.ok("Ann", enact("Tea."));
  t.refused("Ann", revise(303, amend(301, "Later.", {effect("CIRCUIT_ENDS")})), ErrorCode::NO_SUCH_RULE);
  t.ok("Ann", revise(303, amend(302, "Later.", {effect("CIRCUIT_ENDS")})));
  is_found_right(t);
}

// 209 becomes 302 an hour after Bob's vote; nobody has recorded anything since.
struct Delayed : Table {
  Delayed() : Table({"Ann", "Bob"}) {
    turn("Ann", amend(205, "An hour later.", {"effectiveness { when: AFTER_DELAY delay { hours: 1 } }"}));
    turn("Bob", amend(209, "No more than 30.", {"ruleset_bounds { max_mutable: 30 }"}));
    later = 2 * 3600;
  }
};

TEST(NamedRules, OfAProposalMeetWhatFellDueBefore) {
  Delayed t;
  const auto made = t.ok("Ann", amend(209, "No more than 40.", {"ruleset_bounds { max_mutable: 40 }"}));
  EXPECT_EQ(one(made, Kind::kRuleAmended).rule_amended().to_number(), "302");
  EXPECT_EQ(t.state().proposals(0).target_lineage(0), 209U);
  is_found_right(t);
}

TEST(NamedRules, OfANoteToo) {
  Delayed t;
  t.ok("Ann", annotate(209, "Thirty is enough."));
  EXPECT_EQ(t.rule(302)->notes_size(), 1);
  is_found_right(t);
}

TEST(NamedRules, OfAnActToo) {
  Delayed t;
  t.ok("Ann", act(209, "They are counted.").holding("Ann", "list", 1));
  t.ok("Ann", act(302, "They are counted.").holding("Ann", "list", 1));
  is_found_right(t);
}

TEST(NamedRules, OfAContestedMoveToo) {
  Delayed t;
  // Bob is not next.
  t.ok("Bob", contest(amend(209, "No more than 40.", {"ruleset_bounds { max_mutable: 40 }"})));
  EXPECT_EQ(t.state().contested_size(), 1);
  is_found_right(t);
}

TEST(NamedRules, AreKnownByTheirNewNumberOnceThatIsOnRecord) {
  Delayed t;
  v1::Event tick;
  tick.mutable_time_passed();
  t.ok("Ann", tick);
  ASSERT_NE(t.rule(302), nullptr);
  t.refused("Ann", amend(209, "No more than 40.", {"ruleset_bounds { max_mutable: 40 }"}), ErrorCode::NO_SUCH_RULE);
}

}  // namespace
}  // namespace nomic::replay::test
