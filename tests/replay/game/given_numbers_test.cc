// A number is given once (108, L65): what is struck, taken back or derived again keeps the number that it had, and what
// comes after it takes the next one. Every expected number is counted by hand.
#include <gmock/gmock.h>

#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/game/lettered.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

std::uint32_t number_made(const Consequences& emitted) {
  return number_in(one(emitted, Kind::kProposalMade).proposal_made().proposal());
}

void is_found_right(const Table& t) {
  expect_derived_alike(t);
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "") << watch.words();
}

// ---- Proposals -----------------------------------------------------------------------------------------------------

TEST(GivenNumbers, OfAStruckProposalAreNotGivenAgain) {
  Table t(FOUR);
  EXPECT_EQ(number_made(t.ok("Ann", enact("Cake."))), 301U);
  const auto struck = t.last();
  settled(t, "Ann", "Dan", judge(0).strikes({struck}));
  EXPECT_EQ(t.state().next_number(), 302U);
  EXPECT_EQ(number_made(t.ok("Ann", enact("Tea."))), 302U);
  t.refused("Ann", call(301), ErrorCode::PROPOSAL_CLOSED);
  is_found_right(t);

  // Overruled, the first stands again under its own number; what was made in its place falls.
  const auto judgment = struck + 2;
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  t.ok("Cyd", overrule(judgment));
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 301U);
  EXPECT_EQ(t.text_proposed(0), "Cake.");
  t.ok("Ann", call(301));
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  // 302 was given to what fell.
  EXPECT_EQ(number_made(t.ok("Bob", enact("Milk."))), 303U);
  is_found_right(t);
}

TEST(GivenNumbers, AreCountedOnFromTheLastThatFell) {
  Table t(FOUR);
  t.turn("Ann", enact("Anyone proposes, at any time.", {"proposing { who: ANYONE }"}));  // 301
  t.ok("Bob", enact("Cake."));                                                           // 302
  const auto cake = t.last();
  t.ok("Cyd", enact("Tea."));  // 303
  const auto tea = t.last();
  t.ok("Dan", enact("Milk."));  // 304
  settled(t, "Bob", "Ann", judge(0).strikes({cake, tea}));
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 304U);
  EXPECT_EQ(number_made(t.ok("Cyd", enact("Salt."))), 305U);
  is_found_right(t);
}

TEST(GivenNumbers, OfAnUpheldProposalComeAfterThoseGivenBefore) {
  Table t(FOUR);
  t.ok("Cyd", contest(enact("Cyd's.")));
  const auto contested = t.last();
  EXPECT_EQ(number_made(t.ok("Ann", enact("Ann's."))), 301U);
  const auto emitted = settled(t, "Cyd", "Dan", judge(0).upholds({contested}));
  const auto made = one(emitted, Kind::kProposalMade).proposal_made();
  EXPECT_EQ(made.proposal(), "302");
  EXPECT_EQ(made.player(), "Cyd");
  EXPECT_EQ(made.about(), contested);
  EXPECT_EQ(t.state().turn().proposal(), 301U);
  const auto judgment = t.last();
  is_found_right(t);

  // It falls with the Judgment, and has the same number when another upholds it.
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  t.ok("Cyd", overrule(judgment));
  EXPECT_EQ(t.state().proposals_size(), 1);
  const auto judge_now = judge_named(t.ok("Cyd", invoke()));
  const auto again = t.ok(judge_now, judge(t.last()).upholds({contested}));
  EXPECT_EQ(number_made(again), 302U);
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  EXPECT_EQ(t.state().next_number(), 303U);
  is_found_right(t);
}

// ---- Rules ---------------------------------------------------------------------------------------------------------

// Rules 1 to 7, without turns: rule 7 has the provision on Judgment, so that the whole game is in dispute.
v1::Ruleset judged(const std::string& numbering) {
  return rules_of(
      {{HALF},
       {numbering},
       {"turn_order { order: NO_TURNS }"},
       {"proposing { who: ANYONE several: EACH }"},
       {},
       {},
       {"judgment { seat: NAMED judge: \"Cyd\" overrule { numerator: 1 denominator: 1 base: ELIGIBLE } }"}});
}

struct Judged : Table {
  explicit Judged(const std::string& numbering) : Table({"Ann", "Bob", "Cyd"}, judged(numbering), v1::MAIL) {}

  // The record of the last ballot.
  std::uint64_t adopt(const v1::Event& event) {
    const auto number = number_made(ok("Ann", event));
    ok("Ann", call(number));
    for (const auto* who : {"Ann", "Bob", "Cyd"}) ok(who, vote(FOR, number));
    return last();
  }
  void strike(std::uint64_t record) {
    ok("Ann", invoke());
    ok("Cyd", judge(last()).strikes({record}));
  }
  [[nodiscard]] std::string bear() const { return in_words(numbers()); }
};

