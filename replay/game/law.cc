#include "nomic/replay/law.h"

#include <algorithm>

#include "game/clause.h"
#include "game/precedence.h"
#include "game/scopes.h"

namespace nomic::replay {

v1::RuleRef ref_to(const v1::Rule& rule) {
  v1::RuleRef ref;
  ref.set_number(rule.number());
  ref.set_lineage(rule.lineage());
  ref.set_since(rule.since());
  return ref;
}

Law::Law(const v1::State& state) : state_(state) {
  for (const auto& rule : state.rules()) {
    for (const auto& provision : rule.provisions()) {
      clauses_[provision.kind_case()].push_back({&rule, &provision});
    }
  }
  find_void_rules();
  find_yielding_points();
}

const std::vector<Law::Clause>& Law::clauses(v1::Provision::KindCase kind) const {
  static const std::vector<Clause> NONE;
  const auto found = clauses_.find(kind);
  return found == clauses_.end() ? NONE : found->second;
}

bool Law::is_void(std::uint32_t rule) const {
  return std::binary_search(void_.begin(), void_.end(), rule);
}

bool Law::binds(const Clause& clause, const Case& c) const {
  return !is_void(clause.rule->number()) && covers(clause.provision->scope(), c, state_.founding().mode());
}

template <class Kind>
Prevailing<Kind> Law::prevailing(v1::Provision::KindCase kind, const Case& c) const {
  std::vector<const Clause*> binding;
  for (const auto& clause : clauses(kind)) {
    if (binds(clause, c)) binding.push_back(&clause);
  }
  Prevailing<Kind> result;
  const auto* descriptor = Kind::descriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto& point = *descriptor->field(i);
    const Clause* best = nullptr;
    bool undecided = false;
    for (const auto* clause : binding) {
      const auto& message = *clause_of(*clause->provision);
      if (!speaks_on(message, point)) continue;
      if (best == nullptr || strictly_narrower(clause->provision->scope(), best->provision->scope())) {
        best = clause;
        undecided = false;
        continue;
      }
      if (strictly_narrower(best->provision->scope(), clause->provision->scope()) || best->rule == clause->rule ||
          agree_on(*clause_of(*best->provision), message, point)) {
        continue;
      }
      const Decision decision = decide(state_, *best->rule, *clause->rule);
      undecided = decision == Decision::UNDECIDED;
      if (decision == Decision::SECOND) best = clause;
    }
    if (best == nullptr || undecided) continue;
    take_point(*clause_of(*best->provision), point, result.value);
    result.sources[point.name()] = ref_to(*best->rule);
  }
  return result;
}

Prevailing<v1::RuleChangeKinds> Law::rule_change_kinds(const Case& c) const {
  return prevailing<v1::RuleChangeKinds>(v1::Provision::kRuleChangeKinds, c);
}
Prevailing<v1::Franchise> Law::franchise(const Case& c) const {
  return prevailing<v1::Franchise>(v1::Provision::kFranchise, c);
}
Prevailing<v1::Effectiveness> Law::effectiveness(const Case& c) const {
  return prevailing<v1::Effectiveness>(v1::Provision::kEffectiveness, c);
}
Prevailing<v1::Numbering> Law::numbering(const Case& c) const {
  return prevailing<v1::Numbering>(v1::Provision::kNumbering, c);
}
Prevailing<v1::Adoption> Law::adoption(const Case& c) const {
  return prevailing<v1::Adoption>(v1::Provision::kAdoption, c);
}
Prevailing<v1::PrecedenceMethod> Law::precedence_method() const {
  return prevailing<v1::PrecedenceMethod>(v1::Provision::kPrecedenceMethod, {});
}
Prevailing<v1::VotingDuty> Law::voting_duty(const Case& c) const {
  return prevailing<v1::VotingDuty>(v1::Provision::kVotingDuty, c);
}
Prevailing<v1::Debate> Law::debate(const Case& c) const {
  return prevailing<v1::Debate>(v1::Provision::kDebate, c);
}
Prevailing<v1::Forfeit> Law::forfeit(const Case& c) const {
  return prevailing<v1::Forfeit>(v1::Provision::kForfeit, c);
}
Prevailing<v1::TurnOrder> Law::turn_order(const Case& c) const {
  return prevailing<v1::TurnOrder>(v1::Provision::kTurnOrder, c);
}
Prevailing<v1::TurnParts> Law::turn_parts(const Case& c) const {
  return prevailing<v1::TurnParts>(v1::Provision::kTurnParts, c);
}
Prevailing<v1::Transmutation> Law::transmutation(const Case& c) const {
  return prevailing<v1::Transmutation>(v1::Provision::kTransmutation, c);
}
Prevailing<v1::Judgment> Law::judgment(const Case& c) const {
  return prevailing<v1::Judgment>(v1::Provision::kJudgment, c);
}

std::vector<Supplied<v1::Award>> Law::awards() const {
  std::vector<Supplied<v1::Award>> all;
  for (const auto& clause : clauses(v1::Provision::kAward)) {
    // Which cases it is about is asked for each player who would be paid.
    if (is_void(clause.rule->number()) || !overlap(clause.provision->scope(), {}, state_.founding().mode())) continue;
    all.push_back({clause.provision->award(), ref_to(*clause.rule), clause.provision->scope()});
  }
  return all;
}

std::vector<Supplied<v1::Victory>> Law::victories() const {
  std::vector<Supplied<v1::Victory>> all;
  for (const auto& clause : clauses(v1::Provision::kVictory)) {
    // Which players it is about is asked by whoever counts their points.
    if (is_void(clause.rule->number()) || !overlap(clause.provision->scope(), {}, state_.founding().mode())) continue;
    all.push_back({clause.provision->victory(), ref_to(*clause.rule), clause.provision->scope()});
  }
  return all;
}

std::vector<Supplied<v1::RulesetBounds>> Law::bounds() const {
  std::vector<Supplied<v1::RulesetBounds>> all;
  for (const auto& clause : clauses(v1::Provision::kRulesetBounds)) {
    if (!binds(clause, {})) continue;
    all.push_back({clause.provision->ruleset_bounds(), ref_to(*clause.rule), clause.provision->scope()});
  }
  return all;
}

}  // namespace nomic::replay
