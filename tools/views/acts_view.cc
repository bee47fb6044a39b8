#include "nomic/views/acts_view.h"

#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/words/act_words.h"

namespace nomic::tools {
namespace {

v1::CitedActView::Judged as_view(replay::AuditedAct::Judged judged) {
  switch (judged) {
    case replay::AuditedAct::Judged::NOT_JUDGED:
      return v1::CitedActView::NOT_JUDGED;
    case replay::AuditedAct::Judged::UPHELD:
      return v1::CitedActView::UPHELD;
    case replay::AuditedAct::Judged::STRUCK:
      return v1::CitedActView::STRUCK;
    case replay::AuditedAct::Judged::FALLEN:
      return v1::CitedActView::FALLEN;
  }
  return v1::CitedActView::JUDGED_UNSPECIFIED;
}

// The acts under that version of a rule: none, when it is asked for first.
v1::ActsUnderView& acts_under(v1::ActsView& view, std::uint32_t rule, std::uint64_t since) {
  auto& all = *view.mutable_rules();
  const auto found = std::find_if(all.begin(), all.end(), [&](const v1::ActsUnderView& one) {
    return replay::number_in(one.rule()) == rule && one.rule_since() == since;
  });
  if (found != all.end()) return *found;
  v1::ActsUnderView& added = *all.Add();
  added.set_rule(replay::reference(rule));
  added.set_rule_since(count32(since));
  return added;
}

}  // namespace

replay::Result<std::string> text_cited(const replay::History& history, const v1::PerformedAct& act) {
  NOMIC_ASSIGN(auto texts, replay::texts_of(history, act.cited()));
  return texts.empty() ? std::string() : texts.front().text();
}

replay::Status fill_acts(const replay::Engine& engine, const replay::History& history, v1::StatusView& view) {
  for (const v1::PerformedAct& act : engine.state().acts()) {
    NOMIC_ASSIGN(const auto move, history.at(act.record()));
    v1::ActsUnderView& under = acts_under(*view.mutable_acts(), act.cited().number(), act.cited().since());
    if (under.acts().empty()) {
      NOMIC_ASSIGN(auto text, text_cited(history, act));
      under.set_text(std::move(text));
    }
    v1::CitedActView& to = *under.add_acts();
    to.set_record(count32(act.record()));
    to.set_player(act.player());
    to.set_text(replay::event_in(move).act_performed().text());
    *to.mutable_effects() = act.effects();
    to.set_in_words(effects_in_words(act.effects()));
    const std::uint64_t by = replay::upheld_by(engine.state(), act.record());
    to.set_judged(by == 0 ? v1::CitedActView::NOT_JUDGED : v1::CitedActView::UPHELD);
    to.set_by(count32(by));
    if (!view.would_judge().empty()) to.set_contest(contest_command(act.record(), act.cited().number()));
  }
  return ledger::Done{};
}

void add_act(const replay::AuditedAct& act, v1::ActsView& all) {
  v1::CitedActView& to = *acts_under(all, act.rule, act.rule_since).add_acts();
  to.set_record(count32(act.record));
  to.set_player(act.player);
  to.set_text(act.text);
  for (const auto effect : act.effects) to.add_effects(effect);
  to.set_in_words(effects_in_words(to.effects()));
  to.set_judged(as_view(act.judged));
  to.set_by(count32(act.by));
}

}  // namespace nomic::tools
