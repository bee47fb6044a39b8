// What changes within one record: the auditor reads each step of it at the moment that the rules name, and finds
// nothing in what a lawful engine emits. Random games showed each of these cases.

#include <gmock/gmock.h>

#include "replay/audit/watch.h"
#include "replay/game/dice_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using testing::ElementsAre;

// Rules 1, 2, ... of one provision each, and the two without which nothing is adopted and no rule keeps its number.
v1::Ruleset step_rules(const std::vector<std::string>& provisions) {
  auto all = provisions;
  all.emplace_back("adoption { quota { numerator: 1 denominator: 2 base: CAST } }");
  all.emplace_back("numbering { first: 20 changed_rule: KEEPS_ITS_OWN }");
  return rules_with(all);
}

void expect_no_finding(const Table& t) {
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.words(), "");
}

// By seat Cyd is next after Ann, by surname Bob. Ann's proposal has the rule of the highest number prevail where the
// lowest did, so its throw, due at the same record, is hers and Bob's: what the auditor cannot judge he goes on with.
TEST(StepsOfARecord, WhoIsAskedForASecretByAMethodThatHasJustChanged) {
  Table t({"Ann", "Cyd", "Bob"},
          step_rules({"turn_order { order: SEATING }", thrown_by_secrets("committers: MOVER_AND_NEXT"),
                      "precedence_method { same_status: CLAIMS_THEN_LOWEST }", "turn_order { order: SURNAME }"}),
          v1::TABLE);
  t.ok("Ann", amend(3, "The highest number prevails.", {"precedence_method { same_status: CLAIMS_THEN_HIGHEST }"}));
  t.ok("Ann", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_THAT(one(emitted, Kind::kDiceRound).dice_round().committers(), ElementsAre("Ann", "Bob"));
  for (const auto* name : {"Bob", "Ann"}) t.ok(name, commit(t, name));
  for (const auto* name : {"Ann", "Bob"}) t.ok(name, reveal(t, name));
  expect_no_finding(t);
}

// Each change takes effect for itself, until the first of these has them stand or fall together. The second has nothing
// to repeal any more; the third takes effect all the same.
TEST(StepsOfARecord, WhetherChangesStandTogetherIsReadBeforeTheFirst) {
  Table t({"Ann", "Bob"},
          step_rules({"turn_order { order: NO_TURNS }", "proposing { who: ANYONE several: EACH }",
                      "award { occasion: PROPOSED recipient: THE_PROPONENT amount { fixed_thousandths: 1000 } }"}),
          v1::TABLE);
  v1::Event several = amend(2, "All or nothing.", {"proposing { who: ANYONE several: TOGETHER }"});
  for (const auto& more : {propose(v1::REPEAL, 3), amend(1, "By seat.", {"turn_order { order: SEATING }"})}) {
    *several.mutable_proposal_made()->add_changes() = more.proposal_made().changes(0);
  }
  t.ok("Ann", several);
  t.ok("Bob", propose(v1::REPEAL, 3));
  t.ok("Bob", call(21));
  for (const auto* name : {"Ann", "Bob"}) t.ok(name, vote(FOR, 21));
  EXPECT_EQ(t.rule(3), nullptr);
  t.ok("Ann", call(20));
  t.ok("Ann", vote(FOR, 20));
  const auto emitted = t.ok("Bob", vote(FOR, 20));
  EXPECT_EQ(one(emitted, Kind::kWithoutEffect).without_effect().changed(), v1::REPEAL);
  EXPECT_EQ(of_kind(emitted, Kind::kRuleAmended).size(), 2U);
  EXPECT_EQ(t.text(1), "By seat.");
  expect_no_finding(t);
}

// Nobody looks for ten days: the vote ends after one, and gives Bob a point; five hours later the points that win are
// lowered to one. Both happen at the tick's record, which is where Bob first stood at one.
TEST(StepsOfARecord, WhoStoodAtThePointsThatWinSinceAnEarlierInstant) {
  Table t({"Ann", "Bob", "Cyd"},
          step_rules({"turn_order { order: NO_TURNS }", "proposing { who: ANYONE }",
                      "victory { points_thousandths: 9000 }", "voting_period { vote { days: 1 } at_end: COUNT_CAST }",
                      "effectiveness { when: AFTER_DELAY delay { hours: 5 } }",
                      "award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 1000 } reckoned: "
                      "BEFORE_EFFECT }"}),
          v1::MAIL);
  t.ok("Ann", amend(3, "One point wins.", {"victory { points_thousandths: 1000 }"}));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  t.later = 10 * 24 * 3600;
  v1::Event tick;
  tick.mutable_time_passed();
  const auto victory = one(t.ok("Cyd", tick), Kind::kVictory).victory();
  EXPECT_EQ(victory.player(), "Bob");
  EXPECT_EQ(victory.reached_at(), t.last());
  expect_no_finding(t);
}

// Bob's throw is due when the order becomes one by seat, in which he is next as well. He may not propose before that
// turn is over, so his time to do so runs from his throw on.
TEST(StepsOfARecord, WhoIsPassedOverAfterAThrowThatWasDue) {
  Table t({"Ann", "Bob"},
          step_rules({"turn_order { order: ALL_AT_ONCE }",
                      "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: "
                      "1000 } } }"}),
          v1::TABLE);
  t.ok("Bob", enact("Cake is served at noon."));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Ann", amend(1, "By seat.", {"turn_order { order: SEATING time_to_propose { days: 1 } }"}));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(4));
  t.later = 24 * 3600;
  v1::Event tick;
  tick.mutable_time_passed();
  t.refused("Ann", tick, ErrorCode::NOTHING_DUE);
  EXPECT_EQ(one(t.ok("Bob", roll(3)), Kind::kTurnEnded).turn_ended().turn(), 1U);
  EXPECT_EQ(t.points("Bob"), 3);
  t.later += 24 * 3600;
  EXPECT_EQ(one(t.ok("Ann", tick), Kind::kTurnPassed).turn_passed().player(), "Bob");
  expect_no_finding(t);
}

}  // namespace
}  // namespace nomic::replay::test
