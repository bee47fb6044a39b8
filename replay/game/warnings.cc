// What players should know before they vote. Nothing is refused for these (L10, L12).

#include <algorithm>
#include <optional>
#include <utility>

#include "change/rule_changes.h"
#include "nomic/replay/content.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/targets.h"
#include "outlook.h"
#include "play.h"
#include "turn/standstill.h"

namespace nomic::replay {
namespace {

using Changes = google::protobuf::RepeatedPtrField<v1::RuleChange>;

bool same_text(const std::vector<v1::Text>& texts, const v1::RuleChange& change) {
  return std::equal(texts.begin(), texts.end(), change.texts().begin(), change.texts().end(),
                    [](const v1::Text& a, const v1::Text& b) { return a.lang() == b.lang() && a.text() == b.text(); });
}

bool same_provisions(const v1::Rule& rule, const v1::RuleChange& change) {
  return std::equal(rule.provisions().begin(), rule.provisions().end(), change.provisions().begin(),
                    change.provisions().end(),
                    [](const auto& a, const auto& b) { return a.SerializeAsString() == b.SerializeAsString(); });
}

// Rules stand in the order of their numbers, each once: of several that one proposal would number, the later ones are
// shown under the next numbers that are free.
void insert_in_order(Collection<v1::Rule>& rules, v1::Rule rule) {
  int at = 0;
  for (; at < rules.size() && !comes_before(rule.number(), rules[at].number()); ++at) {
    if (rules[at].number() == rule.number()) rule.set_number(next_plain(rule.number()));
  }
  rules.insert(at, std::move(rule));
}

// Puts the change in the state, as far as conflicts between rules and what becomes of the game go.
void change_as_if(const Law& law, const v1::Proposal& proposal, const v1::RuleChange& change, State& then) {
  auto& rules = then.edit_rules();
  const auto at = std::find_if(rules.begin(), rules.end(),
                               [&](const auto& rule) { return rule.number() == number_in(change.rule()); });
  if (change.kind() == v1::NO_CHANGE) return;
  const auto numbering = law.numbering(case_of(change)).value;
  // The rule that changes still bears its number.
  const auto next = numbering.has_rules_first() ? next_number_of_rules(then, numbering.rules_first()) : 0;
  v1::Rule rule;
  if (change.kind() != v1::ENACT) {
    if (at == rules.end()) return;
    rule = *at;
    rules.erase(static_cast<int>(at - rules.begin()));
  }
  if (change.kind() == v1::REPEAL) return;
  const bool takes_proposals = numbering.changed_rule() == v1::Numbering::TAKES_PROPOSALS;
  const bool takes_next =
      next != 0 && (change.kind() == v1::ENACT || numbering.changed_rule() == v1::Numbering::TAKES_NEXT);
  const bool is_further = find_rule(then, proposal.number()) != nullptr;
  const bool keeps_own = is_further && numbering.several() == v1::Numbering::KEEP_THEIR_OWN;
  const auto lettered =
      is_further && numbering.several() == v1::Numbering::TAKE_LETTERS ? next_with_letters(then, proposal.number()) : 0;
  const bool numbered =
      change.kind() == v1::ENACT || (takes_proposals && !keeps_own && !is_unnumbered(proposal.number()));
  if (!change.number().empty()) {
    rule.set_number(number_in(change.number()));
  } else if (takes_next) {
    rule.set_number(next);
  } else if (numbered) {
    rule.set_number(lettered != 0 ? lettered : proposal.number());
  }
  if (change.kind() == v1::ENACT || change.kind() == v1::TRANSMUTE_TO_MUTABLE) rule.set_status(v1::MUTABLE);
  if (change.kind() == v1::TRANSMUTE_TO_IMMUTABLE) rule.set_status(v1::IMMUTABLE);
  if (change.kind() == v1::ENACT || change.kind() == v1::AMEND) *rule.mutable_provisions() = change.provisions();
  insert_in_order(rules, std::move(rule));
}

// The state as it would be if the proposal took effect.
State as_if(const Engine& engine, const v1::Proposal& proposal) {
  State then = engine.state();
  for (int at = 0; at < proposal.changes_size(); ++at) {
    v1::RuleChange change = proposal.changes(at);
    // As its target is numbered by now.
    if (const auto since = target_since(engine.state(), proposal, at)) change.set_rule(reference(since->number));
    change_as_if(engine.law(), proposal, change, then);
  }
  return then;
}

void warn_of_conflicts(const Engine& engine, const Law& then, std::vector<Remark>& found) {
  for (const auto& conflict : conflicts_beyond(then.conflicts(), engine.law().conflicts())) {
    found.push_back(remark_of(Topic::WARNING, "conflict", {}, remark_of(conflict)));
  }
}

// Why nothing could be adopted any more that is adopted by the rule for enactments; none if something can.
std::optional<Remark> nothing_adopted(const State& state, const Law& law) {
  const auto found = adoptable(state, law, v1::ENACT);
  switch (found.is) {
    case Adoptable::Is::POSSIBLE:
      break;
    case Adoptable::Is::NOT_REGULATED:
      return remark_of(Topic::WARNING, "adoption_not_regulated");
    case Adoptable::Is::NOBODY_VOTES:
      return remark_of(Topic::WARNING, "nobody_votes");
    case Adoptable::Is::TOO_FEW_VOTES:
      return remark_of(Topic::WARNING, "too_few_votes", {{"needed", found.needed}, {"votes", found.votes}});
  }
  return std::nullopt;
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
void warn_of_suicide(const Engine& engine, const State& then, const Law& law, std::vector<Remark>& found) {
  const auto now = nothing_adopted(engine.state(), engine.law());
  const auto will = nothing_adopted(then, law);
  if (!now && will) found.push_back(*will);
  if (anybody_can_win(engine.law()) && !anybody_can_win(law)) {
    found.push_back(remark_of(Topic::WARNING, "nobody_wins"));
  }
  if (amends(engine.law()) && !amends(law)) {
    found.push_back(remark_of(Topic::WARNING, "no_amendments"));
  }
}

// A proposal, the texts of which are read when somebody asks for them first.
class Proposed {
 public:
  Proposed(const v1::Proposal& proposal_in, const History& history_in) : proposal(proposal_in), history(history_in) {}

  const v1::Proposal& proposal;
  const History& history;

  Result<const v1::RuleChange*> with_texts(int at) {
    if (!changes_) {
      NOMIC_ASSIGN(auto changes, changes_of(history, proposal));
      changes_ = std::move(changes);
    }
    return &changes_->Get(at);
  }

 private:
  std::optional<Changes> changes_;
};

// Whether the amendment leaves the rule as it is. Looks at words only where the provisions are the same.
Result<bool> changes_nothing(const v1::Rule& rule, Proposed& proposed, int at) {
  if (!same_provisions(rule, proposed.proposal.changes(at))) return false;
  NOMIC_ASSIGN(auto texts, texts_of(proposed.history, rule));
  NOMIC_ASSIGN(auto change, proposed.with_texts(at));
  return same_text(texts, *change);
}

Status warn_of_target(const Engine& engine, Proposed& proposed, int at, std::vector<Remark>& found) {
  const auto& proposal = proposed.proposal;
  const auto& change = proposal.changes(at);
  const bool no_target = change.kind() == v1::ENACT || change.kind() == v1::REENACT || change.kind() == v1::NO_CHANGE;
  if (no_target) return ledger::Done{};
  const auto since = target_since(engine.state(), proposal, at);
  if (since) found.push_back(since->what);
  const auto* rule =
      since && since->gone ? nullptr : find_rule(engine.state(), since ? since->number : number_in(change.rule()));
  if (rule == nullptr) return ledger::Done{};
  if (change.kind() != v1::AMEND || change.text_unknown()) return ledger::Done{};
  NOMIC_ASSIGN(const auto nothing, changes_nothing(*rule, proposed, at));
  if (nothing) {
    found.push_back(remark_of(Topic::WARNING, "changes_nothing", {{"rule", rule->number()}}));
  } else if (change.provisions().empty() && !rule->provisions().empty()) {
    found.push_back(remark_of(Topic::WARNING, "drops_provisions", {{"rule", rule->number()}}));
  }
  return ledger::Done{};
}

}  // namespace

Result<std::vector<Remark>> warnings(const Engine& engine, const v1::Proposal& proposal, const History& history) {
  std::vector<Remark> found;
  Proposed proposed(proposal, history);
  for (int at = 0; at < proposal.changes_size(); ++at) {
    NOMIC_TRY(warn_of_target(engine, proposed, at, found));
  }
  const State then = as_if(engine, proposal);
  const Law law(then, engine.law());
  warn_of_conflicts(engine, law, found);
  warn_of_suicide(engine, then, law, found);
  NOMIC_TRY(warn_of_outlook(engine, proposal, history, found));
  return found;
}

}  // namespace nomic::replay
