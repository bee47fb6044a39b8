// References follow renumbered rules, where a rule says so (Numbering.references_follow).

#include <ctime>

#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/game/six_rules.h"

namespace nomic::replay::test {
namespace {

using Seen = v1::Consequence;

const std::string FOLLOW = "numbering { first: 20 changed_rule: TAKES_PROPOSALS references_follow: true }";
const std::string SAID = "Unlike rule 1, and rules 2 and 5, cake is served.";

// Rule 6 names others; proposals from 20 on.
v1::Ruleset rules_that_follow(const std::string& numbering, const std::string& of_six) {
  auto ruleset = six_rules(numbering, of_six);
  ruleset.mutable_rules(5)->mutable_texts(0)->set_text(SAID);
  return ruleset;
}

struct Named : Six {
  explicit Named(const std::string& numbering = FOLLOW, const std::string& of_six = {})
      : Six(rules_that_follow(numbering, of_six)) {}
};

TEST(ReferencesFollow, ARuleThatIsRenumbered) {
  Named t;
  const auto since = t.rule(6)->since();
  const auto emitted = t.adopted(amend(5, "All vote."));
  EXPECT_EQ(t.text(20), "All vote.");
  EXPECT_EQ(t.text(6), "Unlike rule 1, and rules 2 and 20, cake is served.");
  ASSERT_EQ(of_kind(emitted, Seen::kReferencesFollowed).size(), 1U);
  const auto told = one(emitted, Seen::kReferencesFollowed);
  EXPECT_EQ(told.references_followed().number(), "6");
  EXPECT_EQ(told.references_followed().mentioned(), "5");
  EXPECT_EQ(told.references_followed().mentions(), "20");
  EXPECT_EQ(told.rule().number(), 2);
  // The version is the same: nobody has voted on it.
  EXPECT_EQ(t.rule(6)->since(), since);
  t.is_found_right();
}

// "Rules 2 to 20" would be others: a range stays, and people say what it should be (check-references lists it).
TEST(ReferencesFollow, NotAtTheEndOfARange) {
  for (const char* said : {"By rules 2 to 5, tea.", "By rules 2-5, tea.", "Nach Regel 2 bis 5, Tee.", "Reglas 2 a 5.",
                           "Regole 2 fino a 5.", "Regels 2 t/m 5.", "\u898F\u5247 2\u304B\u30895\u307E\u3067"}) {
    Named t;
    t.adopted(amend(6, said));  // 20
    EXPECT_FALSE(has(t.adopted(amend(5, "All vote.")), Seen::kReferencesFollowed)) << said;
    EXPECT_EQ(t.text(20), said);
    t.is_found_right();
  }
  Named t;
  t.adopted(amend(6, "By rule 5, and rules 2 to 5, tea."));  // 20
  t.adopted(amend(5, "All vote."));                          // 21
  EXPECT_EQ(t.text(20), "By rule 21, and rules 2 to 5, tea.");
  t.is_found_right();
}

TEST(ReferencesFollow, AgainAndAgainAndAreKeptOnce) {
  Named t;
  t.adopted(amend(5, "All vote."));
  t.adopted(amend(20, "Many vote."));
  t.adopted(amend(1, "Half.", {"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"}));
  t.adopted(amend(21, "Some vote."));
  EXPECT_EQ(t.text(6), "Unlike rule 22, and rules 2 and 23, cake is served.");
  const auto& corrections = t.rule(6)->sources(0).corrections();
  ASSERT_EQ(corrections.size(), 1);
  ASSERT_EQ(corrections.Get(0).references().numbers_size(), 2);
  EXPECT_EQ(corrections.Get(0).references().numbers(0).from(), 5U);
  EXPECT_EQ(corrections.Get(0).references().numbers(0).to(), 23U);
  t.is_found_right();
}

TEST(ReferencesFollow, OnlyWhereARuleSaysSo) {
  Named t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  EXPECT_FALSE(has(t.adopted(amend(5, "All vote.")), Seen::kReferencesFollowed));
  EXPECT_EQ(t.text(6), SAID);
  t.is_found_right();
}

TEST(ReferencesFollow, OnlyInTheCasesOfWhichARuleSaysSo) {
  Named t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }",
          "scope { changes: AMEND } numbering { references_follow: true }");
  t.adopted(propose(v1::TRANSMUTE_TO_IMMUTABLE, 5));
  EXPECT_EQ(t.text(6), SAID);
  t.adopted(amend(4, "All may.", {"proposing { who: ANYONE several: EACH }"}));
  EXPECT_EQ(t.text(6), SAID);  // it does not name 4
  t.adopted(amend(1, "Half.", {"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"}));
  EXPECT_EQ(t.text(6), "Unlike rule 22, and rules 2 and 5, cake is served.");
  t.is_found_right();
}

