// Rule 108: how proposals and rules are numbered.

#include "replay/audit/watch.h"
#include "replay/game/held.h"

namespace nomic::replay::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(Numbers, ProposalsCountFromTheFirstWhetherAdoptedOrNot) {
  Table t({"Ann", "Bob"});
  EXPECT_EQ(t.state().next_number(), 301U);
  t.turn("Ann", enact("One."), AGAINST);
  t.turn("Bob", enact("Two."));
  t.turn("Ann", enact("Three."));
  EXPECT_EQ(t.rule(301), nullptr);
  EXPECT_EQ(t.text(302), "Two.");
  EXPECT_EQ(t.text(303), "Three.");
  EXPECT_EQ(t.state().next_number(), 304U);
}

TEST(Numbers, ARefusedProposalTakesNone) {
  Table t({"Ann", "Bob"});
  t.refused("Bob", enact("Out of turn."), ErrorCode::OUT_OF_TURN);
  t.refused("Ann", amend(101, "Immutable."), ErrorCode::RULE_IMMUTABLE);
  t.turn("Ann", enact("The first."));
  EXPECT_EQ(t.text(301), "The first.");
}

TEST(Numbers, ARevisedProposalKeepsItsNumber) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("A first form."));
  t.ok("Ann", revise(301, amend(206, "Another form altogether.")));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.text(301), "Another form altogether.");
  EXPECT_EQ(t.rule(206), nullptr);
  EXPECT_EQ(t.state().next_number(), 302U);
}

TEST(Numbers, AnAmendedRuleTakesItsProposalsNumberAndKeepsItsLineage) {
  Table t({"Ann", "Bob"});
  const auto emitted = t.turn("Ann", amend(206, "First."));
  const auto& amended = one(emitted, v1::Consequence::kRuleAmended);
  EXPECT_EQ(amended.rule_amended().from_number(), "206");
  EXPECT_EQ(amended.rule_amended().to_number(), "301");
  EXPECT_EQ(amended.rule().number(), 108);
  t.turn("Bob", amend(301, "Second."));
  ASSERT_NE(t.rule(302), nullptr);
  EXPECT_EQ(t.rule(302)->lineage(), 206U);
  EXPECT_EQ(Numbers(t.rule(302)->former_numbers().begin(), t.rule(302)->former_numbers().end()), (Numbers{206, 301}));
  EXPECT_EQ(t.rule(206), nullptr);
  EXPECT_EQ(t.rule(301), nullptr);
  EXPECT_EQ(t.refused("Ann", amend(206, "By its old number."), ErrorCode::NO_SUCH_RULE), Numbers());
}

TEST(Numbers, TransmutationTakesTheProposalsNumberBothWays) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 101));
  EXPECT_EQ(t.rule(301)->status(), v1::MUTABLE);
  EXPECT_EQ(t.rule(101), nullptr);
  t.turn("Bob", propose(v1::TRANSMUTE_TO_IMMUTABLE, 301));
  EXPECT_EQ(t.rule(302)->status(), v1::IMMUTABLE);
  EXPECT_EQ(t.rule(302)->lineage(), 101U);
}

TEST(Numbers, ARepealedRulesNumberIsRetired) {
  Table t({"Ann", "Bob"});
  const auto emitted = t.turn("Ann", propose(v1::REPEAL, 210));
  EXPECT_EQ(one(emitted, v1::Consequence::kRuleRepealed).rule_repealed().from_number(), "210");
  EXPECT_EQ(t.rule(210), nullptr);
  EXPECT_EQ(t.state().repealed(0).number(), 210U);
}

TEST(Numbers, ReenactmentBringsBackTheLastTextUnderTheNewNumber) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", amend(210, "Whispering is allowed."));  // 301
  t.turn("Bob", propose(v1::REPEAL, 301));              // 302
  t.refused("Ann", propose(v1::REENACT, 302), ErrorCode::NOT_REPEALED);
  t.turn("Ann", propose(v1::REENACT, 210));  // 303, by a number it bore once
  ASSERT_NE(t.rule(303), nullptr);
  EXPECT_EQ(t.text(303), "Whispering is allowed.");
  EXPECT_EQ(t.rule(303)->lineage(), 210U);
  EXPECT_EQ(t.rule(303)->status(), v1::MUTABLE);
  EXPECT_TRUE(t.state().repealed().empty());
}

