// What players should know before they vote. Nothing is refused for these (L10, L12).

#include <fmt/core.h>

#include <algorithm>

#include "change/rule_changes.h"
#include "nomic/replay/engine.h"
#include "play.h"
#include "turn/standstill.h"

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

// Puts the change in the state, as far as conflicts between rules and what becomes of the game go.
void change_as_if(const Law& law, const v1::Proposal& proposal, const v1::RuleChange& change, State& then) {
  auto& rules = then.edit_rules();
  const auto at =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.number() == change.rule(); });
  v1::Rule rule;
  if (change.kind() != v1::ENACT) {
    if (at == rules.end()) return;
    rule = *at;
    rules.erase(static_cast<int>(at - rules.begin()));
  }
  if (change.kind() == v1::REPEAL) return;
  const bool takes_proposals = law.numbering(case_of(change)).value.changed_rule() == v1::Numbering::TAKES_PROPOSALS;
  if (change.kind() == v1::ENACT || takes_proposals) rule.set_number(proposal.number());
  if (change.kind() == v1::ENACT || change.kind() == v1::TRANSMUTE_TO_MUTABLE) rule.set_status(v1::MUTABLE);
  if (change.kind() == v1::TRANSMUTE_TO_IMMUTABLE) rule.set_status(v1::IMMUTABLE);
  if (change.kind() == v1::ENACT || change.kind() == v1::AMEND) *rule.mutable_provisions() = change.provisions();
  rules.add(rule);
}

// The state as it would be if the proposal took effect.
State as_if(const Engine& engine, const v1::Proposal& proposal) {
  State then = engine.state();
  for (const auto& change : proposal.changes()) change_as_if(engine.law(), proposal, change, then);
  return then;
}

bool known(const std::vector<Conflict>& conflicts, const Conflict& conflict) {
  return std::any_of(conflicts.begin(), conflicts.end(),
                     [&](const Conflict& other) { return other.reason == conflict.reason; });
}

void warn_of_conflicts(const Engine& engine, const Law& then, std::vector<std::string>& found) {
  for (const auto& conflict : then.conflicts()) {
    if (!known(engine.law().conflicts(), conflict)) found.push_back("if it is adopted, " + conflict.reason);
  }
}

// Why nothing could be adopted any more that is adopted by the rule for enactments; empty if something can.
std::string nothing_adopted(const State& state, const Law& law) {
  const auto found = adoptable(state, law, v1::ENACT);
  switch (found.is) {
    case Adoptable::Is::POSSIBLE:
      break;
    case Adoptable::Is::NOT_REGULATED:
      return "no rule would say what adopts a proposal: its outcome would be left to a Judgment";
    case Adoptable::Is::NOBODY_VOTES:
      return "nobody could vote any more, and so nothing could be adopted";
    case Adoptable::Is::TOO_FEW_VOTES:
      return fmt::format("nothing could be adopted any more: it would take {} votes, and there are {}", found.needed,
                         found.votes);
  }
  return {};
}

bool anybody_can_win(const Law& law) {
  const auto ways = law.victories();
  return std::any_of(ways.begin(), ways.end(),
                     [](const auto& way) { return way.value.way_case() != v1::Victory::kUnableToCompleteTurn; });
}

bool amends(const Law& law) {
  const auto kinds = law.rule_change_kinds({}).value.kinds();
  const auto has = [&](v1::ChangeKind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  return kinds.empty() || has(v1::AMEND) || has(v1::REPEAL);
}

// A rule-change after which the game can hardly go on is allowed, and said to be what it is.
void warn_of_suicide(const Engine& engine, const State& then, const Law& law, std::vector<std::string>& found) {
  const auto now = nothing_adopted(engine.state(), engine.law());
  const auto will = nothing_adopted(then, law);
  if (now.empty() && !will.empty()) found.push_back("if it is adopted, " + will);
  if (anybody_can_win(engine.law()) && !anybody_can_win(law)) {
    found.emplace_back(
        "if it is adopted, nobody could win any more: no rule would say how, but where play cannot go on");
  }
  if (amends(engine.law()) && !amends(law)) {
    found.emplace_back("if it is adopted, no rule could be amended or repealed any more");
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
  for (int at = 0; at < proposal.changes_size(); ++at) warn_of_target(engine, proposal, at, found);
  const State then = as_if(engine, proposal);
  const Law law(then, engine.law());
  warn_of_conflicts(engine, law, found);
  warn_of_suicide(engine, then, law, found);
  return found;
}

}  // namespace nomic::replay
