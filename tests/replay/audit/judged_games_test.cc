// Lawful games in which Judgments and acts did what proposals and votes do otherwise: the auditor accuses nobody, and
// the numbers that acts give are held against those of proposals.

#include <gmock/gmock.h>

#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

std::string accusations(const Table& t) {
  Watch watch;
  watch.see_all(t);
  return watch.words();
}

TEST(AuditOfJudgments, OneThatStrikesTheLastVoteOnWhatActsOnThePastAndFindsItAdopted) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 107));
  t.turn("Bob", propose(v1::REPEAL, 301));
  auto proposal = enact("Cake is served at noon.");
  proposal.mutable_proposal_made()->set_effect_from(t.last());
  t.ok("Cyd", proposal);  // 303
  t.ok("Cyd", call());
  t.everyone_votes(FOR);
  const auto ballot = t.last();
  ASSERT_NE(t.rule(303), nullptr);
  const auto emitted = settled(t, "Ann", "Bob", judge(0).strikes({ballot}).under(203).finds_outcome(303, true));
  EXPECT_TRUE(has(emitted, v1::Consequence::kAppliesFrom));
  ASSERT_NE(t.rule(303), nullptr);
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatStrikesAnythingBeforeAnUndeterminedProposalIsAttested) {
  Table t(FOUR);
  t.turn("Ann", amend(203, "All of us."));
  t.ok("Bob", enact("Cake is served at noon."));  // 302
  t.ok("Bob", say("It is good.", 302));
  const auto said = t.last();
  t.ok("Bob", call());
  EXPECT_TRUE(has(t.everyone_votes(FOR), v1::Consequence::kOutcomeUndetermined));
  settled(t, "Cyd", "Ann", judge(0).strikes({said}));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) t.ok(name, attest(302, true));
  EXPECT_TRUE(has(t.ok("Dan", attest(302, true)), v1::Consequence::kProposalAdopted));
  EXPECT_EQ(t.text(302), "Cake is served at noon.");
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatUpholdsWhatIsProhibited) {
  Table t(FOUR);
  t.ok("Ann", contest(amend(105, "Players may take part.")));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last()}));
  t.ok("Ann", revise(301, amend(105, "Players should take part.")));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  EXPECT_THAT(accusations(t), IsEmpty());
}

// Its form stands in the contested record, and not in that of the Judgment which makes it.
TEST(AuditOfJudgments, OneThatUpholdsAProposalWhichBeginsTheNextTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  t.ok("Bob", contest(enact("Without consent.")));
  t.ok("Dan", judge(asked).upholds({t.last()}));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  t.turn("Cyd", amend(302, "In turn."));
  t.turn("Dan", propose(v1::RESTORE, 303));
  EXPECT_EQ(t.text(304), "Without consent.");
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatUpholdsAProposalOutOfTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", contest(enact("Out of turn.")));
  settled(t, "Cyd", "Dan", judge(0).upholds({t.last()}));
  t.ok("Cyd", call(302));
  for (const auto& who : FOUR) t.ok(who, vote(FOR, 302));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.turn("Bob", enact("In turn."));
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatIsOverruledInTheTurnThatItBegan) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  t.ok("Bob", contest(enact("Without consent.")));
  t.ok("Dan", judge(asked).upholds({t.last()}));
  const auto judgment = t.last();
  t.ok("Bob", call());
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(judgment));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.turn("Bob", enact("With consent."));
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatUpholdsInPartAndOneThatUpholdsTheRest) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Bob", contest(amend(101, "Nobody obeys.")));
  const auto contested = t.last();
  t.ok("Dan", judge(asked).upholds({contested}).cites({103}));
  settled(t, "Bob", "Dan", judge(0).upholds({contested}).cites({212}));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatUpholdsAThrowBeforeItsTime) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Ann", contest(roll(5)));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last()}));
  t.everyone_votes(FOR);
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.turn("Bob", enact("2."));
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneWhoseFindingFalls) {
  Table t(FOUR);
  t.ok("Ann", enact("Two Judges find."));
  t.ok("Ann", call());
  for (const auto& who : FOUR) t.ok(who, vote(FOR));
  const auto ballot = t.last();
  settled(t, "Bob", "Dan", judge(0).under(301).finds_points("Bob", 5));
  settled(t, "Bob", "Dan", judge(0).strikes({ballot}));
  t.ok("Dan", vote(FOR));
  EXPECT_THAT(accusations(t), IsEmpty());
}

// Bob moves; Ann, his Judge, leaves. Dan sits, and goes on sitting when Eve has joined.
TEST(AuditOfJudgments, OneByTheSuccessorOfAJudgeWhoLeft) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", enact("2."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  t.ok("Ann", forfeit());
  t.ok("Dan", judge(asked));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  t.ok("Eve", join("Eve"));
  settled(t, "Cyd", "Dan", judge(0));
  EXPECT_THAT(accusations(t), IsEmpty());
}

