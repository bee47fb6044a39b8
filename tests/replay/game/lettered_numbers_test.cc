// Numbers with letters: 340, 340a, 340b, where a rule says so (numbering { several: TAKE_LETTERS }). Every expected
// number is worked out by hand.
#include <gtest/gtest.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "replay/game/lettered.h"

namespace nomic::replay::test {
namespace {

// ---- Given by the rules ---------------------------------------------------------------------------------------------

TEST(LetteredNumbers, AreThoseOfFurtherRulesOfOneProposal) {
  Lettered t;
  const auto emitted = t.adopt({amend(5, "Five."), amend(6, "Six."), enact("Cake."), enact("Tea.")});
  EXPECT_EQ(t.bear(), "1 2 3 4 20 20a 20b 20c");
  EXPECT_EQ(t.text(20), "Five.");
  EXPECT_EQ(t.text(n("20a")), "Six.");
  EXPECT_EQ(t.text(n("20c")), "Tea.");
  EXPECT_EQ(number_in(of_kind(emitted, Seen::kRuleAmended)[1].rule_amended().to_number()), n("20a"));
  EXPECT_EQ(of_kind(emitted, Seen::kRuleAmended)[1].rule().number(), 2);
  EXPECT_EQ(number_in(of_kind(emitted, Seen::kRuleEnacted)[1].rule_enacted().to_number()), n("20c"));
  EXPECT_EQ(t.rule(n("20a"))->lineage(), 6U);
  EXPECT_EQ(t.rule(n("20b"))->lineage(), n("20b"));
  // The next proposal is the next integer.
  EXPECT_EQ(t.state().next_number(), 21U);
  t.adopt(amend(n("20a"), "Six again."));
  EXPECT_EQ(t.bear(), "1 2 3 4 20 20b 20c 21");
  t.adopt({propose(v1::REPEAL, n("20b")), propose(v1::TRANSMUTE_TO_IMMUTABLE, n("20c"))});
  EXPECT_EQ(t.bear(), "1 2 3 4 20 21 22");
  t.is_found_right();
}

TEST(LetteredNumbers, AreNeverGivenTwice) {
  Lettered t;
  t.adopt({amend(5, "Five."), amend(6, "Six.")});
  t.adopt({propose(v1::REPEAL, n("20a")), enact("Cake.")});
  EXPECT_EQ(t.bear(), "1 2 3 4 20 21");
  t.refused("Ann", amend(n("20a"), "Gone."), ErrorCode::NO_SUCH_RULE);
  t.adopt(propose(v1::REENACT, n("20a")));
  EXPECT_EQ(t.bear(), "1 2 3 4 20 21 22");
  EXPECT_EQ(t.text(22), "Six.");
  t.is_found_right();
}

// 20, then 20a to 20z, then 20aa: 28 rules of one proposal.
TEST(LetteredNumbers, GoOnWithTwoLetters) {
  Lettered t;
  t.adopt(std::vector<v1::Event>(28, enact("Cake.")));
  EXPECT_EQ(numeral(*t.numbers().rbegin()), "20aa");
  EXPECT_EQ(numeral(*std::next(t.numbers().rbegin())), "20z");
  EXPECT_EQ(t.numbers().size(), 6U + 28U);
  t.is_found_right();
}

// A rule numbered otherwise, and one whose proposal lies where no letters are.
TEST(LetteredNumbers, AreTheNextIntegersWhereThereAreNone) {
  auto high = lettering("numbering { first: 1000000 changed_rule: TAKES_PROPOSALS several: TAKE_LETTERS }");
  Lettered t(high);
  t.adopt({amend(5, "Five."), amend(6, "Six.")});
  EXPECT_EQ(t.bear(), "1 2 3 4 1000000 1000001");
  t.is_found_right();
  Lettered kept("numbering { first: 20 changed_rule: KEEPS_ITS_OWN several: TAKE_LETTERS }");
  kept.adopt({amend(5, "Five."), enact("Cake."), amend(6, "Six."), enact("Tea.")});
  EXPECT_EQ(kept.bear(), "1 2 3 4 5 6 20 20a");
  kept.is_found_right();
}

TEST(LetteredNumbers, OfAChangeInThePastAreSuchAsNothingBears) {
  Lettered t;
  t.adopt({enact("Cake."), enact("Tea.")});
  auto event = Lettered::together({amend(5, "Five, of old."), amend(6, "Six, of old.")});
  event.mutable_proposal_made()->set_effect_from(8);
  t.adopt(event);
  EXPECT_EQ(t.bear(), "1 2 3 4 20 20a 21 21a");
  EXPECT_EQ(t.text(21), "Five, of old.");
  EXPECT_EQ(t.text(n("20a")), "Tea.");
  EXPECT_EQ(t.state().next_number(), 22U);
  t.adopt(enact("Milk."));
  EXPECT_EQ(t.bear(), "1 2 3 4 20 20a 21 21a 22");
  expect_derived_alike(t);
}

// ---- Order ----------------------------------------------------------------------------------------------------------

v1::Ruleset of_numbers(const std::vector<std::string>& words, const std::string& method) {
  v1::Ruleset ruleset = rules_of({{HALF}, {method}});
  std::uint32_t votes = 0;
  for (const auto& word : words) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(n(word)));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("A rule.");
    *rule.add_provisions() = *parse_provision("franchise { votes_per_player: " + std::to_string(++votes) + " }");
  }
  return ruleset;
}

// 211: 340 before 340a before 341, whatever stands for them.
TEST(LetteredNumbers, PrevailByTheirPlace) {
  const auto votes = [](const std::vector<std::string>& words, const std::string& way) {
    const Lettered t(of_numbers(words, "precedence_method { statuses: MUTABLE_YIELDS same_status: " + way + " }"));
    t.is_found_right();
    return t.engine.law().franchise({}).value.votes_per_player();
  };
  EXPECT_EQ(votes({"340a", "341"}, "CLAIMS_THEN_LOWEST"), 1U);
  EXPECT_EQ(votes({"340", "340a"}, "CLAIMS_THEN_LOWEST"), 1U);
  EXPECT_EQ(votes({"340z", "340aa"}, "CLAIMS_THEN_LOWEST"), 1U);
  EXPECT_EQ(votes({"340a", "341"}, "CLAIMS_THEN_HIGHEST"), 2U);
  // Of two that came into force at one record the higher number is the later.
  EXPECT_EQ(votes({"340a", "341"}, "CLAIMS_THEN_NEWEST"), 2U);
}

TEST(LetteredNumbers, OfTheInitialSetLetTheFirstProposalComeAfterThem) {
  auto ruleset = lettering();
  for (const char* word : {"340", "340b"}) {
    auto& rule = *ruleset.add_rules();
    rule = ruleset.rules(4);
    rule.set_number(reference(n(word)));
  }
  Lettered t(ruleset);
  EXPECT_EQ(t.state().next_number(), 341U);
  t.adopt({enact("Cake."), amend(n("340b"), "Tea.")});
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 340 341 341a");
  t.is_found_right();
}

}  // namespace
}  // namespace nomic::replay::test
