// For every check a game that breaks just that: what the engine told is altered on its way to the auditor, as an engine
// that is broken would tell it. The auditor finds that, and nothing else.

#include <gtest/gtest.h>

#include <algorithm>

#include "game/play.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/reference.h"
#include "replay/audit/broken_game.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

class BrokenGame : public testing::Test {
 protected:
  // Shows the game to an auditor up to a record, which is altered: he finds that, and nothing else.
  void expect(const std::string& found, std::uint64_t record, const Alter& alter) {
    const auto seen = found_in(t, record, alter);
    EXPECT_EQ(seen.all, found) << seen.words;
    EXPECT_EQ(seen.report.ok(), found.empty());
    for (const auto& check : seen.report.checks) {
      EXPECT_EQ(check.broken != 0, found.rfind(check.check + " ", 0) == 0) << check.check;
    }
  }

  GameToBreak t;
};

TEST_F(BrokenGame, UnalteredBreaksNothing) {
  expect("", t.last(), [](Shown&) {});
}

TEST_F(BrokenGame, ARecordIsMissing) {
  expect("CHAIN #60", 59, [](Shown& s) { s.move.index = 60; });
}

TEST_F(BrokenGame, TimeGoesBack) {
  expect("CLOCK #40", 40, [](Shown& s) { s.move.recorded_at = 1; });
}

TEST_F(BrokenGame, AVersionIsCitedThatIsNotInForce) {
  expect("R101 #59", 59, [](Shown& s) { the(s, Kind::kVoteCast).mutable_rule()->set_since(7); });
}

TEST_F(BrokenGame, AnImmutableRuleIsToBeRepealed) {
  expect("R103 #57", 57, [](Shown& s) {
    auto& change = *s.move.event.mutable_proposal_made()->mutable_changes(0);
    change.set_kind(v1::REPEAL);
    change.set_rule("101");
    change.clear_texts();
  });
}

TEST_F(BrokenGame, TwoRuleChangesAreProposedAtOnce) {
  expect("R103 #57", 57, [](Shown& s) {
    auto& made = *s.move.event.mutable_proposal_made();
    *made.add_changes() = v1::RuleChange(made.changes(0));
  });
}

TEST_F(BrokenGame, AProposalIsTakenBack) {
  expect("R104 #58", 58, [](Shown& s) {
    s.emitted.clear();
    auto& back = tell(s, Kind::kProposalWithdrawn);
    back.mutable_proposal_withdrawn()->set_proposal("305");
    back.mutable_proposal_withdrawn()->set_player("Bob");
  });
}

