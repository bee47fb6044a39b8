// What players should know before they vote. Nothing is refused for these (L10, L12).

#include <fmt/core.h>

#include <algorithm>

#include "game/changes.h"
#include "game/play.h"
#include "nomic/replay/engine.h"

namespace nomic::replay {
namespace {

bool same_text(const v1::Rule& rule, const v1::RuleChange& change) {
  return std::equal(rule.texts().begin(), rule.texts().end(), change.texts().begin(), change.texts().end(),
                    [](const v1::Text& a, const v1::Text& b) { return a.lang() == b.lang() && a.text() == b.text(); });
}

bool same_provisions(const v1::Rule& rule, const v1::RuleChange& change) {
  return std::equal(rule.provisions().begin(), rule.provisions().end(), change.provisions().begin(),
                    change.provisions().end(),
                    [](const auto& a, const auto& b) { return a.SerializeAsString() == b.SerializeAsString(); });
}

// The state as it would be if the change took effect, as far as conflicts between rules go.
v1::State as_if(const v1::State& state, const v1::Proposal& proposal, const v1::RuleChange& change) {
  v1::State then = state;
  auto& rules = *then.mutable_rules();
  const auto at =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.number() == change.rule(); });
  v1::Rule rule;
  if (change.kind() != v1::ENACT) {
    if (at == rules.end()) return then;
    rule = *at;
    rules.erase(at);
  }
  if (change.kind() == v1::REPEAL) return then;
  rule.set_number(proposal.number());
  if (change.kind() == v1::TRANSMUTE_TO_IMMUTABLE) {
    rule.set_status(v1::IMMUTABLE);
  } else {
    rule.set_status(v1::MUTABLE);
  }
  if (change.kind() == v1::ENACT || change.kind() == v1::AMEND) *rule.mutable_provisions() = change.provisions();
  *rules.Add() = rule;
  return then;
}

bool known(const std::vector<Conflict>& conflicts, const Conflict& conflict) {
  return std::any_of(conflicts.begin(), conflicts.end(),
                     [&](const Conflict& other) { return other.reason == conflict.reason; });
}

void warn_of_conflicts(const Engine& engine, const v1::Proposal& proposal, const v1::RuleChange& change,
                       std::vector<std::string>& found) {
  const v1::State then = as_if(engine.state(), proposal, change);
  const Law law(then);
  for (const auto& conflict : law.conflicts()) {
    if (!known(engine.law().conflicts(), conflict)) found.push_back("if it is adopted, " + conflict.reason);
  }
}

void warn_of_target(const Engine& engine, const v1::Proposal& proposal, int at, std::vector<std::string>& found) {
  const auto& change = proposal.changes(at);
  if (change.kind() == v1::ENACT || change.kind() == v1::REENACT) return;
  const auto* rule = find_rule(engine.state(), change.rule());
  if (rule == nullptr) {
    found.push_back(fmt::format("rule {} is not in force any more", change.rule()));
    return;
  }
  if (at < proposal.target_since_size() && proposal.target_since(at) != rule->since()) {
    found.push_back(fmt::format("rule {} has changed, at #{}, since this form of the proposal was made", rule->number(),
                                rule->since()));
  }
  if (change.kind() != v1::AMEND) return;
  if (same_text(*rule, change) && same_provisions(*rule, change)) {
    found.push_back(fmt::format("the amendment changes nothing in rule {} but its number", rule->number()));
  } else if (change.provisions().empty() && !rule->provisions().empty()) {
    found.push_back(fmt::format(
        "rule {} has provisions, which the amendment would drop: it would be law for people and the Judge alone",
        rule->number()));
  }
}

}  // namespace

std::vector<std::string> warnings(const Engine& engine, const v1::Proposal& proposal) {
  std::vector<std::string> found;
  for (int at = 0; at < proposal.changes_size(); ++at) {
    warn_of_target(engine, proposal, at, found);
    warn_of_conflicts(engine, proposal, proposal.changes(at), found);
  }
  return found;
}

}  // namespace nomic::replay
