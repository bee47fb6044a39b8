#include "turn/automatic.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "change/rule_changes.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "turn/game_time.h"

namespace nomic::replay {
namespace {

// The places of the provisions by which the rule changes itself now.
std::vector<int> places_due(const v1::Rule& rule, const std::function<bool(const v1::AutomaticChange&)>& due) {
  std::vector<int> places;
  for (int place = 0; place < rule.provisions_size(); ++place) {
    const auto& adoption = rule.provisions(place).adoption();
    if (adoption.has_later() && due(adoption.later()) && !has_passed(rule, place)) places.push_back(place);
  }
  return places;
}

// Whether that turn is over.
bool is_turn_complete(const State& state, std::uint32_t number) {
  const auto& others = state.other_turns();
  if (std::any_of(others.begin(), others.end(), [&](const auto& turn) { return turn.number() == number; })) {
    return false;
  }
  const auto& last = state.turn();
  return number < last.number() || (number == last.number() && last.phase() == v1::Turn::TURN_COMPLETE);
}

// Whether the time, as a rule writes it, has come. One that cannot be read has.
bool has_come(const std::string& written, std::int64_t now) {
  const auto time = parse_time(written, false);
  return !time || *time <= now;
}

bool has_moment_passed(const Play& play, const v1::Provision& provision) {
  const auto& state = play.state;
  const auto circuits = state.turn().circuits_complete();
  if (provision.adoption().has_later()) {
    const auto& later = provision.adoption().later();
    return later.at().empty() ? later.after_circuit() <= circuits : has_come(later.at(), play.move.recorded_at);
  }
  const auto& repeal = provision.self_repeal();
  switch (repeal.when_case()) {
    case v1::SelfRepeal::kAfterCircuit:
      return repeal.after_circuit() <= circuits;
    case v1::SelfRepeal::kAfterTurn:
      return is_turn_complete(state, repeal.after_turn());
    case v1::SelfRepeal::kAt:
      return has_come(repeal.at(), play.move.recorded_at);
    default:
      return false;
  }
}

// Makes the changes that are due, emitted with `circuit` (0: by time).
void make_changes(Play& play, std::uint32_t circuit, const std::function<bool(const v1::AutomaticChange&)>& due) {
  if (!play.law().has_automatic_changes()) return;
  std::vector<std::uint32_t> changed;
  for (int at = 0; at < play.state.rules_size(); ++at) {
    const auto places = places_due(play.state.rules(at), due);
    if (places.empty()) continue;
    auto& rule = play.state.edit_rules().edit(at);
    for (const int place : places) change_by_itself(*rule.mutable_provisions(place));
    rule.mutable_sources()->rbegin()->set_automatic_change(play.move.index);
    rule.set_since(play.move.index);
    begin_version(play, rule);
    changed.push_back(rule.number());
  }
  for (const auto number : changed) {
    auto& emitted = *play.emit(ref_to(*find_rule(play.state, number))).mutable_rule_changed_itself();
    emitted.set_number(reference(number));
    emitted.set_circuit(circuit);
  }
  if (!changed.empty()) play.rules_changed();
}

// The same, where it is not known whether they are due: so many circuits may not be complete.
void leave_changes_unknown(Play& play, std::uint32_t circuit,
                           const std::function<bool(const v1::AutomaticChange&)>& due) {
  if (!play.law().has_automatic_changes()) return;
  for (int at = 0; at < play.state.rules_size(); ++at) {
    if (places_due(play.state.rules(at), due).empty()) continue;
    auto& rule = play.state.edit_rules().edit(at);
    rule.set_change_unknown(play.move.index);
    auto& emitted = *play.emit(ref_to(rule)).mutable_not_known();
    emitted.set_what(v1::Consequence::NotKnown::RULE_CHANGE);
    emitted.set_number(reference(rule.number()));
    emitted.set_circuit(circuit);
  }
}

// A rule that would go after so many circuits.
void leave_repeal_unknown(Play& play, const v1::RuleVersion& rule, std::uint32_t circuit) {
  auto& emitted = *play.emit(rule).mutable_not_known();
  emitted.set_what(v1::Consequence::NotKnown::RULE_REPEAL);
  emitted.set_number(reference(rule.number()));
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

void note_passed(const Play& play, v1::Rule& rule) {
  rule.clear_passed();
  for (int place = 0; place < rule.provisions_size(); ++place) {
    if (has_moment_passed(play, rule.provisions(place))) rule.add_passed(static_cast<std::uint32_t>(place));
  }
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
  make_changes(play, 0,
               [&](const auto& later) { return !later.at().empty() && has_come(later.at(), play.move.recorded_at); });
}

bool may_go(const State& state, const Law& law, std::uint32_t rule, const RuleCounts& now) {
  const auto* found = find_rule(state, rule);
  if (found == nullptr) return false;
  RuleCounts then = now;
  (found->status() == v1::MUTABLE ? then.is_mutable : then.is_immutable) -= 1;
  return broken_bounds(law, now, then).empty();
}

void repeal_itself(Play& play, std::uint32_t rule) {
  if (!may_go(play.state, play.law(), rule, counts_of(play.state))) return;
  const auto ref = ref_to(*find_rule(play.state, rule));
  take_out_of_force(play, rule);
  auto& emitted = *play.emit(ref).mutable_rule_repealed();
  emitted.set_from_number(reference(rule));
  play.rules_changed();
}

void repeal_at_end_of_circuit(Play& play, std::uint32_t circuit) {
  for (const auto& repeal : play.law().self_repeals()) {
    const auto& when = repeal.value;
    // One that a bound held back goes at the end of a later circuit.
    if (when.when_case() != v1::SelfRepeal::kAfterCircuit || when.after_circuit() > circuit) continue;
    if (play.state.turn().unknown_since() == 0) {
      repeal_itself(play, repeal.source.number());
    } else if (when.after_circuit() == circuit) {
      leave_repeal_unknown(play, repeal.source, circuit);
    }
  }
}

void repeal_at_end_of_turn(Play& play) {
  for (const auto& repeal : play.law().self_repeals()) {
    if (repeal.value.when_case() != v1::SelfRepeal::kAfterTurn) continue;
    if (is_turn_complete(play.state, repeal.value.after_turn())) repeal_itself(play, repeal.source.number());
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
