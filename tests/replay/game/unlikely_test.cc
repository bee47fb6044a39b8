// Cases that hardly any game comes to: found where the auditor and the engine read the rules each for itself, in random
// games. The figures are worked out by hand.

#include <gmock/gmock.h>

#include <set>

#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

// The Initial Set of 1990 without the provisions of `freed`, and with a rule 290 that has those given.
v1::Ruleset unlikely_rules(const std::vector<std::string>& provisions, const std::set<std::uint32_t>& freed) {
  auto ruleset = *edition("1990");
  for (auto& rule : *ruleset.mutable_rules()) {
    if (freed.count(number_in(rule.number())) != 0) rule.clear_provisions();
  }
  auto& own = *ruleset.add_rules();
  own.set_number("290");
  own.set_status(v1::MUTABLE);
  own.add_texts()->set_text("The rule of this table.");
  for (const auto& words : provisions) {
    auto provision = parse_provision(words);
    EXPECT_TRUE(provision) << words;
    if (provision) *own.add_provisions() = *provision;
  }
  return ruleset;
}

v1::Event called_at_once(v1::Event proposal) {
  proposal.mutable_proposal_made()->set_call_vote(true);
  return proposal;
}

v1::Event says_he_is(bool active) {
  v1::Event event;
  event.mutable_activity_changed()->set_active(active);
  return event;
}

v1::Event enact_two(const std::string& one, const std::string& other) {
  auto event = called_at_once(enact(one));
  *event.mutable_proposal_made()->add_changes() = enact(other).proposal_made().changes(0);
  return event;
}

// ---- Turns ---------------------------------------------------------------------------------------------------------

TEST(Unlikely, BeforeTheFirstTurnTheFirstInTheOrderIsTheOneMoving) {
  Table t({"Cyd", "Ann", "Bob"}, unlikely_rules({"proposing { who: ANYONE }"}, {}), v1::TABLE);
  EXPECT_EQ(t.state().turn().mover(), "Cyd");
  t.ok("Bob", called_at_once(amend(201, "By name.", {"turn_order { order: SURNAME }"})));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::PROPOSING);  // out of turn
  t.everyone_votes(FOR);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(next_player(t.engine), "Ann");
  t.ok("Ann", enact("In turn."));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::DEBATING);
}

TEST(Unlikely, WhoseTurnGoesOnBeginsNoOtherWhereTurnsRunBesideOneAnotherByNow) {
  Table t({"Ann", "Bob", "Cyd"}, unlikely_rules({"proposing { who: ANYONE }"}, {}), v1::TABLE);
  t.ok("Ann", enact("Slowly debated."));
  EXPECT_EQ(t.state().turn().number(), 1U);
  t.ok("Bob", called_at_once(amend(201, "All at once.", {"turn_order { order: ALL_AT_ONCE }"})));
  for (const auto* player : {"Ann", "Bob", "Cyd"}) t.ok(player, vote(FOR, 302));
  // Ann's second proposal is one out of turn; Bob begins his turn beside hers.
  t.ok("Ann", enact("Another."));
  EXPECT_EQ(t.state().turn().number(), 1U);
  t.ok("Bob", enact("In turn."));
  EXPECT_EQ(t.state().turn().number(), 2U);
  EXPECT_EQ(t.state().other_turns_size(), 1);
}