// Turns run at once. Cyd contests a proposal that would be one mutable rule too many.
struct TurnsAtOnce : Table {
  std::uint64_t contested = 0;
  TurnsAtOnce()
      : Table(FOUR,
              rules_with({"turn_order { order: ALL_AT_ONCE }",
                          "adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                          "ruleset_bounds { max_mutable: 4 }",
                          "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } }"}),
              v1::MAIL) {
    ok("Ann", amend(2, "Half of us."));
    ok("Cyd", contest(enact("One rule more.")));
    contested = last();
  }
};

// Cyd's turn begins at the Judgment that upholds the proposal, though the proposal stands before Dan's Judgment.
TEST(AuditOfJudgments, OneThatBeganATurnAndIsOverruledAfterAnEarlierJudgeLeft) {
  TurnsAtOnce t;
  settled(t, "Bob", "Dan", judge(0));
  t.ok("Dan", forfeit());
  settled(t, "Bob", "Cyd", judge(0).upholds({t.contested}));
  const auto judgment = t.last();
  EXPECT_EQ(t.state().turn().number(), 2U);
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_THAT(accusations(t), IsEmpty());
}

// Bob judges in Cyd's turn. Without it the dispute goes on, which is not decided anew.
TEST(AuditOfJudgments, OneThatBeganATurnBesideOthersAndIsOverruledAfterALaterOne) {
  TurnsAtOnce t;
  settled(t, "Bob", "Dan", judge(0).upholds({t.contested}));
  const auto judgment = t.last();
  settled(t, "Ann", "Bob", judge(0));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(t.state().turn().number(), 1U);
  ASSERT_EQ(t.state().judgments_size(), 2);
  EXPECT_FALSE(t.state().judgments(1).fallen());
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, OneThatStrikesTheProposalThatBeganTheTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", enact("2."));
  settled(t, "Cyd", "Ann", judge(0).strikes({t.last()}));
  t.ok("Bob", enact("Two."));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(4));
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, consent());
  t.ok("Cyd", enact("3."));
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, AnInvocationBeforeTheFirstProposal) {
  Table t({"Ann", "Bob"});
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Ann", enact("1."));
  t.ok("Bob", judge(asked));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfJudgments, ANewcomerDoesNotJudgeWhatWasAskedBeforeThem) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Eve", join("Eve"));
  t.ok("Dan", forfeit());
  t.ok("Cyd", judge(asked));
  EXPECT_THAT(accusations(t), IsEmpty());
}

// Three sit by Bob's turn, and Ann and Dan agree; then the rule is amended, and one sits. Bob and Cyd are all the
// others.
TEST(AuditOfJudgments, ABenchIsOverruledByWhomItsJudgesLeaveThoughOneJudgesSince) {
  Table t(FOUR);
  const std::string judgment = "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 }";
  t.turn("Ann", amend(212, "Three judge.", {judgment + " judges: 3 }"}));
  t.ok("Bob", amend(301, "One judges.", {judgment + " }"}));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  for (const auto* who : {"Ann", "Dan"}) t.ok(who, judge(asked));
  const auto answer = t.last();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", overrule(answer));
  EXPECT_TRUE(has(t.ok("Cyd", overrule(answer)), v1::Consequence::kJudgmentOverruled));
  EXPECT_THAT(accusations(t), IsEmpty());
}

// ---- Numbers (108) -------------------------------------------------------------------------------------------------

// 301 by a proposal; 302 enacted, and 206 amended, by acts under it.
struct Herald : Table {
  Herald() : Table(FOUR) {
    turn("Ann", enact("The herald makes rules."));
    ok("Bob", act(301).change(enact("Tea is served at four.")));
    enacted = last();
    ok("Bob", act(301).change(amend(206, "Reworded.")).change(propose(v1::REPEAL, 210)));
  }
  std::uint64_t enacted = 0;
};

TEST(AuditOfNumbers, ActsTakeNoneButForTheRulesThatTheyEnact) {
  Herald t;
  t.ok("Bob", enact("2."));
  EXPECT_EQ(t.state().proposals(0).number(), 303U);
  EXPECT_THAT(accusations(t), IsEmpty());
}

TEST(AuditOfNumbers, WhatLiesBetweenTwoProposalsIsBorneByRulesOrMissing) {
  Herald t;
  t.ok("Bob", enact("2."));
  const auto proposed = t.last();
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    for (auto& one : shown.emitted) {
      // As if the act had made rule 303, and 302 were nothing's.
      if (shown.move.index == t.enacted && one.has_rule_enacted()) one.mutable_rule_enacted()->set_to_number("303");
      if (shown.move.index == proposed && one.has_proposal_made()) one.mutable_proposal_made()->set_proposal("304");
    }
  });
  EXPECT_THAT(watch.found(), HasSubstr("R108 #" + std::to_string(t.enacted)));
  EXPECT_THAT(watch.found(), HasSubstr("R108 #" + std::to_string(proposed)));
}

