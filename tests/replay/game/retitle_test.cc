// Retitling as a kind of rule-change (RETITLE), where the rules know it.

#include "nomic/replay/reference.h"
#include "replay/game/free_moves.h"
#include "replay/game/six_rules.h"

namespace nomic::replay::test {
namespace {

using Seen = v1::Consequence;

v1::Event retitle(std::uint32_t rule, const std::string& title) {
  auto event = propose(v1::RETITLE, rule);
  event.mutable_proposal_made()->mutable_changes(0)->set_title(title);
  return event;
}

// The rules say nothing of kinds of rule-change; rule 6 has a title. Proposals from 20 on.
v1::Ruleset titled_rules(const std::string& numbering) {
  auto ruleset = six_rules(numbering, "consultation { team_mates_only: false }");
  ruleset.mutable_rules(5)->set_title("Biscuits");
  return ruleset;
}

struct Titled : Six {
  explicit Titled(const std::string& numbering = "numbering { first: 20 }") : Six(titled_rules(numbering)) {}
};

TEST(Retitle, GivesARuleAnotherTitleAndNothingElse) {
  Titled t;
  const v1::Rule before = *t.rule(6);
  const auto told = one(t.adopted(retitle(6, "Tea")), Seen::kRuleRetitled);
  EXPECT_EQ(told.rule_retitled().proposal(), "20");
  EXPECT_EQ(told.rule_retitled().from_number(), "6");
  EXPECT_EQ(told.rule_retitled().to_number(), "6");
  EXPECT_EQ(told.rule_retitled().before(), "Biscuits");
  EXPECT_EQ(told.rule_retitled().after(), "Tea");
  EXPECT_EQ(t.rule(6)->title(), "Tea");
  EXPECT_EQ(t.text(6), "A rule.");
  EXPECT_EQ(t.rule(6)->provisions_size(), before.provisions_size());
  EXPECT_EQ(t.rule(6)->proposal(), 20U);
  EXPECT_EQ(t.rule(6)->since(), t.last());
  EXPECT_EQ(t.rule(6)->revision(), 1U);
  t.is_found_right();
}

TEST(Retitle, IsKeptOnceHoweverOftenItHappens) {
  Titled t;
  t.adopted(retitle(6, "Tea"));
  t.adopted(retitle(6, "Milk"));
  t.adopted(retitle(6, ""));
  EXPECT_EQ(t.rule(6)->title(), "");
  EXPECT_EQ(t.rule(6)->sources(0).corrections_size(), 1);
  t.is_found_right();
}

TEST(Retitle, TakesTheProposalsNumberWhereAChangedRuleDoes) {
  Titled t("numbering { first: 20 changed_rule: TAKES_PROPOSALS references_follow: true }");
  t.adopted(enact("See rule 6."));
  EXPECT_EQ(one(t.adopted(retitle(6, "Tea")), Seen::kRuleRetitled).rule_retitled().to_number(), "21");
  EXPECT_EQ(t.rule(21)->title(), "Tea");
  EXPECT_EQ(t.text(20), "See rule 21.");
  t.is_found_right();
}

// It goes with the version: an amendment may bring another, and its repeal brings this one back.
TEST(Retitle, GoesWithTheVersionWhereverItIsBroughtBack) {
  Titled t;
  t.adopted(retitle(6, "Tea"));
  auto amended = amend(6, "Coffee it is.");
  amended.mutable_proposal_made()->mutable_changes(0)->set_title("Coffee");
  t.adopted(amended);
  EXPECT_EQ(t.rule(6)->title(), "Coffee");
  t.adopted(propose(v1::RESTORE, 6));
  EXPECT_EQ(t.rule(6)->title(), "Tea");
  t.adopted(propose(v1::REPEAL, 6));
  t.adopted(propose(v1::REENACT, 6));
  EXPECT_EQ(t.rule(6)->title(), "Tea");
  t.is_found_right();
}

// The repeal of an amendment brings back what stood before it: no title, where there was none.
TEST(Retitle, ARuleWithoutATitleIsBroughtBackWithoutOne) {
  Titled t;
  auto amended = amend(5, "All vote.", {"franchise { electorate: PLAYERS votes_per_player: 1 }"});
  amended.mutable_proposal_made()->mutable_changes(0)->set_title("Votes");
  t.adopted(amended);
  EXPECT_EQ(t.rule(5)->title(), "Votes");
  t.adopted(propose(v1::RESTORE, 5));
  EXPECT_EQ(t.rule(5)->title(), "");
  EXPECT_EQ(t.text(5), "A rule.");
  // An amendment that says none keeps the one that there is.
  t.adopted(amended);
  t.adopted(amend(5, "Many vote.", {"franchise { electorate: PLAYERS votes_per_player: 1 }"}));
  EXPECT_EQ(t.rule(5)->title(), "Votes");
  t.adopted(propose(v1::RESTORE, 5));
  EXPECT_EQ(t.rule(5)->title(), "Votes");
  t.is_found_right();
}

TEST(Retitle, IsNoClericalCorrectionToWhichAnybodyObjects) {
  Titled t;
  t.adopted(retitle(6, "Tee"));
  const auto adopted = t.last();
  t.ok("Bob", correct_title(6, 6, "Tee", "Tea"));
  const auto correction = t.last();
  EXPECT_EQ(t.rule(6)->title(), "Tea");
  t.refused("Bob", object_to(adopted), ErrorCode::NOT_CORRECTED);
  t.ok("Ann", object_to(correction));
  EXPECT_EQ(t.rule(6)->title(), "Tee");
  t.is_found_right();
}

TEST(Retitle, IsRefused) {
  Titled t;
  t.refused("Ann", retitle(6, "Biscuits"), ErrorCode::ALREADY_OF_STATUS);
  t.refused("Ann", retitle(5, ""), ErrorCode::ALREADY_OF_STATUS);
  t.refused("Ann", retitle(7, "Tea"), ErrorCode::NO_SUCH_RULE);
  auto with_text = retitle(6, "Tea");
  with_text.mutable_proposal_made()->mutable_changes(0)->add_texts()->set_text("Tea.");
  t.refused("Ann", with_text, ErrorCode::BAD_CHANGE);
  t.adopted(propose(v1::TRANSMUTE_TO_IMMUTABLE, 6));
  t.refused("Ann", retitle(6, "Tea"), ErrorCode::RULE_IMMUTABLE);
}

// Rule 103 names the kinds that there are, and it is none of them.
TEST(Retitle, IsNoRuleChangeOfTheInitialSet) {
  Table t({"Ann", "Bob", "Cyd"});
  EXPECT_EQ(t.refused("Ann", retitle(206, "Losses"), ErrorCode::KIND_NOT_ALLOWED), (std::vector<std::uint32_t>{103}));
}

// Together with an amendment by another name: each for itself, the second keeps its number.
TEST(Numbering, FurtherRulesOfAProposalKeepTheirsWhereARuleSaysSo) {
  for (const bool keeps : {true, false}) {
    Titled t(std::string("numbering { first: 20 changed_rule: TAKES_PROPOSALS") +
             (keeps ? " several: KEEP_THEIR_OWN }" : " several: TAKE_FURTHER }"));
    auto event = retitle(6, "Tea");
    auto& changes = *event.mutable_proposal_made();
    *changes.add_changes() = amend(5, "All vote.").proposal_made().changes(0);
    *changes.add_changes() = enact("Cake.").proposal_made().changes(0);
    t.adopted(event);
    EXPECT_EQ(t.rule(20)->title(), "Tea");
    EXPECT_EQ(t.text(keeps ? 5 : 21), "All vote.");
    EXPECT_EQ(t.text(keeps ? 21 : 22), "Cake.");
    // The next proposal comes after what was given.
    EXPECT_EQ(number_in(one(t.ok("Ann", enact("Milk.")), Seen::kProposalMade).proposal_made().proposal()),
              keeps ? 22U : 23U);
    t.is_found_right();
  }
}

}  // namespace
}  // namespace nomic::replay::test
