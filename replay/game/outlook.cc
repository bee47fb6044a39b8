#include "outlook.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "change/rule_changes.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "play.h"
#include "turn/awards.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

using google::protobuf::util::MessageDifferencer;

Move as_if_it_took_effect(const State& state, const v1::Proposal& proposal) {
  Move move;
  move.index = state.size();
  move.author = proposal.proponent();
  move.recorded_at = state.recorded_at();
  move.event.mutable_vote_called()->set_proposal(reference(proposal.number()));
  move.payload = move.event.SerializeAsString();
  return move;
}

// By the rule that lets them win.
void warn_of_wins(const Consequences& consequences, std::vector<Remark>& found) {
  std::map<std::uint32_t, std::vector<std::string>> winners;
  for (const auto& one : consequences) {
    if (one.has_victory()) winners[one.rule().number()].push_back(one.victory().player());
  }
  for (auto& [rule, players] : winners) {
    found.push_back(remark_of(Topic::WARNING, "would_win", {{"players", std::move(players)}, {"rule", rule}}));
  }
}

bool says(const std::vector<Remark>& found, const Remark& what) {
  return std::any_of(found.begin(), found.end(), [&](const Remark& one) { return one.variant == what.variant; });
}

Status warn_of_standstill(const Engine& now, const Engine& then, const History& history, std::vector<Remark>& found) {
  NOMIC_ASSIGN(const auto before, standstills_of(now, history));
  NOMIC_ASSIGN(const auto after, standstills_of(then, history));
  for (const Standstill& one : after) {
    const bool is_so_now = std::any_of(before.begin(), before.end(),
                                       [&](const Standstill& other) { return other.what.variant == one.what.variant; });
    if (is_so_now || says(found, one.what)) continue;
    found.push_back(remark_of(Topic::WARNING, "would_stand_still", {}, one.what));
  }
  return ledger::Done{};
}

// Rules that players have made, and that the program plays no part of.
bool is_for_people(const v1::RuleChange& change) {
  return change.kind() == v1::ENACT && change.provisions().empty() && !change.text_unknown();
}

bool knows_rules_for_people(const State& state, const v1::Proposal& proposal) {
  const auto first = state.founding().founding_records();
  const auto is_one = [&](const v1::Rule& rule) { return rule.since() >= first && rule.provisions().empty(); };
  const auto proposes_one = [&](const v1::Proposal& other) {
    return other.made_at() < proposal.made_at() &&
           std::any_of(other.changes().begin(), other.changes().end(), is_for_people);
  };
  return std::any_of(state.rules().begin(), state.rules().end(), is_one) ||
         std::any_of(state.proposals().begin(), state.proposals().end(), proposes_one);
}

// Told with the first of a game, when it is proposed: who has made one knows.
void note_rule_for_people(const State& state, const v1::Proposal& proposal, const Consequences& consequences,
                          std::vector<Remark>& found) {
  const bool is_new = proposal.made_at() + 1 >= state.size() && proposal.form_at() == proposal.made_at();
  if (!is_new || is_recorded_afterwards(state) || knows_rules_for_people(state, proposal)) return;
  const auto& changes = proposal.changes();
  if (changes.size() != 1 || !is_for_people(changes[0])) return;
  for (const auto& one : consequences) {
    if (!one.has_rule_enacted()) continue;
    found.push_back(remark_of(Topic::NOTE, "for_people", {{"rule", number_in(one.rule_enacted().to_number())}}));
    return;
  }
}

// Which versions of an amended award count the vote that amends it.
struct VersionsCounted {
  bool present = false;  // an award reckoned before the effect, as it is
  bool amended = false;  // an award reckoned after the effect, as amended
};

bool takes_effect_with_vote(const Law& law, const v1::Proposal& proposal) {
  const auto when = law.effectiveness(case_of(proposal.changes(0))).value.when();
  const bool at_once = when == v1::Effectiveness::MOMENT_UNSPECIFIED || when == v1::Effectiveness::VOTE_COMPLETE;
  return at_once && proposal.effect_at() == 0;
}