TEST_F(BrokenGame, AVoteIsCompleteWithoutAVoter) {
  expect("R105 #60", 60, [](Shown& s) {
    auto& outcome = tell(s, Kind::kProposalDefeated, 203);
    outcome.mutable_proposal_defeated()->set_proposal("305");
    outcome.mutable_proposal_defeated()->set_player("Bob");
    outcome.mutable_proposal_defeated()->set_votes_for(2);
    outcome.mutable_proposal_defeated()->set_eligible(3);
    auto& score = tell(s, Kind::kScore, 303, 49);
    score.mutable_rule()->set_lineage(206);
    score.mutable_score()->set_player("Bob");
    score.mutable_score()->set_proposal("305");
    score.mutable_score()->set_points(-5000);
    score.mutable_score()->set_total(-13'000);
    kept_points(s, "Bob", -13'000);
  });
}

TEST_F(BrokenGame, SomebodyVotesForAnother) {
  expect("R105 #60", 60, [](Shown& s) { s.move.author = "Bob"; });
}

TEST_F(BrokenGame, AVoteIsCountedAsItWasNotCast) {
  expect("R105 #59", 59, [](Shown& s) { s.move.event.mutable_vote_cast()->set_choice(AGAINST); });
}

TEST_F(BrokenGame, AVoteForAnotherFormCounts) {
  expect("R105 #59", 59, [](Shown& s) { s.move.event.mutable_vote_cast()->set_form(std::string(32, 'x')); });
}

TEST_F(BrokenGame, AVoteForTheFormOnRecordCounts) {
  const auto form = ledger::sha256(t.moves[57].payload).raw();
  expect("", 59, [&](Shown& s) { s.move.event.mutable_vote_cast()->set_form(form); });
}

TEST_F(BrokenGame, AVoteForAnotherFormIsRefusedWithRight) {
  const auto seen = found_in(t, 60, [](Shown& s) {
    s.move.event.mutable_vote_cast()->set_form(std::string(32, 'x'));
    s.emitted.clear();
    tell(s, Kind::kNotLawful);
  });
  EXPECT_EQ(seen.words.find("is refused"), std::string::npos) << seen.words;
}

TEST_F(BrokenGame, AVoteOfAnEligibleVoterIsRefused) {
  expect("R105 #60", 60, [](Shown& s) {
    s.emitted.clear();
    tell(s, Kind::kNotLawful);
  });
}

TEST_F(BrokenGame, AVoteThatIsCompleteHasNoOutcome) {
  expect("R105 #61", 61, [](Shown& s) { s.emitted.resize(1); });
}

TEST_F(BrokenGame, AnotherTextTakesEffect) {
  expect("R106 #49", 49, [](Shown& s) { kept(s, 303).set_form(std::string(32, 'x')); });
}

TEST_F(BrokenGame, AnotherRuleChangeOfTheFormTakesEffect) {
  expect("R106 #49", 49, [](Shown& s) { kept(s, 303).mutable_sources()->rbegin()->set_change(1); });
}

TEST_F(BrokenGame, OtherProvisionsTakeEffect) {
  expect("R106 #49", 49, [](Shown& s) { kept(s, 303).clear_provisions(); });
}

TEST_F(BrokenGame, AConsequenceCitesARuleThatSaysNothingOfIt) {
  expect("R107 #59", 59, [](Shown& s) {
    auto& rule = *the(s, Kind::kVoteCast).mutable_rule();
    rule.set_number(208);
    rule.set_lineage(208);
    rule.set_since(32);
  });
}

TEST_F(BrokenGame, AnOldScoreIsDerivedAnew) {
  expect("R107 #58", 58, [&](Shown& s) {
    const auto before = s.after.players(0).points();
    auto& score = tell(s, Kind::kScore, 202);
    score.mutable_score()->set_player("Ann");
    score.mutable_score()->set_points(1000);
    score.mutable_score()->set_total(before + 1000);
    score.mutable_score()->set_derived_from(38);
    s.after.edit_players().edit(0).set_points(before + 1000);
  });
}

TEST_F(BrokenGame, ARuleIsReckonedAnew) {
  expect("R107 #58", 58,
         [](Shown& s) { tell(s, Kind::kReckonedAnew, 202).mutable_reckoned_anew()->set_not_won("Ann"); });
}

TEST_F(BrokenGame, ANumberIsLeftOut) {
  expect("R108 #57", 57, [](Shown& s) { the(s, Kind::kProposalMade).mutable_proposal_made()->set_proposal("306"); });
}

TEST_F(BrokenGame, AChangedRuleKeepsItsNumber) {
  expect("R108 #49", 49, [](Shown& s) {
    the(s, Kind::kRuleAmended).mutable_rule_amended()->set_to_number("206");
    kept(s, 303).set_number(206);
  });
}

TEST_F(BrokenGame, AnImmutableRuleIsMadeMutableAgainstAVote) {
  expect("R109 #55", 55, [](Shown& s) {
    s.move.event.mutable_vote_cast()->set_choice(AGAINST);
    the(s, Kind::kVoteCast).mutable_vote_cast()->set_choice(AGAINST);
    the(s, Kind::kProposalAdopted).mutable_proposal_adopted()->set_votes_for(2);
    the(s, Kind::kProposalAdopted).mutable_proposal_adopted()->set_votes_against(1);
    auto& dissent = tell(s, Kind::kScore, 204);
    dissent.mutable_score()->set_player("Cyd");
    gain(s, dissent, 10'000);
  });
}

TEST_F(BrokenGame, ARuleIsHeldToBeVoid) {
  expect("R110 #49", 49, [](Shown& s) { tell(s, Kind::kRuleVoid, 105).mutable_rule_void()->set_number("203"); });
}

TEST_F(BrokenGame, SomebodyElseCallsTheVote) {
  expect("R111 #58", 58, [](Shown& s) { s.move.author = "Cyd"; });
}

TEST_F(BrokenGame, SomebodyIsMadeToLeave) {
  expect("R113 #51", 51, [](Shown& s) { tell(s, Kind::kPlayerLeft, 113).mutable_player_left()->set_player("Cyd"); });
}

TEST_F(BrokenGame, WhoForfeitsIsRefusedIt) {
  expect("R113 #58", 58, [](Shown& s) {
    s.move.event.mutable_player_forfeited();
    s.emitted.clear();
    tell(s, Kind::kNotLawful);
  });
}

TEST_F(BrokenGame, TheWrongPlayerBeginsTheTurn) {
  expect("R201 #57", 57, [](Shown& s) {
    s.move.author = "Cyd";
    the(s, Kind::kTurnBegan).mutable_turn_began()->set_player("Cyd");
    the(s, Kind::kProposalMade).mutable_proposal_made()->set_player("Cyd");
  });
}

TEST_F(BrokenGame, ACircuitIsNotTold) {
  expect("R201 #50", 50, [](Shown& s) { drop(s, Kind::kCircuitEnded); });
}

TEST_F(BrokenGame, ATurnEndsBeforeItsThrow) {
  expect("R202 #61", 61, [](Shown& s) {
    auto& ended = tell(s, Kind::kTurnEnded, 202);
    ended.mutable_turn_ended()->set_player("Bob");
    ended.mutable_turn_ended()->set_turn(5);
    ended.mutable_turn_ended()->set_circuit(2);
  });
}

TEST_F(BrokenGame, AThrowGainsMoreThanItsFaces) {
  expect("R202 #62", 62, [](Shown& s) { gain(s, the(s, Kind::kScore), 4000); });
}

TEST_F(BrokenGame, AThrowGainsNothing) {
  expect("R202 #62", 62, [](Shown& s) {
    gain(s, the(s, Kind::kScore), 0);
    drop(s, Kind::kScore);
  });
}

TEST_F(BrokenGame, AVoteThatFailsAdopts) {
  expect("R203 #43", 43, [](Shown& s) {
    s.emitted.resize(2);
    const auto outcome = s.emitted[1].proposal_defeated();
    *s.emitted[1].mutable_proposal_adopted() = outcome;
    auto& dissent = tell(s, Kind::kScore, 204);
    dissent.mutable_score()->set_player("Cyd");
    gain(s, dissent, 10'000);
    auto& repealed = tell(s, Kind::kRuleRepealed, 205);
    repealed.mutable_rule_repealed()->set_proposal("302");
    repealed.mutable_rule_repealed()->set_from_number("209");
    kept_points(s, "Bob", 0);
  });
}

TEST_F(BrokenGame, ABallotIsCountedTwice) {
  expect("R203 #37", 37, [](Shown& s) {
    the(s, Kind::kProposalAdopted).mutable_proposal_adopted()->set_votes_for(2);
    the(s, Kind::kProposalAdopted).mutable_proposal_adopted()->set_votes_against(1);
  });
}

TEST_F(BrokenGame, VotersGainWhatNoRuleGives) {
  expect("R204 #43", 43, [](Shown& s) {
    auto& score = tell(s, Kind::kScore, 204);
    score.mutable_score()->set_player("Cyd");
    gain(s, score, 10'000);
  });
}

TEST_F(BrokenGame, AnAdoptedChangeTakesNoEffect) {
  expect("R205 #37", 37, [](Shown& s) { drop(s, Kind::kRuleEnacted); });
}

TEST_F(BrokenGame, AnAdoptedChangeIsPutOff) {
  expect("R205 #37", 37, [](Shown& s) {
    drop(s, Kind::kRuleEnacted);
    tell(s, Kind::kEffectAwaited, 205).mutable_effect_awaited()->set_proposal("301");
  });
}

TEST_F(BrokenGame, ADefeatCostsNothing) {
  expect("R206 #43", 43, [](Shown& s) {
    gain(s, the(s, Kind::kScore), 0);
    drop(s, Kind::kScore);
  });
}

TEST_F(BrokenGame, ADefeatCostsWhatARuleSaidBefore) {
  expect("R206 #61", 61, [](Shown& s) { gain(s, the(s, Kind::kScore), -10'000); });
}

TEST_F(BrokenGame, SomebodyVotesTwice) {
  expect("R207 #60", 60, [](Shown& s) {
    s.move.author = "Bob";
    the(s, Kind::kVoteCast).mutable_vote_cast()->set_player("Bob");
    the(s, Kind::kVoteCast).mutable_vote_cast()->set_missing(2);
  });
}

TEST_F(BrokenGame, SomebodyWinsWithTooFewPoints) {
  expect("R208 #62", 62, [](Shown& s) {
    auto& win = tell(s, Kind::kVictory, 208);
    win.mutable_victory()->set_player("Bob");
    win.mutable_victory()->set_reached_at(62);
  });
}

TEST_F(BrokenGame, SomebodyElseIsNamedAsJudge) {
  expect("R212 #63", 63,
         [](Shown& s) { the(s, Kind::kJudgmentInvoked).mutable_judgment_invoked()->set_judges(0, "Cyd"); });
}

TEST_F(BrokenGame, AScoreIsNotTheSumOfItsEntries) {
  expect("SCORES #62", 62, [](Shown& s) {
    auto& score = the(s, Kind::kScore);
    score.mutable_score()->set_total(score.score().total() + 7000);
    kept_points(s, "Bob", score.score().total());
  });
}

TEST_F(BrokenGame, AScoreIsKeptOtherwiseThanTold) {
  expect("SCORES #62", 62, [](Shown& s) { kept_points(s, "Bob", 1); });
}

TEST_F(BrokenGame, PointsComeFromNowhere) {
  expect("AWARDS #58", 58, [](Shown& s) {
    auto& score = tell(s, Kind::kScore, 201);
    score.mutable_score()->set_player("Ann");
    gain(s, score, 1000);
  });
}

TEST_F(BrokenGame, HoldingsAreNotTheSumOfWhatChangedHands) {
  expect("HOLDINGS #58", 58, [](Shown& s) {
    auto& held = tell(s, Kind::kHoldingChanged, 301, 37);
    held.mutable_holding_changed()->set_player("Ann");
    held.mutable_holding_changed()->set_thing("gold");
    held.mutable_holding_changed()->set_amount(1000);
    held.mutable_holding_changed()->set_total(3000);
  });
}

// ---- Other games ---------------------------------------------------------------------------------------------------

// Shows a game to an auditor, its last record altered.
std::string found_at_end(const Table& t, const Alter& alter, std::string* words = nullptr) {
  Watch watch;
  watch.see_all(t, [&](Shown& shown) {
    if (shown.move.index == t.last()) alter(shown);
  });
  if (words != nullptr) *words = watch.words();
  return watch.found();
}

TEST(BrokenGames, WhoHasWonIsNotTold) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: "
                     "20000 } } }"},
                    {"victory { points_thousandths: 100000 }"}}),
          v1::TABLE);
  t.turn("Ann", enact("Cake."), FOR, 5);
  std::string words;
  const auto last = std::to_string(t.last());
  EXPECT_EQ(found_at_end(
                t, [](Shown&) {}, &words),
            "")
      << words;
  const auto silent = [](Shown& s) {
    std::erase_if(s.emitted, [](const auto& one) { return one.kind_case() == Kind::kVictory; });
  };
  EXPECT_EQ(found_at_end(t, silent, &words), "R208 #" + last) << words;
  const auto too_early = [](Shown& s) {
    for (auto& one : s.emitted) {
      if (one.kind_case() == Kind::kVictory) one.mutable_victory()->set_reached_at(3);
    }
  };
  EXPECT_EQ(found_at_end(t, too_early, &words), "R208 #" + last) << words;
}

TEST(BrokenGames, TooManyRules) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                    {"ruleset_bounds { min_mutable: 1 max_mutable: 3 }"}}),
          v1::TABLE);
  t.turn("Ann", enact("Cake."), FOR);
  const auto& made = t.moves[t.moves.size() - 4];
  ASSERT_TRUE(made.event.has_proposal_made());
  Watch watch;
  // The bound is 2 by the record that founds it, as the auditor is shown it.
  watch.see_all(t, [&](Shown& s) {
    if (!s.move.event.has_rule_founded() || number_in(s.move.event.rule_founded().rule().number()) != 2) return;
    s.move.event.mutable_rule_founded()
        ->mutable_rule()
        ->mutable_provisions(0)
        ->mutable_ruleset_bounds()
        ->set_max_mutable(2);
  });
  EXPECT_EQ(watch.found(), "R209 #" + std::to_string(t.last())) << watch.words();
}