TEST(GivenNumbers, OfFurtherRulesAreNotGivenAgain) {
  Judged t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  const auto ballot = t.adopt(Lettered::together({amend(5, "Five."), amend(6, "Six.")}));  // 20, and 21 for the second
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 21");
  t.strike(ballot);
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7");
  // The next proposal is 22. Proposal 20 gives its rules the numbers that it gave them before.
  EXPECT_EQ(number_made(t.ok("Bob", enact("Cake."))), 22U);
  t.ok("Cyd", vote(FOR, 20));
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 21");
  EXPECT_EQ(t.text(21), "Six.");
  is_found_right(t);
}

TEST(GivenNumbers, WithLettersAreNotGivenAgain) {
  Judged t(LETTERS);
  // Three rule-changes, each for itself; the second falls with the ballot that is struck, as all do.
  const auto ballot = t.adopt(Lettered::together({amend(5, "Five."), amend(6, "Six."), enact("Cake.")}));
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 20a 20b");
  t.strike(ballot);
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7");
  t.ok("Cyd", vote(FOR, 20));
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 20a 20b");
  EXPECT_EQ(t.text(n("20b")), "Cake.");
  is_found_right(t);
}

TEST(GivenNumbers, OfASequenceOfRulesAreNotGivenAgain) {
  Judged t("numbering { first: 20 rules_first: 10 }");
  t.adopt(enact("Cake."));                  // rule 10
  const auto tea = t.adopt(enact("Tea."));  // rule 11
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10 11");
  t.strike(tea);
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10");
  t.adopt(enact("Milk."));
  // 11 was the tea's.
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10 12");
  t.ok("Cyd", vote(FOR, 21));
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10 11 12");
  EXPECT_EQ(t.text(11), "Tea.");
  is_found_right(t);
}

TEST(GivenNumbers, OfRulesThatActsEnactAreNotGivenAgain) {
  Judged t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  t.ok("Ann", act(5, "There is cake.").change(enact("Cake.")));
  const auto done = t.last();
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 20");
  t.strike(done);
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7");
  t.ok("Bob", act(5, "There is tea.").change(enact("Tea.")));
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 21");
  EXPECT_EQ(number_made(t.ok("Bob", enact("Milk."))), 22U);
  is_found_right(t);
}

// Derived again, a rule-change can take a number of another kind, and later the one that it had of that kind.
TEST(GivenNumbers, OfEachKindStayTheOwnOfARuleChange) {
  Judged t(LETTERS);
  const auto first = t.adopt(Lettered::together({amend(5, "Five."), amend(6, "Six."), enact("Cake.")}));
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 20a 20b");
  t.strike(first);
  t.adopt(amend(2, "Without letters.", {"numbering { first: 20 changed_rule: TAKES_PROPOSALS }"}));
  EXPECT_EQ(t.bear(), "1 3 4 5 6 7 21");
  t.ok("Cyd", vote(FOR, 20));
  EXPECT_EQ(t.bear(), "1 3 4 7 20 21 22 23");
  t.strike(t.last());
  EXPECT_EQ(t.bear(), "1 3 4 5 6 7 21");
  t.ok("Cyd", vote(FOR, 20));
  EXPECT_EQ(t.bear(), "1 3 4 7 20 21 22 23");
  EXPECT_EQ(t.text(23), "Cake.");
  // 20a and 20b are not given again either.
  t.adopt(amend(21, "Letters again.", {LETTERS}));  // 24
  t.strike(t.last());
  t.ok("Cyd", vote(FOR, 24));
  EXPECT_EQ(t.bear(), "1 3 4 7 20 22 23 24");
  is_found_right(t);
}

// Proposal 20 amends the rule that proposal 21 gave its number, and keeps that number: it gave none.
TEST(GivenNumbers, AreNotThoseOfALaterAmendmentThatKeptThem) {
  Judged t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  t.ok("Bob", amend(5, "Again."));               // 20
  const auto five = t.adopt(amend(5, "Five."));  // 21
  t.strike(five);
  const auto judgment = t.last();
  const auto keep = t.adopt(amend(2, "Keep.", {"numbering { first: 20 changed_rule: KEEPS_ITS_OWN }"}));  // 22
  t.ok("Bob", call(20));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR, 20));
  EXPECT_EQ(t.bear(), "1 3 4 5 6 7 22");
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.bear(), "1 3 4 6 7 21 22");
  EXPECT_EQ(t.text(21), "Again.");
  t.ok("Ann", invoke());
  t.ok("Cyd", judge(t.last()).strikes({five, keep}));
  EXPECT_EQ(t.bear(), "1 2 3 4 6 7 20");
  t.ok("Cyd", vote(FOR, 21));
  EXPECT_EQ(t.bear(), "1 2 3 4 6 7 21");
  is_found_right(t);
}

