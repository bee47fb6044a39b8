#include "nomic/views/meaning.h"

#include <algorithm>
#include <set>
#include <string>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/words/provision_words.h"

namespace nomic::tools {
namespace {

using ProvisionList = google::protobuf::RepeatedPtrField<v1::Provision>;

const v1::Rule* rule_numbered(const replay::State& state, std::uint32_t number) {
  const auto found = std::find_if(state.rules().begin(), state.rules().end(),
                                  [&](const v1::Rule& rule) { return rule.number() == number; });
  return found == state.rules().end() ? nullptr : &*found;
}

// The repealed rule that bore the number, the last one first.
const v1::RepealedRule* repealed_rule(const replay::State& state, std::uint32_t number) {
  const v1::RepealedRule* found = nullptr;
  for (const v1::RepealedRule& rule : state.repealed()) {
    if (rule.number() == number || replay::formerly_bore(state, rule, number)) found = &rule;
  }
  return found;
}

// The provisions that the version before the last, or the last, had.
replay::Result<ProvisionList> provisions_at(const replay::History& history, const replay::Sources& sources, int count) {
  ProvisionList provisions;
  if (count < 1 || count > sources.size()) return provisions;
  NOMIC_ASSIGN(auto content, replay::version_at(history, sources, count));
  for (v1::Provision& one : content.provisions) *provisions.Add() = std::move(one);
  return provisions;
}

// Those that both have once are kept; the order does not matter.
void compare(const ProvisionList& before, const ProvisionList& after, v1::MeaningView::Change& view) {
  std::multiset<std::string> come;
  for (const v1::Provision& one : after) come.insert(replay::print_provision(one));
  std::multiset<std::string> had;
  for (const v1::Provision& one : before) {
    const std::string printed = replay::print_provision(one);
    const auto same = come.find(printed);
    same == come.end() ? view.add_lost(words_of(one)) : view.add_kept(words_of(one));
    if (same != come.end()) come.erase(same);
    had.insert(printed);
  }
  for (const v1::Provision& one : after) {
    const auto same = had.find(replay::print_provision(one));
    if (same == had.end()) view.add_gained(words_of(one));
    if (same != had.end()) had.erase(same);
  }
}

replay::Status compare_with_past(const replay::State& state, const replay::History& history,
                                 const v1::RuleChange& change, v1::MeaningView::Change& view) {
  const v1::Rule* rule = rule_numbered(state, replay::number_in(change.rule()));
  if (change.kind() == v1::RESTORE && rule != nullptr) {
    const replay::Sources sources = replay::all_sources(state, *rule);
    NOMIC_ASSIGN(auto earlier, provisions_at(history, sources, sources.size() - 1));
    compare(rule->provisions(), earlier, view);
  }
  const v1::RepealedRule* repealed = repealed_rule(state, replay::number_in(change.rule()));
  if (change.kind() == v1::REENACT && repealed != nullptr) {
    const replay::Sources sources = replay::all_sources(state, *repealed);
    NOMIC_ASSIGN(auto last, provisions_at(history, sources, sources.size()));
    compare({}, last, view);
  }
  return ledger::Done{};
}

replay::Result<v1::MeaningView::Change> meaning_of_change(const replay::State& state, const replay::History& history,
                                                          const v1::RuleChange& change) {
  v1::MeaningView::Change view;
  view.set_kind(v1::ChangeKind_Name(change.kind()));
  view.set_rule(change.rule());
  const v1::Rule* rule = rule_numbered(state, replay::number_in(change.rule()));
  const bool says_all = change.kind() == v1::ENACT || change.kind() == v1::AMEND;
  if (says_all) {
    compare(rule == nullptr ? ProvisionList() : rule->provisions(), change.provisions(), view);
    view.set_for_people(change.provisions().empty() && !change.text_unknown());
  } else if (change.kind() == v1::REPEAL && rule != nullptr) {
    compare(rule->provisions(), {}, view);
  } else {
    NOMIC_TRY(compare_with_past(state, history, change, view));
  }
  return view;
}

}  // namespace

replay::Result<v1::MeaningView> meaning_of(const replay::State& state, const replay::History& history,
                                           const v1::Event& event) {
  v1::MeaningView view;
  const auto& changes =
      event.has_proposal_revised() ? event.proposal_revised().changes() : event.proposal_made().changes();
  for (const v1::RuleChange& change : changes) {
    NOMIC_ASSIGN(auto one, meaning_of_change(state, history, change));
    *view.add_changes() = std::move(one);
  }
  return view;
}

}  // namespace nomic::tools