// An award that is amended counts the vote on its own amendment once (L70).
void note_awards_of_vote(const Engine& now, const Engine& then, const v1::Proposal& proposal,
                         std::vector<Remark>& found) {
  if (!takes_effect_with_vote(now.law(), proposal)) return;
  const auto before = now.law().awards();
  const auto after = then.law().awards();
  const auto about = case_of(proposal, proposal.proponent());
  const auto mode = now.state().founding().mode();
  std::map<std::uint32_t, VersionsCounted> rules;
  for (const auto& [place, at] : awards_amended(after, before, v1::Award::ADOPTED)) {
    const auto& is = *(before.begin() + static_cast<int>(at));
    const auto& becomes = *(after.begin() + static_cast<int>(place));
    const bool same = MessageDifferencer::Equals(is.value, becomes.value);
    if (same || !covers(is.scope, about, mode) || !covers(becomes.scope, about, mode)) continue;
    auto& versions = rules[is.source.number()];
    (is.value.reckoned() == v1::AFTER_EFFECT ? versions.amended : versions.present) = true;
  }
  for (const auto& [rule, versions] : rules) {
    const auto* which = versions.present && versions.amended ? "award_counts_by_moment"
                        : versions.present                   ? "award_counts_as_it_is"
                                                             : "award_counts_as_amended";
    found.push_back(remark_of(Topic::NOTE, which, {{"rule", rule}}));
  }
}

bool changes_itself(const v1::Provision& provision) {
  return provision.adoption().has_later();
}

// What rules say that they do by themselves, and would not do.
void warn_of_moments(const Engine& then, const v1::Proposal& proposal, const Consequences& consequences,
                     std::vector<Remark>& found) {
  for (const auto& one : consequences) {
    const bool brings_text =
        one.has_rule_enacted() || one.has_rule_amended() || one.has_rule_restored() || one.has_rule_reenacted();
    const auto* rule = brings_text ? find_rule(then.state(), to_number_of(one)) : nullptr;
    if (rule == nullptr) continue;
    if (rule->passed_size() != 0) {
      found.push_back(remark_of(Topic::WARNING, "moment_passed", {{"rule", rule->number()}}));
    }
    const auto& changes = proposal.changes();
    const bool says_so = one.has_rule_amended() && std::any_of(changes.begin(), changes.end(), [](const auto& change) {
                           return std::any_of(change.provisions().begin(), change.provisions().end(), changes_itself);
                         });
    const auto& provisions = rule->provisions();
    if (says_so && std::none_of(provisions.begin(), provisions.end(), changes_itself)) {
      found.push_back(remark_of(Topic::WARNING, "no_self_change", {{"rule", from_number_of(one)}}));
    }
  }
}

}  // namespace

Status warn_of_outlook(const Engine& engine, const v1::Proposal& proposal, const History& history,
                       std::vector<Remark>& found) {
  if (proposal.has_effect_from()) return ledger::Done{};
  Engine then = engine.fork();
  NOMIC_ASSIGN(auto consequences, then.put_in_force(proposal, as_if_it_took_effect(engine.state(), proposal), history));
  warn_of_wins(consequences, found);
  warn_of_moments(then, proposal, consequences, found);
  note_awards_of_vote(engine, then, proposal, found);
  note_rule_for_people(engine.state(), proposal, consequences, found);
  return warn_of_standstill(engine, then, history, found);
}

bool is_grave(const Remark& warning) {
  static const std::set<std::string_view> GRAVE = {"adoption_not_regulated", "nobody_votes", "too_few_votes",
                                                   "would_stand_still", "would_win"};
  return warning.topic == Topic::WARNING && GRAVE.count(warning.variant) != 0;
}

}  // namespace nomic::replay
