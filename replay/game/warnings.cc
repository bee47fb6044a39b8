// What players should know before they vote. Nothing is refused for these (L10, L12).

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "change/rule_changes.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/content.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/targets.h"
#include "play.h"
#include "turn/awards.h"
#include "turn/standstill.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

// What becomes of the game if a proposal is adopted, found by putting it in force on a draft.

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

// Adds to `found` that somebody would win at once, and why play would stand still as it does not now; what `found` says
// already is not said again. And of the first enactment of a game whose rule would have no provisions, that the rule
// is for people; which version of an amended award counts the vote; and what a rule would not do by itself, though it
// says so. Of a proposal that acts on the past nothing is said: that derives the game anew.
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

bool is_grave(const Remark& warning) {
  static const std::set<std::string_view> GRAVE = {"adoption_not_regulated", "nobody_votes", "too_few_votes",
                                                   "would_stand_still", "would_win"};
  return warning.topic == Topic::WARNING && GRAVE.count(warning.variant) != 0;
}

}  // namespace nomic::replay