TEST(Numbers, RestoreRepealsTheLatestAmendmentThatStandsAndASecondOneGoesFurtherBack) {
  Table t({"Ann", "Bob"});
  const auto first = t.text(206);
  t.turn("Ann", amend(206, "A."));           // 301
  t.turn("Bob", amend(301, "B."));           // 302
  t.turn("Ann", propose(v1::RESTORE, 302));  // 303
  EXPECT_EQ(t.text(303), "A.");
  t.turn("Bob", propose(v1::RESTORE, 303));  // 304
  EXPECT_EQ(t.text(304), first);
  EXPECT_EQ(t.rule(304)->provisions_size(), 1);  // and what it provided, with its text
  EXPECT_EQ(t.refused("Ann", propose(v1::RESTORE, 304), ErrorCode::NEVER_AMENDED), (Numbers{103}));
}

TEST(Numbers, TransmutationsBetweenAreNoAmendmentsAndRestoreReachesPastAReenactment) {
  Table t({"Ann", "Bob"});
  const auto first = t.text(210);
  t.turn("Ann", amend(210, "A."));                          // 301
  t.turn("Bob", propose(v1::TRANSMUTE_TO_IMMUTABLE, 301));  // 302
  EXPECT_EQ(t.refused("Ann", propose(v1::RESTORE, 302), ErrorCode::RULE_IMMUTABLE), (Numbers{103, 109}));
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 302));  // 303
  t.turn("Bob", propose(v1::REPEAL, 303));                // 304
  t.turn("Ann", propose(v1::REENACT, 301));               // 305
  EXPECT_EQ(t.text(305), "A.");
  t.turn("Bob", propose(v1::RESTORE, 305));  // 306
  EXPECT_EQ(t.text(306), first);
}

TEST(Numbers, AnAmendmentWithoutATitleKeepsTheTitle) {
  Table t({"Ann", "Bob"});
  const auto title = t.rule(206)->title();
  ASSERT_FALSE(title.empty());
  t.turn("Ann", amend(206, "A."));
  EXPECT_EQ(t.rule(301)->title(), title);
  t.turn("Bob", propose(v1::REPEAL, 301));
  t.turn("Ann", propose(v1::REENACT, 301));
  EXPECT_EQ(t.rule(303)->title(), title);
}

TEST(Numbers, WithoutARuleOnItChangedRulesKeepTheirs) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 108));  // 301
  t.turn("Bob", propose(v1::REPEAL, 301));                // 302
  t.turn("Ann", amend(206, "It stays 206."));             // 303
  EXPECT_EQ(t.text(206), "It stays 206.");
  EXPECT_EQ(t.state().next_number(), 304U);
}

// Proposal 20 enacts two rules that apply from an earlier record on; its vote ends by time, before the record in which
// Cyd proposes. The second rule takes 21 there, so Cyd's proposal is 22.
TEST(Numbers, OfTheRecordThatDerivesTheGameAnewComeAfterThoseOfItsRules) {
  Table t(
      {"Ann", "Bob", "Cyd"},
      rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                  "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }", "turn_order { order: NO_TURNS }",
                  "proposing { who: ANYONE several: EACH }", "voting_period { vote { days: 1 } at_end: COUNT_CAST }"}),
      v1::MAIL);
  auto past = enact("Cake.");
  *past.mutable_proposal_made()->add_changes() = enact("Tea.").proposal_made().changes(0);
  past.mutable_proposal_made()->set_effect_from(t.last());
  past.mutable_proposal_made()->set_call_vote(true);
  t.ok("Ann", past);
  t.ok("Bob", vote(FOR));
  t.later = 2 * 24 * 3600;
  const auto emitted = t.ok("Cyd", enact("Milk."));
  EXPECT_TRUE(has(emitted, v1::Consequence::kAppliesFrom));
  EXPECT_EQ(one(emitted, v1::Consequence::kProposalMade).proposal_made().proposal(), "22");
  EXPECT_EQ(t.text(20), "Cake.");
  EXPECT_EQ(t.text(21), "Tea.");
  Held held;
  Engine again;
  for (const auto& move : t.moves) {
    const State before = again.state();
    const auto replayed = again.replay(move, t);
    ASSERT_TRUE(replayed);
    held.after(move, *replayed, before, again.state());
  }
}

