#include "turn/automatic.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "change/rule_changes.h"
#include "nomic/replay/point.h"
#include "turn/game_time.h"

namespace nomic::replay {
namespace {

// Makes the changes that are due, emitted with `circuit` (0: by time).
void make_changes(Play& play, std::uint32_t circuit, const std::function<bool(const v1::AutomaticChange&)>& due) {
  if (!play.law().has_automatic_changes()) return;
  std::vector<std::uint32_t> changed;
  const auto is_due = [&](const v1::Provision& provision) {
    return provision.adoption().has_later() && due(provision.adoption().later());
  };
  for (int at = 0; at < play.state.rules_size(); ++at) {
    const auto& provisions = play.state.rules(at).provisions();
    if (std::none_of(provisions.begin(), provisions.end(), is_due)) continue;
    auto& rule = play.state.edit_rules().edit(at);
    for (auto& provision : *rule.mutable_provisions()) {
      if (is_due(provision)) change_by_itself(provision);
    }
    rule.mutable_sources()->rbegin()->set_automatic_change(play.move.index);
    rule.set_since(play.move.index);
    begin_version(play, rule);
    changed.push_back(rule.number());
  }
  for (const auto number : changed) {
    auto& emitted = *play.emit(ref_to(*find_rule(play.state, number))).mutable_rule_changed_itself();
    emitted.set_number(number);
    emitted.set_circuit(circuit);
  }
  if (!changed.empty()) play.rules_changed();
}

// The same, where it is not known whether they are due: so many circuits may not be complete.
void leave_changes_unknown(Play& play, std::uint32_t circuit,
                           const std::function<bool(const v1::AutomaticChange&)>& due) {
  if (!play.law().has_automatic_changes()) return;
  for (int at = 0; at < play.state.rules_size(); ++at) {
    const auto& provisions = play.state.rules(at).provisions();
    const bool any = std::any_of(provisions.begin(), provisions.end(), [&](const v1::Provision& provision) {
      return provision.adoption().has_later() && due(provision.adoption().later());
    });
    if (!any) continue;
    auto& rule = play.state.edit_rules().edit(at);
    rule.set_change_unknown(play.move.index);
    auto& emitted = *play.emit(ref_to(rule)).mutable_not_known();
    emitted.set_what(v1::Consequence::NotKnown::RULE_CHANGE);
    emitted.set_number(rule.number());
    emitted.set_circuit(circuit);
  }
}

// A rule that would go after so many circuits.
void leave_repeal_unknown(Play& play, const v1::RuleRef& rule, std::uint32_t circuit) {
  auto& emitted = *play.emit(rule).mutable_not_known();
  emitted.set_what(v1::Consequence::NotKnown::RULE_REPEAL);
  emitted.set_number(rule.number());
  emitted.set_circuit(circuit);
}

}  // namespace

bool change_by_itself(v1::Provision& provision) {
  if (!provision.has_adoption() || !provision.adoption().has_later()) return false;
  auto& adoption = *provision.mutable_adoption();
  *adoption.mutable_quota() = adoption.later().quota();
  adoption.clear_later();
  return true;
}

void make_automatic_changes(Play& play, std::uint32_t circuit) {
  const auto is_due = [&](const v1::AutomaticChange& later) {
    return later.at().empty() && later.after_circuit() == circuit;
  };
  if (play.state.turn().unknown_since() == 0) {
    make_changes(play, circuit, is_due);
  } else {
    leave_changes_unknown(play, circuit, is_due);
  }
}

void make_dated_changes(Play& play) {
  make_changes(play, 0, [&](const auto& later) {
    if (later.at().empty()) return false;
    const auto time = parse_time(later.at(), false);
    return !time || *time <= play.move.recorded_at;
  });
}

bool may_go(const State& state, const Law& law, std::uint32_t rule, const RuleCounts& now) {
  const auto* found = find_rule(state, rule);
  if (found == nullptr) return false;
  RuleCounts then = now;
  (found->status() == v1::MUTABLE ? then.is_mutable : then.is_immutable) -= 1;
  return !broken_bound(law, now, then);
}

void repeal_itself(Play& play, std::uint32_t rule) {
  if (!may_go(play.state, play.law(), rule, counts_of(play.state))) return;
  const auto ref = ref_to(*find_rule(play.state, rule));
  take_out_of_force(play, rule);
  auto& emitted = *play.emit(ref).mutable_rule_repealed();
  emitted.set_from_number(rule);
  play.rules_changed();
}

void repeal_at_end(Play& play, std::uint32_t circuit, std::uint32_t turn) {
  for (const auto& repeal : play.law().self_repeals()) {
    const auto& when = repeal.value;
    const bool at_circuit =
        circuit != 0 && when.when_case() == v1::SelfRepeal::kAfterCircuit && when.after_circuit() <= circuit;
    const bool at_turn = turn != 0 && when.when_case() == v1::SelfRepeal::kAfterTurn && when.after_turn() <= turn;
    if (at_circuit && play.state.turn().unknown_since() != 0) {
      // Once: it is due after every later circuit too.
      if (when.after_circuit() == circuit) leave_repeal_unknown(play, repeal.source, circuit);
      continue;
    }
    if (at_circuit || at_turn) repeal_itself(play, repeal.source.number());
  }
}

void repeal_at_points(Play& play) {
  for (const auto& repeal : play.law().self_repeals()) {
    if (repeal.value.when_case() != v1::SelfRepeal::kPointsThousandths) continue;
    const auto& players = play.state.players();
    const bool reached = std::any_of(players.begin(), players.end(), [&](const v1::Player& player) {
      return in_game(player) && player.points_unknown() == 0 && player.points() >= repeal.value.points_thousandths();
    });
    if (reached) repeal_itself(play, repeal.source.number());
  }
}

}  // namespace nomic::replay
