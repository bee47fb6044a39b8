#include "nomic/views/state_diff.h"

#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "nomic/service/rule_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/rule_diff.h"
#include "nomic/views/rule_views_in_words.h"

namespace nomic::tools {
namespace {

v1::RuleBody body_of(const v1::Rule& rule) {
  v1::RuleBody body;
  body.set_number(replay::reference(rule.number()));
  body.set_status(rule.status());
  body.set_title(rule.title());
  *body.mutable_texts() = rule.texts();
  *body.mutable_provisions() = rule.provisions();
  return body;
}

const v1::Rule* of_that_lineage(const replay::State& state, std::uint32_t lineage) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.lineage() == lineage) return &rule;
  }
  return nullptr;
}

bool same_notes(const v1::Rule& old, const v1::Rule& rule) {
  return std::equal(old.notes().begin(), old.notes().end(), rule.notes().begin(), rule.notes().end(),
                    [](const auto& a, const auto& b) { return a.record() == b.record(); });
}

// The notes that stand under a version and not under another, as they are shown under a rule.
v1::RulesView::Rule::Notes notes_only_under(const v1::Rule& rule, const v1::Rule& other) {
  v1::Rule only;
  for (const v1::RuleNote& note : rule.notes()) {
    const bool both = std::any_of(other.notes().begin(), other.notes().end(),
                                  [&](const auto& one) { return one.record() == note.record(); });
    if (!both) *only.add_notes() = note;
  }
  return notes_view(only);
}

void add_notes(const v1::Rule& before, const v1::Rule& after, v1::DiffView::Changed& changed) {
  const auto come = notes_only_under(after, before);
  const auto gone = notes_only_under(before, after);
  if (come.all_size() != 0) *changed.mutable_notes_new() = come;
  if (gone.all_size() != 0) *changed.mutable_notes_gone() = gone;
}

replay::Status add_changed(const DiffSide& one, const DiffSide& other, const v1::Rule& old, const v1::Rule& rule,
                           v1::DiffView& view) {
  v1::DiffView::Changed changed;
  changed.set_before(replay::reference(old.number()));
  changed.set_after(replay::reference(rule.number()));
  changed.set_lineage(replay::reference(rule.lineage()));
  changed.set_was_void(one.engine.law().is_void(old.number()));
  changed.set_is_void(other.engine.law().is_void(rule.number()));
  changed.set_since(count32(rule.since()));
  changed.set_proposal(replay::reference(rule.proposal()));
  const bool moved = old.number() != rule.number() || old.since() != rule.since() || !same_notes(old, rule);
  const bool differs = !replay::have_same_texts(old, rule) || version_difference(old, rule, *changed.mutable_rule());
  if (!differs && !moved && changed.was_void() == changed.is_void()) return ledger::Done{};
  NOMIC_ASSIGN(auto before, replay::with_texts(one.history, old));
  NOMIC_ASSIGN(auto after, replay::with_texts(other.history, rule));
  changed.clear_rule();
  add_notes(before, after, changed);
  if (before.text_unknown() && !after.text_unknown()) changed.set_text_was_unknown(true);
  if (after.text_unknown() && !before.text_unknown()) changed.set_text_is_unknown(true);
  const bool in_words = version_difference(before, after, *changed.mutable_rule());
  if (in_words || moved || changed.was_void() != changed.is_void()) *view.add_changed() = std::move(changed);
  return ledger::Done{};
}

replay::Result<v1::RulesView::Rule> whole_view(const DiffSide& side, const v1::Rule& rule) {
  NOMIC_ASSIGN(auto whole, replay::with_texts(side.history, rule));
  return worded_rule_view(side.engine, whole, {});
}

replay::Status add_rules(const DiffSide& before, const DiffSide& after, v1::DiffView& view) {
  for (const v1::Rule& rule : after.engine.state().rules()) {
    if (const v1::Rule* old = of_that_lineage(before.engine.state(), rule.lineage())) {
      NOMIC_TRY(add_changed(before, after, *old, rule, view));
      continue;
    }
    NOMIC_ASSIGN(auto enacted, whole_view(after, rule));
    *view.add_enacted() = std::move(enacted);
  }
  for (const v1::Rule& rule : before.engine.state().rules()) {
    if (of_that_lineage(after.engine.state(), rule.lineage()) != nullptr) continue;
    NOMIC_ASSIGN(auto repealed, whole_view(before, rule));
    *view.add_repealed() = std::move(repealed);
  }
  return ledger::Done{};
}

void add_players(const replay::State& before, const replay::State& after, v1::DiffView& view) {
  for (const v1::Player& player : after.players()) {
    const auto old = std::find_if(before.players().begin(), before.players().end(),
                                  [&](const v1::Player& one) { return one.names().name() == player.names().name(); });
    const bool was_there = old != before.players().end();
    if (!was_there) view.add_joined(player.names().name());
    if (player.left_at() != 0 && (!was_there || old->left_at() == 0)) view.add_left(player.names().name());
    const std::int64_t points = was_there ? old->points() : 0;
    if (points == player.points()) continue;
    auto* score = view.add_scores();
    score->set_player(player.names().name());
    score->set_before(static_cast<double>(points) / 1000);
    score->set_after(static_cast<double>(player.points()) / 1000);
  }
}

bool had_won(const replay::State& state, const v1::Winner& winner) {
  return std::any_of(state.winners().begin(), state.winners().end(), [&](const v1::Winner& one) {
    return one.player() == winner.player() && one.record() == winner.record();
  });
}

}  // namespace

v1::RulesView::Rule version_view(const replay::Engine& engine, const v1::Rule& rule) {
  v1::RulesView::Rule view = worded_rule_view(engine, rule, {});
  view.set_is_void(false);
  view.clear_conflicts();
  return view;
}

bool version_difference(const v1::Rule& before, const v1::Rule& after, v1::CompareView::Rule& rule) {
  rule.set_number(replay::reference(after.number()));
  rule.set_in_first(true);
  rule.set_in_second(true);
  const v1::Text* one = before.texts().empty() ? nullptr : &before.texts(0);
  const v1::Text* other = after.texts().empty() ? nullptr : &after.texts(0);
  const bool differs =
      rule_difference(body_of(before), body_of(after), one, other, other == nullptr ? "" : other->lang(), rule);
  // What it said, or says, is not on record: all of the other is new, or gone.
  if ((one == nullptr) == (other == nullptr)) return differs;
  text_difference(one == nullptr ? "" : one->text(), other == nullptr ? "" : other->text(),
                  one == nullptr ? other->lang() : one->lang(), rule);
  return true;
}

replay::Result<v1::DiffView> diff_view(const DiffSide& before_side, const DiffSide& after_side) {
  const replay::Engine& before = before_side.engine;
  const replay::Engine& after = after_side.engine;
  v1::DiffView view;
  view.set_from(count32(before.state().size()));
  view.set_to(count32(after.state().size()));
  NOMIC_TRY(add_rules(before_side, after_side, view));
  add_players(before.state(), after.state(), view);
  for (const v1::Winner& winner : after.state().winners()) {
    if (!had_won(before.state(), winner)) view.add_winners(winner.player());
  }
  view.set_turn_before(before.state().turn().number());
  view.set_turn_after(after.state().turn().number());
  view.set_same(view.enacted().empty() && view.repealed().empty() && view.changed().empty() && view.scores().empty() &&
                view.joined().empty() && view.left().empty() && view.winners().empty());
  return view;
}

}  // namespace nomic::tools
