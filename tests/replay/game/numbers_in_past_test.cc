// The numbers that rule-changes which act on the past give rules: such as no rule of what came after bears, so that
// nothing is renumbered; and none where a changed rule keeps its own.
#include <gtest/gtest.h>

#include <algorithm>

#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using InForce = std::vector<std::uint32_t>;

const std::string HALF_OF_ALL = "adoption { quota { numerator: 1 denominator: 2 base: CAST } }";
const std::string AT_ANY_TIME = "proposing { who: ANYONE several: TOGETHER }";
constexpr std::uint64_t FOUNDED_AT = 7;  // the last founding record: four rules, three players

// Rule 2 says how rules are numbered; proposals belong to no turn.
class Numbered : public Table {
 public:
  explicit Numbered(const std::string& numbering)
      : Table({"Ann", "Bob", "Cyd"},
              rules_with({HALF_OF_ALL, numbering, "turn_order { order: NO_TURNS }", AT_ANY_TIME}), v1::MAIL) {}

  // Proposed, voted for by everybody, and in force.
  Consequences adopt(const v1::Event& proposal) {
    ok("Ann", proposal);
    const auto number = state().proposals(0).number();
    ok("Ann", call(number));
    return everyone_votes(FOR);
  }

  // All of them in one proposal, from just after the founding on.
  Consequences adopt_in_past(const std::vector<v1::Event>& changes) {
    v1::Event event;
    auto& made = *event.mutable_proposal_made();
    for (const auto& change : changes) *made.add_changes() = change.proposal_made().changes(0);
    made.set_effect_from(FOUNDED_AT);
    return adopt(event);
  }
};

v1::Event keeps_half() {
  return amend(1, "Half, still.", {HALF_OF_ALL});
}
v1::Event keeps_proposing() {
  return amend(4, "At any time, still.", {AT_ANY_TIME});
}

TEST(NumbersInPast, AreNoneOfARuleThatKeepsItsOwn) {
  Numbered t("numbering { first: 20 changed_rule: KEEPS_ITS_OWN }");
  t.adopt(enact("The first."));
  t.adopt_in_past({keeps_half(), keeps_proposing()});
  EXPECT_EQ(t.numbers(), (InForce{1, 2, 3, 4, 20}));
  EXPECT_EQ(t.rule(1)->since(), FOUNDED_AT);
  EXPECT_EQ(t.state().next_number(), 22U) << "21 was the proposal's, and nothing else was given";
  t.adopt(enact("The next."));
  EXPECT_EQ(t.numbers(), (InForce{1, 2, 3, 4, 20, 22}));
  expect_derived_alike(t);
}

// As in a proposal that takes effect with its vote: its number goes to the first that takes one.
TEST(NumbersInPast, AreTheProposalsOfTheFirstRuleThatTakesOne) {
  Numbered t("numbering { first: 20 changed_rule: KEEPS_ITS_OWN }");
  t.adopt(enact("The first."));
  t.adopt_in_past({keeps_half(), enact("Of old."), keeps_proposing(), enact("As old.")});
  EXPECT_EQ(t.numbers(), (InForce{1, 2, 3, 4, 20, 21, 22}));
  EXPECT_EQ(t.text(21), "Of old.");
  EXPECT_EQ(t.text(22), "As old.");
  EXPECT_EQ(t.state().next_number(), 23U);
  expect_derived_alike(t);
}

TEST(NumbersInPast, AreTheNextIntegersWhereChangedRulesTakeThem) {
  Numbered t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  t.adopt(enact("The first."));
  t.adopt_in_past({keeps_half(), keeps_proposing(), enact("Of old.")});
  EXPECT_EQ(t.numbers(), (InForce{2, 3, 20, 21, 22, 23}));
  EXPECT_EQ(t.rule(21)->lineage(), 1U);
  EXPECT_EQ(t.rule(22)->lineage(), 4U);
  EXPECT_EQ(t.state().next_number(), 24U);
  t.adopt(enact("The next."));
  EXPECT_NE(t.rule(24), nullptr);
  expect_derived_alike(t);
}

// 107 done away with, somebody enacts a rule from the beginning on: the rules of later days keep their numbers.
TEST(NumbersInPast, OfASequenceOfRulesGoOnFromTheRulesOfToday) {
  Numbered t("numbering { first: 20 rules_first: 100 changed_rule: KEEPS_ITS_OWN }");
  t.adopt(enact("The first."));
  t.adopt(enact("The second."));
  t.adopt_in_past({enact("Of old.")});
  EXPECT_EQ(t.numbers(), (InForce{1, 2, 3, 4, 100, 101, 102}));
  EXPECT_EQ(t.text(100), "The first.");
  EXPECT_EQ(t.text(101), "The second.");
  EXPECT_EQ(t.text(102), "Of old.");
  EXPECT_EQ(t.rule(102)->since(), FOUNDED_AT);
  EXPECT_EQ(t.state().next_number(), 23U) << "no proposal's number was given";
  // Derived anew once more, it gives the number that it gave.
  t.adopt_in_past({enact("As old.")});
  EXPECT_EQ(t.text(102), "Of old.");
  EXPECT_EQ(t.text(103), "As old.");
  EXPECT_EQ(t.state().next_number(), 24U);
  expect_derived_alike(t);
}

TEST(NumbersInPast, OfASequenceAreTakenByAmendedRulesToo) {
  Numbered t("numbering { first: 20 rules_first: 100 changed_rule: TAKES_NEXT }");
  t.adopt(enact("The first."));
  t.adopt_in_past({keeps_proposing()});
  EXPECT_EQ(t.numbers(), (InForce{1, 2, 3, 100, 101}));
  EXPECT_EQ(t.text(100), "The first.");
  EXPECT_EQ(t.rule(101)->lineage(), 4U);
  expect_derived_alike(t);
}

// By those of the record from which they apply: there a changed rule took its proposal's number.
TEST(NumbersInPast, AreGivenByTheRulesOfThePast) {
  Numbered t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  t.adopt(amend(2, "InForce are kept.", {"numbering { first: 20 changed_rule: KEEPS_ITS_OWN }"}));
  t.adopt(enact("The first."));
  t.adopt_in_past({keeps_half()});
  EXPECT_EQ(t.numbers(), (InForce{3, 4, 20, 21, 22}));
  EXPECT_EQ(t.rule(22)->lineage(), 1U);
  EXPECT_EQ(t.state().next_number(), 23U);
  expect_derived_alike(t);
}

// A number is given once (L65): the one of the rules' own sequence that the enactment had is nobody's then.
TEST(NumbersInPast, AnEnactmentThatFallsTakesItsNumberAlong) {
  Numbered t("numbering { first: 20 rules_first: 5 }");
  t.ok("Ann", enact("Cake."));  // 20
  t.ok("Ann", call(20));
  t.ok("Ann", vote(FOR, 20));
  t.ok("Bob", vote(FOR, 20));
  t.ok("Cyd", vote(AGAINST, 20));
  t.adopt(enact("Tea."));  // 21
  ASSERT_EQ(t.numbers(), (InForce{1, 2, 3, 4, 5, 6}));
  ASSERT_EQ(t.text(6), "Tea.");
  t.adopt_in_past({amend(1, "All.", {"adoption { quota { numerator: 1 denominator: 1 base: CAST } }"})});
  EXPECT_EQ(t.numbers(), (InForce{1, 2, 3, 4, 6}));
  EXPECT_EQ(t.text(6), "Tea.");
  t.adopt(enact("Milk."));
  EXPECT_EQ(t.text(7), "Milk.");
  expect_derived_alike(t);
}

}  // namespace
}  // namespace nomic::replay::test