// ---- In a later turn -----------------------------------------------------------------------------------------------

// As above, in turns; who proposes out of turn does so beside them.
v1::Ruleset judged_in_turns() {
  auto rules = judged("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  rules.mutable_rules(2)->mutable_provisions(0)->mutable_turn_order()->set_order(v1::TurnOrder::SEATING);
  return rules;
}

// A vote that a Judgment opened again is complete when the next turn has begun.
TEST(GivenNumbers, StayThoseOfARuleChangeThatTakesEffectInALaterTurn) {
  Table t({"Ann", "Bob", "Cyd"}, judged_in_turns(), v1::MAIL);
  t.ok("Ann", enact("Cake."));  // 20
  EXPECT_EQ(number_made(t.ok("Bob", Lettered::together({enact("Tea."), enact("Milk.")}))), 21U);
  t.ok("Bob", call(21));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR, 21));
  const auto ballot = t.last();
  EXPECT_EQ(in_words(t.numbers()), "1 2 3 4 5 6 7 21 22");
  t.ok("Ann", invoke());
  t.ok("Cyd", judge(t.last()).strikes({ballot}));
  t.ok("Ann", call(20));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, vote(FOR, 20));
  EXPECT_EQ(in_words(t.numbers()), "1 2 3 4 5 6 7 20");
  EXPECT_EQ(number_made(t.ok("Bob", enact("Salt."))), 23U);
  EXPECT_EQ(t.state().turn().number(), 2U);
  t.ok("Cyd", vote(FOR, 21));
  EXPECT_EQ(in_words(t.numbers()), "1 2 3 4 5 6 7 20 21 22");
  EXPECT_EQ(t.text(22), "Milk.");
  is_found_right(t);
}

// ---- Rule-changes that act on the past -----------------------------------------------------------------------------

v1::Event from_beginning(v1::Event event) {
  event.mutable_proposal_made()->set_effect_from(10);  // the last founding record: seven rules, three players
  return event;
}

TEST(GivenNumbers, OfASequenceInThePastAreNotGivenAgain) {
  Judged t("numbering { first: 20 rules_first: 10 }");
  ASSERT_EQ(t.last(), 10U);
  t.adopt(enact("Cake."));
  const auto ballot = t.adopt(from_beginning(enact("Of old.")));
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10 11");
  EXPECT_EQ(t.rule(11)->since(), 10U);
  t.strike(ballot);
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10");
  EXPECT_EQ(t.state().retroactions_size(), 0);
  t.adopt(enact("Milk."));
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10 12");
  t.ok("Cyd", vote(FOR, 21));
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7 10 11 12");
  EXPECT_EQ(t.text(11), "Of old.");
  is_found_right(t);
}

TEST(GivenNumbers, OfProposalsInThePastAreNotGivenAgain) {
  Judged t("numbering { first: 20 changed_rule: TAKES_PROPOSALS }");
  const auto ballot = t.adopt(from_beginning(Lettered::together({amend(5, "Five."), amend(6, "Six.")})));
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 21");
  t.strike(ballot);
  EXPECT_EQ(t.bear(), "1 2 3 4 5 6 7");
  EXPECT_EQ(number_made(t.ok("Bob", enact("Cake."))), 22U);
  t.ok("Cyd", vote(FOR, 20));
  EXPECT_EQ(t.bear(), "1 2 3 4 7 20 21");
  EXPECT_EQ(t.text(21), "Six.");
  is_found_right(t);
}

// ---- The auditor ---------------------------------------------------------------------------------------------------

TEST(GivenNumbers, ThatAreGivenAgainAreFound) {
  Table t(FOUR);
  t.ok("Ann", enact("Cake."));
  settled(t, "Ann", "Dan", judge(0).strikes({t.last()}));
  t.ok("Ann", enact("Tea."));
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index != t.last()) return;
    for (auto& emitted : shown.emitted) {
      if (emitted.has_proposal_made()) emitted.mutable_proposal_made()->set_proposal("301");
    }
  });
  EXPECT_THAT(watch.found(), testing::HasSubstr("R108 #" + std::to_string(t.last()))) << watch.words();
}

}  // namespace
}  // namespace nomic::replay::test
