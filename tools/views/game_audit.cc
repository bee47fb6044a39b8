#include "nomic/views/game_audit.h"

#include <optional>
#include <utility>

#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/views/acts_view.h"
#include "nomic/views/audit_verdict.h"
#include "nomic/words/audit_checks.h"

namespace nomic::tools {
namespace {

std::string word_of(replay::Verdict verdict) {
  switch (verdict) {
    case replay::Verdict::HOLDS:
      return "HOLDS";
    case replay::Verdict::BROKEN:
      return "BROKEN";
    case replay::Verdict::NOT_IN_FORCE:
      return "NOT_IN_FORCE";
    case replay::Verdict::NOT_JUDGED:
      return "NOT_JUDGED";
  }
  return {};
}

replay::AuditEntry audit_entry(const replay::Played& played) {
  replay::AuditEntry entry;
  entry.index = played.record.index.value;
  entry.author = played.move.author;
  entry.recorded_at = played.move.recorded_at;
  entry.within = played.move.within;
  entry.event = &played.move.event;
  entry.bytes = played.record.bytes;
  entry.emitted = &played.consequences;
  entry.after = &played.after.state();
  return entry;
}

replay::AuditOptions options_of(const replay::Game& game, std::vector<std::string> evidence_of) {
  replay::AuditOptions options;
  options.evidence_of = std::move(evidence_of);
  options.reader = [&game](std::uint64_t record) -> std::optional<v1::Event> {
    auto move = game.history().at(record);
    return move ? std::optional<v1::Event>(std::move(move->event)) : std::nullopt;
  };
  return options;
}

void add_check(const replay::CheckReport& check, v1::FindingsView& view) {
  auto& shown = *view.add_checks();
  shown.set_check(check.check);
  shown.set_about(std::string(about_check(check.check)));
  shown.set_verdict(word_of(check.verdict));
  shown.set_held(count32(check.held));
  shown.set_broken(count32(check.broken));
  shown.set_not_judged(count32(check.not_judged));
  if (check.verdict == replay::Verdict::NOT_IN_FORCE) shown.set_since(count32(check.since));
}

}  // namespace

GameAudit::GameAudit(replay::Game& game, const replay::State& known, VerdictSink& sink,
                     std::vector<std::string> evidence_of)
    : game_(game), sink_(sink), auditor_(sink, options_of(game, std::move(evidence_of))), times_(game, known) {}

void GameAudit::see(const replay::Played& played) {
  auditor_.see(audit_entry(played));
  lawful_.see(played, sink_);
  times_.see(played, sink_);
  came_.see(played);
  // Acts come one at a time; where a Judgment has the turn derived again, several may come back.
  const auto& acts = played.after.state().acts();
  const bool has_judged = played.move.event.has_judgment_delivered() || played.move.event.has_overrule_voted();
  if (acts.empty() || (acts[acts.size() - 1].record() != played.move.index && !has_judged)) return;
  note_cited(played.after.state());
}

replay::Status GameAudit::fill_cited() {
  NOMIC_TRY(cannot_read_);
  v1::FindingsView& view = sink_.view;
  if (!view.has_acts()) return ledger::Done{};
  for (v1::ActsUnderView& under : *view.mutable_acts()->mutable_rules()) {
    under.set_text(cited_[{replay::number_in(under.rule()), under.rule_since()}]);
  }
  return ledger::Done{};
}

// What an act cites is read while the state knows where it is found.
void GameAudit::note_cited(const replay::State& state) {
  for (const v1::PerformedAct& act : state.acts()) {
    const auto [place, is_new] = cited_.try_emplace({act.cited().number(), act.cited().since()});
    if (!is_new) continue;
    auto text = text_cited(game_.history(), act);
    if (text) {
      place->second = *std::move(text);
    } else {
      cannot_read_ = text.error();
    }
  }
}

replay::Status GameAudit::finish(const ledger::Hash& head_hash, bool some_checks) {
  NOMIC_TRY(times_.ask(sink_));
  replay::AuditReport report = auditor_.finish();
  report.checks.insert(report.checks.begin(), lawful_.report);
  if (times_.has_cases()) report.checks.push_back(times_.report);
  v1::FindingsView& view = sink_.view;
  view.set_ok(true);
  view.set_size(count32(report.size));
  view.set_head_hash(head_hash.hex());
  view.set_game(game_.head().game.hash.hex());
  for (const replay::CheckReport& check : report.checks) {
    if (!sink_.is_wanted(check.check)) continue;
    if (check.broken != 0) view.set_ok(false);
    add_check(check, view);
  }
  came_.add_to(view);
  view.set_verdict(audit_verdict(view, some_checks));
  return fill_cited();
}

}  // namespace nomic::tools