TEST(ReferencesFollow, InTheTextOfTheRuleItself) {
  Named t;
  t.adopted(amend(6, "This rule 6 is about tea."));
  EXPECT_EQ(t.text(20), "This rule 20 is about tea.");
  t.is_found_right();
}

TEST(ReferencesFollow, InClaimsOfPrecedence) {
  Named t(FOLLOW, "precedence_claim { relation: DEFERS rules: '4' }");
  t.adopted(amend(4, "All may.", {"proposing { who: ANYONE several: EACH }"}));
  EXPECT_EQ(t.rule(6)->provisions(0).precedence_claim().rules(0), "20");
  EXPECT_EQ(t.text(6), SAID);
  t.adopted(amend(20, "Anybody may.", {"proposing { who: ANYONE several: EACH }"}));
  EXPECT_EQ(t.rule(6)->provisions(0).precedence_claim().rules(0), "21");
  EXPECT_EQ(t.rule(6)->sources(0).corrections(0).references().numbers_size(), 1);
  // What brings the rule back brings them back as they are read.
  t.adopted(propose(v1::REPEAL, 6));
  t.adopted(propose(v1::REENACT, 6));
  EXPECT_EQ(t.rule(23)->provisions(0).precedence_claim().rules(0), "21");
  t.is_found_right();
}

TEST(ReferencesFollow, ARepealedRuleThatComesBack) {
  Named t;
  t.adopted(propose(v1::REPEAL, 5));
  EXPECT_EQ(t.text(6), SAID);
  t.adopted(propose(v1::REENACT, 5));
  EXPECT_EQ(t.text(6), "Unlike rule 1, and rules 2 and 21, cake is served.");
  t.is_found_right();
}

// A version that was not in force is brought back as it stood.
TEST(ReferencesFollow, NotInAVersionThatIsAway) {
  Named t;
  t.adopted(amend(6, "By rule 5, tea."));  // 20
  t.adopted(amend(5, "All vote."));        // 21
  EXPECT_EQ(t.text(20), "By rule 21, tea.");
  t.adopted(propose(v1::RESTORE, 20));
  EXPECT_EQ(t.text(22), SAID);
  t.is_found_right();
}

// What is proposed is what is voted on, and is in force as it was.
TEST(ReferencesFollow, NotInWhatIsProposed) {
  Named t;
  t.ok("Ann", enact("By rule 5, tea."));  // 20
  t.ok("Bob", amend(5, "All vote."));     // 21
  t.ok("Bob", call(21));
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, vote(FOR, 21));
  t.ok("Ann", call(20));
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, vote(FOR, 20));
  EXPECT_EQ(t.text(20), "By rule 5, tea.");
  EXPECT_EQ(t.text(6), "Unlike rule 1, and rules 2 and 21, cake is served.");
  t.is_found_right();
}

