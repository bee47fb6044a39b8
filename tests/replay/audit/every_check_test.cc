// Every check of the auditor has a game here that breaks it and nothing else: one for which there is none is a check
// that may never fail.

#include <gtest/gtest.h>

#include <set>

#include "game/play.h"
#include "nomic/replay/reference.h"
#include "replay/audit/broken_game.h"

namespace nomic::replay::test {
namespace {

using Seen = v1::Consequence;

struct Breaks {
  std::string check;
  std::uint64_t record = 0;
  Alter alter;
};

// Of the game of broken_game.h.
const std::vector<Breaks>& breaks() {
  static const std::vector<Breaks> ALL = {
      {"CHAIN", 59, [](Shown& s) { s.move.index = 60; }},
      {"CLOCK", 40, [](Shown& s) { s.move.recorded_at = 1; }},
      {"SCORES", 62, [](Shown& s) { kept_points(s, "Bob", 1'000'000); }},
      {"HOLDINGS", 58,
       [](Shown& s) {
         auto& held = tell(s, Seen::kHoldingChanged, 301, 37);
         held.mutable_holding_changed()->set_player("Ann");
         held.mutable_holding_changed()->set_thing("gold");
         held.mutable_holding_changed()->set_amount(1000);
         held.mutable_holding_changed()->set_total(3000);
       }},
      {"AWARDS", 58,
       [](Shown& s) {
         auto& score = tell(s, Seen::kScore, 201);
         score.mutable_score()->set_player("Ann");
         gain(s, score, 1000);
       }},
      {"R101", 59, [](Shown& s) { the(s, Seen::kVoteCast).mutable_rule()->set_since(12); }},
      {"R103", 57,
       [](Shown& s) {
         auto& made = *s.move.event.mutable_proposal_made();
         *made.add_changes() = v1::RuleChange(made.changes(0));
       }},
      {"R104", 58,
       [](Shown& s) {
         s.emitted.clear();
         auto& back = tell(s, Seen::kProposalWithdrawn);
         back.mutable_proposal_withdrawn()->set_player("Bob");
         back.mutable_proposal_withdrawn()->set_proposal("305");
       }},
      {"R105", 61, [](Shown& s) { s.emitted.resize(1); }},
      {"R106", 49, [](Shown& s) { kept(s, 303).set_form(std::string(32, 'x')); }},
      {"R107", 58, [](Shown& s) { tell(s, Seen::kReckonedAnew, 202).mutable_reckoned_anew()->set_not_won("Ann"); }},
      {"R108", 57, [](Shown& s) { the(s, Seen::kProposalMade).mutable_proposal_made()->set_proposal("306"); }},
      {"R109", 55,
       [](Shown& s) {
         s.move.event.mutable_vote_cast()->set_choice(AGAINST);
         the(s, Seen::kVoteCast).mutable_vote_cast()->set_choice(AGAINST);
         the(s, Seen::kProposalAdopted).mutable_proposal_adopted()->set_votes_for(2);
         the(s, Seen::kProposalAdopted).mutable_proposal_adopted()->set_votes_against(1);
         auto& dissent = tell(s, Seen::kScore, 204);
         dissent.mutable_score()->set_player("Cyd");
         gain(s, dissent, 10'000);
       }},
      {"R110", 49, [](Shown& s) { tell(s, Seen::kRuleVoid, 105).mutable_rule_void()->set_number("203"); }},
      {"R111", 58, [](Shown& s) { s.move.author = "Cyd"; }},
      {"R113", 51, [](Shown& s) { tell(s, Seen::kPlayerLeft, 113).mutable_player_left()->set_player("Cyd"); }},
      {"R201", 50, [](Shown& s) { drop(s, Seen::kCircuitEnded); }},
      {"R202", 62, [](Shown& s) { gain(s, the(s, Seen::kScore), 4000); }},
      {"R203", 37,
       [](Shown& s) {
         auto& one = the(s, Seen::kProposalAdopted);
         one.mutable_proposal_adopted()->set_votes_for(2);
         one.mutable_proposal_adopted()->set_votes_against(1);
       }},
      {"R116", 58,
       [](Shown& s) {
         auto& acted = tell(s, Seen::kActed, 301, 37);
         acted.mutable_acted()->set_player("Bob");
         acted.mutable_acted()->add_effects(Seen::Acted::CHANGES_RULES);
       }},
      {"R204", 43,
       [](Shown& s) {
         auto& dissent = tell(s, Seen::kScore, 204);
         dissent.mutable_score()->set_player("Cyd");
         gain(s, dissent, 10'000);
       }},
      {"R205", 37, [](Shown& s) { drop(s, Seen::kRuleEnacted); }},
      {"R206", 43,
       [](Shown& s) {
         gain(s, the(s, Seen::kScore), 0);
         drop(s, Seen::kScore);
       }},
      {"R207", 60,
       [](Shown& s) {
         s.move.author = "Bob";
         the(s, Seen::kVoteCast).mutable_vote_cast()->set_player("Bob");
         the(s, Seen::kVoteCast).mutable_vote_cast()->set_missing(2);
       }},
      {"R208", 62,
       [](Shown& s) {
         auto& won = tell(s, Seen::kVictory, 208);
         won.mutable_victory()->set_player("Bob");
         won.mutable_victory()->set_reached_at(62);
       }},
      {"MENTIONS", 49,
       [](Shown& s) {
         auto& told = *tell(s, Seen::kReferencesFollowed, 108).mutable_references_followed();
         told.set_number("203");
         told.set_mentioned("206");
         told.set_mentions("303");
       }},
      {"R212", 63, [](Shown& s) { the(s, Seen::kJudgmentInvoked).mutable_judgment_invoked()->set_judges(0, "Cyd"); }},
      {"R213", 62,
       [](Shown& s) {
         auto& won = tell(s, Seen::kVictory, 213);
         won.mutable_victory()->set_player("Bob");
         won.mutable_victory()->set_reached_at(62);
       }},
  };
  return ALL;
}

// A bound of rule 2 is another by the record that founds it, as the auditor is shown it.
void show_with_other_bound(Watch& watch, const v1::Event& proposal, const std::string& bound,
                           const std::function<void(v1::RulesetBounds&)>& other) {
  Table t({"Ann", "Bob"}, rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"}, {bound}}),
          v1::TABLE);
  t.turn("Ann", proposal, FOR);
  watch.see_all(t, [&](Shown& s) {
    if (!s.move.event.has_rule_founded() || number_in(s.move.event.rule_founded().rule().number()) != 2) return;
    other(*s.move.event.mutable_rule_founded()->mutable_rule()->mutable_provisions(0)->mutable_ruleset_bounds());
  });
}

class EveryCheck : public testing::Test {
 protected:
  void is_broken_alone(const std::string& check, const AuditReport& report, const std::string& words) {
    bool it_is = false;
    for (const auto& one : report.checks) {
      if (one.check == check) it_is = one.broken != 0;
      EXPECT_TRUE(one.broken == 0 || one.check == check) << "to break " << check << words;
    }
    EXPECT_TRUE(it_is) << check << " is not broken" << words;
    if (it_is) broken_.insert(check);
  }
  void is_broken_alone(const std::string& check, const Table& t, std::uint64_t record, const Alter& alter) {
    const auto found = found_in(t, record, alter);
    is_broken_alone(check, found.report, found.words);
  }

  std::set<std::string> broken_;
};

// Games of their own: only points win, and an engine that forgets it; the wrong one of two rules yields.
void only_points(Shown& s) {
  auto& won = tell(s, Seen::kVictory);
  won.mutable_victory()->set_player("Ann");
  *won.mutable_rule() = ref_to(*find_rule(s.after, 3));
}

void yields_the_other_way_round(Shown& s) {
  auto& one = the(s, Seen::kRuleYields);
  const auto loser = number_in(one.rule_yields().number());
  one.mutable_rule_yields()->set_number(reference(one.rule().number()));
  one.mutable_rule()->set_number(loser);
  one.mutable_rule()->set_lineage(loser);
  one.mutable_rule()->set_since(s.move.index);
}

TEST_F(EveryCheck, IsBrokenByAGameThatBreaksNothingElse) {
  const GameToBreak game;
  for (const auto& one : breaks()) is_broken_alone(one.check, game, one.record, one.alter);

  Watch most;
  show_with_other_bound(most, enact("Cake."), "ruleset_bounds { min_mutable: 1 max_mutable: 3 }",
                        [](v1::RulesetBounds& bounds) { bounds.set_max_mutable(2); });
  is_broken_alone("R209", most.finish(), most.words());
  Watch least;
  show_with_other_bound(least, propose(v1::REPEAL, 1), "ruleset_bounds { min_mutable: 1 }",
                        [](v1::RulesetBounds& bounds) { bounds.set_min_mutable(2); });
  is_broken_alone("R114", least.finish(), least.words());

  Table last_player({"Ann", "Bob", "Cyd"},
                    rules_of({{"precedence_method { same_status: CLAIMS_THEN_LOWEST }"},
                              {"victory_bound { points_only: true }"},
                              {"victory { last_player: true }"}}),
                    v1::TABLE);
  last_player.ok("Bob", forfeit());
  last_player.ok("Cyd", forfeit());
  is_broken_alone("R112", last_player, last_player.last(), only_points);

  Table two({"Ann", "Bob"},
            rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                      {"precedence_method { same_status: CLAIMS_THEN_LOWEST }"}}),
            v1::TABLE);
  two.turn("Ann", enact("All must.", {"adoption { quota { numerator: 1 denominator: 1 base: CAST } }"}), FOR);
  is_broken_alone("R211", two, two.last(), yields_the_other_way_round);

  // Throws by secrets and signatures need games of another making: broken_throws_test.cc, signed_test.cc.
  for (const char* elsewhere : {"DICE", "SIGNED"}) broken_.insert(elsewhere);
  const auto all = Auditor::checks();
  EXPECT_EQ(broken_, std::set<std::string>(all.begin(), all.end()));
}

}  // namespace
}  // namespace nomic::replay::test