TEST(BrokenGames, TheLastMutableRuleGoes) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                    {"ruleset_bounds { min_mutable: 1 }"}}),
          v1::TABLE);
  t.turn("Ann", propose(v1::REPEAL, 1), FOR);
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    if (!s.move.event.has_rule_founded() || number_in(s.move.event.rule_founded().rule().number()) != 2) return;
    s.move.event.mutable_rule_founded()
        ->mutable_rule()
        ->mutable_provisions(0)
        ->mutable_ruleset_bounds()
        ->set_min_mutable(2);
  });
  EXPECT_EQ(watch.found(), "R114 #" + std::to_string(t.last())) << watch.words();
}

TEST(BrokenGames, ARuleIsToldToYieldThatPrevails) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                    {"precedence_method { same_status: CLAIMS_THEN_LOWEST }"}}),
          v1::TABLE);
  t.turn("Ann", enact("All must.", {"adoption { quota { numerator: 1 denominator: 1 base: CAST } }"}), FOR);
  std::string words;
  const auto last = std::to_string(t.last());
  EXPECT_EQ(found_at_end(
                t, [](Shown&) {}, &words),
            "")
      << words;
  const auto other_way_round = [](Shown& s) {
    for (auto& one : s.emitted) {
      if (one.kind_case() != Kind::kRuleYields) continue;
      const auto loser = number_in(one.rule_yields().number());
      one.mutable_rule_yields()->set_number(reference(one.rule().number()));
      one.mutable_rule()->set_number(loser);
      one.mutable_rule()->set_lineage(loser);
      one.mutable_rule()->set_since(s.move.index);
    }
  };
  EXPECT_EQ(found_at_end(t, other_way_round, &words), "R211 #" + last + "; R211 #" + last) << words;
}