TEST(AuditOfNumbers, AnActThatRenumbersARuleIsFound) {
  Herald t;
  Watch watch;
  const auto amended = t.last();
  watch.see_all(t, [&](Shown& shown) {
    for (auto& one : shown.emitted) {
      if (shown.move.index == amended && one.has_rule_amended()) one.mutable_rule_amended()->set_to_number("303");
    }
  });
  EXPECT_THAT(watch.found(), HasSubstr("R108 #" + std::to_string(amended)));
}

// ---- What a broken engine would have a Judgment do -----------------------------------------------------------------

// As the auditor sees the game once the Judgment of that record cites these rules and no others.
std::string accusations_if_cited(const Table& t, std::uint64_t judgment, const std::vector<std::uint32_t>& cited) {
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index != judgment) return;
    auto& delivered = *shown.move.event.mutable_judgment_delivered();
    delivered.clear_cited();
    for (const auto rule : cited) delivered.add_cited(reference(rule));
    shown.move.payload = shown.move.event.SerializeAsString();
  });
  return watch.words();
}

// Bob's amendment of 101 without consent: 212 and 103 stand against it, and both are cited.
struct Upheld : Table {
  Upheld() : Table(FOUR) {
    turn("Ann", enact("1."));
    ok("Bob", invoke());
    const auto asked = last();
    ok("Bob", contest(amend(101, "Nobody obeys.")));
    ok("Dan", judge(asked).upholds({last()}).cites({212, 103}));
    judgment = last();
  }
  std::uint64_t judgment = 0;
};

TEST(AuditOfJudgments, OneThatGivesEffectToWhatItDoesNotWaiveIsNamed) {
  const Upheld t;
  EXPECT_THAT(accusations_if_cited(t, t.judgment, {212, 103}), IsEmpty());
  EXPECT_THAT(accusations_if_cited(t, t.judgment, {}), IsEmpty());
  const auto words = accusations_if_cited(t, t.judgment, {212});
  EXPECT_THAT(words, HasSubstr("R212"));
  EXPECT_THAT(words, HasSubstr("waives what stands against it: RULE_IMMUTABLE"));
}

TEST(AuditOfJudgments, OneThatBeginsATurnWithoutTheConsentThatItDoesNotNameIsNamed) {
  const Upheld t;
  const auto words = accusations_if_cited(t, t.judgment, {103});
  EXPECT_THAT(words, HasSubstr("begins a turn after Judgment was invoked, with the consent of 0 of 3"));
}

// L42: a finding on what is closed is a remark that the audit shows.
TEST(AuditOfJudgments, OneThatFindsWhatIsClosed) {
  Table t(FOUR);
  t.turn("Ann", enact("Cake is served at noon."));
  settled(t, "Bob", "Dan", judge(0).finds_outcome(301, false).finds_ballot(301, "Cyd", AGAINST).finds_points("Cyd", 1));
  EXPECT_NE(t.rule(301), nullptr);
  Watch watch;
  watch.see_all(t);
  EXPECT_THAT(watch.words(), IsEmpty());
  std::size_t remarks = 0;
  for (const auto& one : watch.open) {
    if (one.what.variant == "finding_is_remark") ++remarks;
  }
  EXPECT_EQ(remarks, 2U);
}

TEST(AuditOfJudgments, OneThatSettlesAClosedVoteIsFound) {
  Table t(FOUR);
  t.turn("Ann", enact("Cake is served at noon."));
  settled(t, "Bob", "Dan", judge(0).finds_outcome(301, false));
  const auto record = t.last();
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    for (auto& one : s.emitted) {
      if (s.move.index == record && one.has_found()) one.mutable_found()->set_remark(false);
    }
  });
  EXPECT_EQ(watch.found(), "R212 #" + std::to_string(record)) << watch.words();
}

// Bob's turn rests on a Judgment; Ann judges in it, and is no Judge once it has not begun.
TEST(AuditOfJudgments, OneOfATurnThatHasNotBegunIsFoundToCount) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  t.ok("Bob", contest(enact("2.")));
  t.ok("Dan", judge(asked).upholds({t.last()}));
  const auto judgment = t.last();
  settled(t, "Cyd", "Ann", judge(0));
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(judgment));
  const auto overruled = t.last();
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    if (s.move.index != overruled) return;
    for (int at = 0; at < s.after.judgments_size(); ++at) s.after.edit_judgments().edit(at).clear_fallen();
  });
  EXPECT_EQ(watch.found(), "R212 #" + std::to_string(overruled)) << watch.words();
}

}  // namespace
}  // namespace nomic::replay::test