constexpr auto THROW_AND_AWARDS =
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } parts { "
    "award { "
    "amount { fixed_thousandths: 1000 } reckoned: BEFORE_EFFECT } } parts { award { amount { fixed_thousandths: 500 } "
    "reckoned: AFTER_EFFECT } "
    "} }";

TEST(Unlikely, AnAwardBeforeTheEffectIsPaidOnceThoughAThrowComesBetween) {
  Table t({"Ann", "Bob"}, unlikely_rules({THROW_AND_AWARDS}, {202}), v1::TABLE);
  t.ok("Ann", called_at_once(enact("X.")));
  t.everyone_votes(FOR);
  EXPECT_EQ(t.points("Ann"), 1);
  t.ok("Ann", roll(4));
  EXPECT_EQ(t.points("Ann"), 5.5);  // 1 + 4 + 0.5
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
}

TEST(Unlikely, AnAwardAfterTheEffectIsPaidBesideOneBeforeIt) {
  Table t({"Ann", "Bob"},
          unlikely_rules(
              {"turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1000 } reckoned: "
               "BEFORE_EFFECT } } parts { award { amount { fixed_thousandths: 500 } reckoned: AFTER_EFFECT } } }"},
              {202}),
          v1::TABLE);
  t.ok("Ann", called_at_once(enact("X.")));
  t.everyone_votes(FOR);
  EXPECT_EQ(t.points("Ann"), 1.5);
}

TEST(Unlikely, AnAwardThatWasPaidBeforeTheEffectIsNotPaidAgainByNewParts) {
  Table t({"Ann", "Bob"},
          unlikely_rules({"turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1000 } "
                          "reckoned: BEFORE_EFFECT } } "
                          "}"},
                         {202}),
          v1::TABLE);
  t.ok("Ann",
       called_at_once(amend(290, "After.",
                            {"turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 700 } "
                             "reckoned: AFTER_EFFECT } } }"})));
  t.everyone_votes(FOR);
  EXPECT_EQ(t.points("Ann"), 1);
  t.ok("Bob", called_at_once(enact("X.")));
  t.everyone_votes(FOR);
  EXPECT_EQ(t.points("Bob"), 0.7);
}

// ---- Votes ---------------------------------------------------------------------------------------------------------

TEST(Unlikely, WhoComesBackWithHisBallotCastCompletesAVoteThatWasLeftToNobody) {
  Table t({"Ann", "Bob", "Cyd"},
          unlikely_rules({"inactivity { declared: true suspends: VOTING ends_by: DECLARATION }"}, {104, 105, 107}),
          v1::TABLE);
  t.ok("Ann", called_at_once(enact("X.")));
  t.ok("Ann", vote(FOR));
  for (const auto* player : {"Ann", "Bob", "Cyd"}) t.ok(player, says_he_is(false));
  EXPECT_EQ(t.state().proposals_size(), 1);  // nobody is left who could vote
  const auto emitted = t.ok("Ann", says_he_is(true));
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).proposal_adopted().eligible(), 1U);
  EXPECT_NE(t.rule(301), nullptr);
}

// ---- Precedence ----------------------------------------------------------------------------------------------------

TEST(Unlikely, AMethodOfPrecedenceGoesWithTheRuleThatRepealsItselfByPoints) {
  Table t({"Ann", "Bob"},
          unlikely_rules(
              {"precedence_method { same_status: CLAIMS_THEN_HIGHEST }", "self_repeal { points_thousandths: 3000 }"},
              {110, 211}),
          v1::TABLE);
  t.turn("Ann", enact("X."), FOR, 2);
  EXPECT_EQ(t.state().method().same_status(), v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST);
  const auto emitted = t.turn("Bob", enact("Y."), FOR, 3);
  EXPECT_EQ(one(emitted, Kind::kRuleRepealed).rule_repealed().from_number(), "290");
  EXPECT_FALSE(t.state().method().has_same_status());
}