// Rules 1 to 5, and new ones from 10 on; proposals from 3 on, without turns.
v1::Ruleset rules_apart(const std::string& changed) {
  return rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                     "numbering { first: 3 changed_rule: " + changed + " rules_first: 10 }",
                     "turn_order { order: NO_TURNS }", "proposing { who: ANYONE several: EACH }",
                     "franchise { electorate: PLAYERS votes_per_player: 1 }"});
}

Consequences adopt(Table& t, const v1::Event& event) {
  t.ok("Ann", event);
  t.ok("Ann", call());
  return t.everyone_votes(FOR);
}

void expect_nothing_found(const Table& t) {
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

TEST(Numbers, OfRulesMayBeASequenceOfTheirOwn) {
  Table t({"Ann", "Bob"}, rules_apart("TAKES_NEXT"), v1::MAIL);
  EXPECT_EQ(t.state().next_number(), 3U);
  const auto emitted = one(adopt(t, enact("Tea.")), v1::Consequence::kRuleEnacted);
  EXPECT_EQ(emitted.rule_enacted().proposal(), "3");
  EXPECT_EQ(emitted.rule_enacted().to_number(), "10");
  EXPECT_TRUE(emitted.rule_enacted().next_of_rules());
  EXPECT_EQ(emitted.rule().number(), 2);
  auto two = enact("Cake.");
  *two.mutable_proposal_made()->add_changes() = enact("Milk.").proposal_made().changes(0);
  adopt(t, two);
  EXPECT_EQ(t.text(11), "Cake.");
  EXPECT_EQ(t.text(12), "Milk.");
  adopt(t, amend(10, "Coffee."));
  EXPECT_EQ(t.text(13), "Coffee.");
  EXPECT_EQ(t.rule(13)->lineage(), 10U);
  EXPECT_EQ(t.state().next_number(), 6U);
  adopt(t, propose(v1::REPEAL, 13));
  adopt(t, propose(v1::REENACT, 13));
  EXPECT_EQ(t.text(14), "Coffee.");
  // Proposal 8 is beside rules that no proposal numbers.
  EXPECT_EQ(one(t.ok("Ann", enact("Salt.")), v1::Consequence::kProposalMade).proposal_made().proposal(), "8");
  expect_nothing_found(t);
}

TEST(Numbers, AProposalMayBearThatOfARuleWhereRulesHaveTheirOwn) {
  Table t({"Ann", "Bob"}, rules_apart("KEEPS_ITS_OWN"), v1::MAIL);
  adopt(t, enact("Tea."));
  // Proposals 3, 4 and 5, and rules 3, 4 and 5.
  adopt(t, amend(4, "Who may."));
  adopt(t, amend(10, "Coffee."));
  EXPECT_EQ(t.text(4), "Who may.");
  EXPECT_EQ(t.text(10), "Coffee.");
  EXPECT_EQ(t.rule(10)->proposal(), 5U);
  for (int i = 6; i <= 11; ++i) adopt(t, amend(10, "Coffee, " + std::to_string(i)));
  EXPECT_EQ(t.rule(10)->proposal(), 11U);
  adopt(t, enact("Milk."));
  EXPECT_EQ(t.text(11), "Milk.");
  EXPECT_EQ(t.rule(11)->proposal(), 12U);
  expect_nothing_found(t);
}

}  // namespace
}  // namespace nomic::replay::test