TEST(ReferencesFollow, BesideClericalCorrections) {
  Named t;
  t.adopted(amend(5, "All vote."));
  t.ok("Bob", correct_text(6, 6, "cake", "by rule 4, cake"));
  const auto correction = t.last();
  const auto emitted = t.adopted(amend(4, "All may.", {"proposing { who: ANYONE several: EACH }"}));
  EXPECT_EQ(one(emitted, Seen::kReferencesFollowed).references_followed().mentions(), "21");
  EXPECT_EQ(t.text(6), "Unlike rule 1, and rules 2 and 20, by rule 21, cake is served.");
  t.adopted(amend(20, "Many vote."));
  EXPECT_EQ(t.text(6), "Unlike rule 1, and rules 2 and 22, by rule 21, cake is served.");
  t.is_found_right();
  // An objection takes the correction back, and what followed in the other words stays.
  t.ok("Ann", object_to(correction));
  EXPECT_EQ(t.text(6), "Unlike rule 1, and rules 2 and 22, cake is served.");
  t.is_found_right();
}

// A correction finds which number a rule bears; no rule has renumbered it.
TEST(ReferencesFollow, NoNumberThatIsFound) {
  Named t;
  t.ok("Bob", correct_number(5, bears_number(5, 12)));
  EXPECT_EQ(t.text(6), SAID);
  t.is_found_right();
}

TEST(ReferencesFollow, AreAsTheyWereWhenAJudgmentStrikesTheChange) {
  auto ruleset = endless();
  for (auto& rule : *ruleset.mutable_rules()) {
    for (auto& provision : *rule.mutable_provisions()) {
      if (provision.has_numbering()) provision.mutable_numbering()->set_references_follow(true);
    }
  }
  Table t({"Ann", "Bob", "Cyd", "Dan"}, ruleset, v1::TABLE);
  t.turn("Ann", enact("Unlike rule 210, tea."));
  t.ok("Bob", amend(210, "Talk."));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  const auto last_ballot = t.last();
  EXPECT_EQ(t.text(301), "Unlike rule 302, tea.");
  settled(t, "Cyd", "Ann", judge(0).strikes({last_ballot}));
  EXPECT_EQ(t.text(301), "Unlike rule 210, tea.");
  EXPECT_NE(t.rule(210), nullptr);
  EXPECT_TRUE(t.rule(301)->sources(0).corrections().empty());
  t.ok("Dan", vote(FOR));
  EXPECT_EQ(t.text(301), "Unlike rule 302, tea.");
  expect_derived_alike(t);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

// Fifty rules are renumbered by one record, beside forty with long texts. Processor time: 5 s when each of the fifty
// read all texts.
TEST(ReferencesFollow, ManyOfOneRecordReadTheTextsOnce) {
  auto ruleset = rules_that_follow(
      "numbering { first: 200 changed_rule: TAKES_PROPOSALS several: TAKE_FURTHER references_follow: true }", {});
  std::string text;
  while (text.size() < 50'000) text += "Unlike rule 60, cake is served. ";
  while (ruleset.rules_size() < 100) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text(ruleset.rules_size() <= 46 ? text : "A rule.");
  }
  Six t(ruleset);
  auto all = amend(51, "Another rule.");
  for (std::uint32_t number = 52; number <= 100; ++number) {
    *all.mutable_proposal_made()->add_changes() = amend(number, "Another rule.").proposal_made().changes(0);
  }
  t.ok("Ann", all);
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  const auto begun = std::clock();
  const auto emitted = t.ok("Bob", vote(FOR));
  EXPECT_LT(std::clock() - begun, 2 * CLOCKS_PER_SEC);
  const auto followed = of_kind(emitted, Seen::kReferencesFollowed);
  ASSERT_EQ(followed.size(), 40U);
  const auto now = number_in(followed.front().references_followed().mentions());
  EXPECT_GE(now, 200U);
  EXPECT_EQ(t.text(7).substr(0, 17), "Unlike rule " + std::to_string(now) + ", ");
}

}  // namespace
}  // namespace nomic::replay::test