TEST(Unlikely, TheMethodOfPrecedenceIsReadAsItStoodBeforeTheRecordHoweverManyStepsThatHas) {
  Table t(
      {"Ann", "Bob"},
      unlikely_rules({"precedence_method { same_status: CLAIMS_THEN_NEWEST }",
                      "award { occasion: ADOPTED recipient: THE_PROPONENT amount { fixed_thousandths: 2000 } reckoned: "
                      "BEFORE_EFFECT }"},
                     {110, 202, 211}),
      v1::TABLE);
  t.ok("Ann", called_at_once(enact("Till four points.", {"self_repeal { points_thousandths: 4000 }"})));
  t.everyone_votes(FOR);
  t.ok("Bob", called_at_once(enact("X.")));
  t.everyone_votes(FOR);
  t.ok("Ann", called_at_once(enact("The lowest.", {"precedence_method { same_status: CLAIMS_THEN_LOWEST }"})));
  const auto emitted = t.everyone_votes(FOR);
  // A step more, after the method has changed: with 4 points rule 301 goes.
  EXPECT_EQ(one(emitted, Kind::kRuleRepealed).rule_repealed().from_number(), "301");
  // By the method before it the newest prevails: rule 303, and with it the lowest number from here on.
  EXPECT_EQ(t.state().method().same_status(), v1::PrecedenceMethod::CLAIMS_THEN_LOWEST);
}

// ---- Numbers -------------------------------------------------------------------------------------------------------

TEST(Unlikely, TwoRulesNeverBearOneNumberInAGameDerivedAnew) {
  Table t({"Ann", "Bob", "Cyd"},
          unlikely_rules({"proposing { who: ANYONE several: TOGETHER }", "effectiveness { retroactive: true }"},
                         {103, 107, 202}),
          v1::TABLE);
  auto past = enact_two("The first of the past.", "The second of the past.");
  past.mutable_proposal_made()->set_effect_from(t.last());
  t.ok("Ann", past);
  t.ok("Bob", enact_two("Beside it.", "And this."));
  for (const auto* player : {"Ann", "Bob", "Cyd"}) t.ok(player, vote(FOR, 301));
  EXPECT_EQ(t.text(303), "The second of the past.");
  for (const auto* player : {"Ann", "Bob", "Cyd"}) t.ok(player, vote(FOR, 302));
  EXPECT_EQ(t.text(304), "And this.");
  // Derived anew once more: 303 is given at the past record, long before 302 takes its second number.
  auto again = called_at_once(enact("More of the past."));
  again.mutable_proposal_made()->set_effect_from(t.last());
  t.ok("Cyd", again);
  for (const auto* player : {"Ann", "Bob", "Cyd"}) t.ok(player, vote(FOR, 305));
  EXPECT_EQ(t.text(303), "The second of the past.");
  EXPECT_EQ(t.text(304), "And this.");
  const auto numbers = t.numbers();
  EXPECT_EQ(std::set<std::uint32_t>(numbers.begin(), numbers.end()).size(), numbers.size());
}

TEST(Unlikely, WhatActsOnThePastIsInForceOnceThoughItOpensItsOwnVoteAgain) {
  Table t({"Ann", "Bob", "Cyd"},
          unlikely_rules({"effectiveness { retroactive: true }", "franchise { electorate: OTHERS_THAN_PROPONENT }"},
                         {105, 107, 202, 207}),
          v1::TABLE);
  auto past = called_at_once(
      amend(290, "All of us.", {"effectiveness { retroactive: true }", "franchise { electorate: PLAYERS }"}));
  past.mutable_proposal_made()->set_effect_from(t.last());
  t.ok("Ann", past);
  t.ok("Bob", vote(FOR));
  EXPECT_TRUE(has(t.ok("Cyd", vote(FOR)), Kind::kAppliesFrom));
  // By the rule as it then was Ann has a vote too, and the vote is not complete.
  EXPECT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.text(301), "All of us.");
  const auto before = t.numbers();
  const auto emitted = t.ok("Ann", vote(AGAINST));
  // What is in force stays adopted, whatever its second vote comes to.
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).proposal_adopted().eligible(), 3U);
  EXPECT_FALSE(has(emitted, Kind::kAppliesFrom));
  EXPECT_EQ(t.state().retroactions_size(), 1);
  EXPECT_EQ(t.state().proposals_size(), 0);
  EXPECT_EQ(t.numbers(), before);
}

}  // namespace
}  // namespace nomic::replay::test