TEST(BrokenGames, SomethingElseThanPointsWins) {
  // Rule 3 yields to rule 2, and an engine that forgets it has Ann win as the last player.
  Table t({"Ann", "Bob", "Cyd"},
          rules_of({{"precedence_method { same_status: CLAIMS_THEN_LOWEST }"},
                    {"victory_bound { points_only: true }"},
                    {"victory { last_player: true }"}}),
          v1::TABLE);
  t.ok("Bob", forfeit());
  t.ok("Cyd", forfeit());
  Watch watch;
  watch.see_all(t, [&](Shown& s) {
    if (s.move.index != t.last()) return;
    v1::Consequence won;
    won.set_record(t.last());
    won.set_order(static_cast<std::uint32_t>(s.emitted.size()));
    won.mutable_victory()->set_player("Ann");
    *won.mutable_rule() = ref_to(*find_rule(s.after, 3));
    s.emitted.push_back(won);
  });
  EXPECT_EQ(watch.found(), "R112 #" + std::to_string(t.last())) << watch.words();
}

TEST(BrokenGames, TheAutomaticChangeIsNotTold) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } later { after_circuit: 1 quota { "
                     "numerator: 1 denominator: 2 strict: true base: ELIGIBLE } } }"},
                    {"turn_order { order: SEATING }"}}),
          v1::TABLE);
  t.turn("Ann", enact("Cake."), FOR);
  t.turn("Bob", enact("Tea."), FOR);
  std::string words;
  const auto last = std::to_string(t.last());
  EXPECT_EQ(found_at_end(
                t, [](Shown&) {}, &words),
            "")
      << words;
  const auto silent = [](Shown& s) {
    std::erase_if(s.emitted, [](const auto& one) { return one.kind_case() == Kind::kRuleChangedItself; });
  };
  EXPECT_EQ(found_at_end(t, silent, &words), "R203 #" + last) << words;
}

// ---- What a report says --------------------------------------------------------------------------------------------

TEST(AuditReport, SaysWhatIsNotInForceAndSinceWhen) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                    {"victory { points_thousandths: 100000 }"}}),
          v1::TABLE);
  t.turn("Ann", propose(v1::REPEAL, 2), FOR);
  Watch watch;
  watch.see_all(t);
  const auto report = watch.finish();
  const auto& victory = report_on(report, "R208");
  EXPECT_EQ(victory.verdict, Verdict::NOT_IN_FORCE);
  EXPECT_EQ(victory.since, t.last());
  EXPECT_EQ(report_on(report, "R203").verdict, Verdict::HOLDS);
  EXPECT_EQ(report_on(report, "R203").held, 1U);
}

TEST(AuditReport, GivesEvidenceOnlyOfWhatIsAskedFor) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("Cake."), FOR, 3);
  Watch watch({{"R108"}});
  watch.see_all(t);
  ASSERT_EQ(watch.evidences.size(), 2U);
  for (const auto& one : watch.evidences) EXPECT_EQ(one.check, "R108");
}

}  // namespace
}  // namespace nomic::replay::test
