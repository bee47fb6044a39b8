// What rule-changes are about, and what of it they would change.
#include <algorithm>
#include <iterator>
#include <set>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/service/view_values.h"
#include "nomic/views/event_view.h"
#include "nomic/views/passages.h"
#include "nomic/views/proposed_form.h"
#include "nomic/words/provision_words.h"

namespace nomic::tools {
namespace {

// The rule in force that the change is about; null where there is none.
const v1::Rule* rule_meant(const replay::State& state, const v1::Proposal* open, int at, std::uint32_t number) {
  const std::uint32_t lineage =
      open != nullptr && at < open->target_lineage_size() ? open->target_lineage(at) : std::uint32_t{0};
  for (const v1::Rule& rule : state.rules()) {
    if (lineage != 0 ? rule.lineage() == lineage : number != 0 && rule.number() == number) return &rule;
  }
  return nullptr;
}

// A text that names no language is in the game's.
const std::string& lang_or_own(const replay::State& state, const std::string& lang) {
  return lang.empty() ? state.founding().lang() : lang;
}

// The rule's text in that language, else its authoritative one; null where it has none.
const v1::Text* text_like(const replay::State& state, const v1::Rule& rule, const std::string& lang) {
  if (rule.texts().empty()) return nullptr;
  const auto same = std::find_if(rule.texts().begin(), rule.texts().end(), [&](const v1::Text& text) {
    return lang_or_own(state, text.lang()) == lang_or_own(state, lang);
  });
  return same == rule.texts().end() ? &rule.texts(0) : &*same;
}

void fill_amendment(const replay::State& state, const v1::Rule& rule, const v1::ChangeView& change,
                    v1::TargetView& view) {
  if (!change.title().empty() && change.title() != rule.title()) view.set_new_title(change.title());
  if (!change.texts().empty()) {
    *view.mutable_passages() = passages(view.text(), change.texts(0).text());
    for (const v1::Text& text : rule.texts()) {
      const std::string& lang = lang_or_own(state, text.lang());
      const bool stays = std::any_of(change.texts().begin(), change.texts().end(),
                                     [&](const auto& one) { return lang_or_own(state, one.lang()) == lang; });
      if (!stays) view.add_lost_langs(lang);
    }
  }
  std::multiset<std::string> come(change.provisions().begin(), change.provisions().end());
  std::multiset<std::string> had;
  for (const v1::Provision& provision : rule.provisions()) {
    const std::string printed = replay::print_provision(provision);
    had.insert(printed);
    const auto same = come.find(printed);
    same == come.end() ? view.add_provisions_lost(words_of(provision)) : view.add_provisions_kept(words_of(provision));
    if (same != come.end()) come.erase(same);
  }
  for (int at = 0; at < change.provisions_size(); ++at) {
    const auto same = had.find(change.provisions(at));
    if (same == had.end()) view.add_provisions_gained(change.in_words(at));
    if (same != had.end()) had.erase(same);
  }
}

// The text that stands again once the latest amendment is repealed.
replay::Status fill_restored(const replay::State& state, const replay::History& history, const v1::Rule& rule,
                             v1::TargetView& view) {
  const replay::Sources sources = replay::all_sources(state, rule);
  if (sources.size() < 2) return ledger::Done{};
  NOMIC_ASSIGN(auto content, replay::version_at(history, sources, sources.size() - 1));
  if (!content.texts.empty()) *view.mutable_passages() = passages(view.text(), content.texts.front().text());
  if (content.title != rule.title()) view.set_new_title(content.title);
  return ledger::Done{};
}

void leave_out_texts(v1::ChangeView& change) {
  change.clear_text();
  change.clear_texts();
  change.clear_provisions();
  change.clear_in_words();
  change.set_texts_left_out(true);
}

v1::TargetView named_alone(const v1::TargetView& target) {
  v1::TargetView view;
  view.set_number(target.number());
  view.set_lineage(target.lineage());
  view.set_since(target.since());
  view.set_title(target.title());
  if (target.has_new_title()) view.set_new_title(target.new_title());
  return view;
}

replay::Status fill_target(const replay::State& state, const replay::History& history, const v1::Rule& found,
                           v1::ChangeView& change, FormRoom& room) {
  v1::Rule rule = replay::by_itself(state, found);
  if (!room.is_full()) {
    NOMIC_ASSIGN(rule, replay::with_texts(history, rule));
  }
  v1::TargetView view;
  view.set_number(replay::reference(rule.number()));
  view.set_lineage(replay::reference(rule.lineage()));
  view.set_since(count32(rule.since()));
  view.set_title(rule.title());
  if (const v1::Text* text = text_like(state, rule, change.lang())) {
    view.set_text(text->text());
    view.set_lang(lang_or_own(state, text->lang()));
  }
  if (change.kind() == v1::ChangeKind_Name(v1::RETITLE)) view.set_new_title(change.title());
  if (!room.is_full()) {
    if (change.kind() == v1::ChangeKind_Name(v1::AMEND)) fill_amendment(state, rule, change, view);
    if (change.kind() == v1::ChangeKind_Name(v1::RESTORE)) NOMIC_TRY(fill_restored(state, history, found, view));
    if (change.kind() == v1::ChangeKind_Name(v1::REPEAL)) {
      for (const v1::Provision& provision : rule.provisions()) view.add_provisions_lost(words_of(provision));
    }
  }
  if (!room.take(view.ByteSizeLong())) {
    view = named_alone(view);
    change.set_texts_left_out(true);
  }
  *change.mutable_target() = std::move(view);
  return ledger::Done{};
}

// The open proposal whose form stands in the record; null: its vote is complete by now, or it never was one.
const v1::Proposal* open_form(const replay::State& state, std::uint64_t record) {
  for (const v1::Proposal& proposal : state.proposals()) {
    if (proposal.form_at() == record) return &proposal;
  }
  return nullptr;
}

}  // namespace

replay::Status add_targets(const replay::State& state, const replay::History& history, const v1::Proposal* open,
                           ChangeViews& changes, FormRoom& room) {
  for (int at = 0; at < changes.size(); ++at) {
    if (!room.take(changes[at].ByteSizeLong())) leave_out_texts(changes[at]);
    if (changes[at].kind() == v1::ChangeKind_Name(v1::REENACT)) continue;
    const v1::Rule* rule = rule_meant(state, open, at, replay::number_in(changes[at].rule()));
    if (rule != nullptr) NOMIC_TRY(fill_target(state, history, *rule, changes[at], room));
  }
  return ledger::Done{};
}

replay::Result<ChangeViews> changes_proposed(const replay::Played& played, const replay::History& history) {
  const v1::Event& event = played.move.event;
  const auto& changes =
      event.has_proposal_revised() ? event.proposal_revised().changes() : event.proposal_made().changes();
  ChangeViews views;
  for (const v1::RuleChange& change : changes) *views.Add() = change_view(change);
  const replay::State& state = played.after.state();
  FormRoom room(FormRoom::OF_FORM);
  NOMIC_TRY(add_targets(state, history, open_form(state, played.record.index.value), views, room));
  return views;
}

replay::Status add_targets_at(replay::Game& game, std::uint64_t record, ChangeViews& changes) {
  NOMIC_ASSIGN(auto then, game.at(record + 1));
  FormRoom room(FormRoom::OF_ONE_ASKED_FOR);
  return add_targets(then.state(), game.history(), open_form(then.state(), record), changes, room);
}

}  // namespace nomic::tools
