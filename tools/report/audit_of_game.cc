#include "audit_of_game.h"

#include "nomic/service/view_values.h"
#include "nomic/words/audit_checks.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

// Cases beyond a check that a page lists.
constexpr int NOT_JUDGED_SHOWN = 100;

void fill(const replay::AuditFinding& found, v1::FindingView& view) {
  view.set_check(found.check);
  view.set_index(count32(found.index));
  view.set_what(words_of(found.what));
  view.set_rule(found.rule);
  for (const replay::Remark& line : found.evidence) view.add_evidence(words_of(line));
}

std::string verdict_name(replay::Verdict verdict) {
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
  return "";
}

}  // namespace

void AuditOfGame::see(const replay::Played& played) {
  replay::AuditEntry entry;
  entry.index = played.record.index.value;
  entry.author = played.move.author;
  entry.recorded_at = played.move.recorded_at;
  entry.within = played.move.within;
  entry.event = &played.move.event;
  entry.bytes = played.record.bytes;
  entry.emitted = &played.consequences;
  entry.after = &played.after.state();
  auditor_.see(entry);
}

void AuditOfGame::finding(const replay::AuditFinding& finding) {
  fill(finding, *view_.add_findings());
}

void AuditOfGame::not_judged(const replay::AuditFinding& what) {
  if (view_.not_judged_size() < NOT_JUDGED_SHOWN) fill(what, *view_.add_not_judged());
}

v1::FindingsView AuditOfGame::finish() {
  const replay::AuditReport report = auditor_.finish();
  view_.set_ok(report.ok());
  view_.set_size(count32(report.size));
  for (const replay::CheckReport& check : report.checks) {
    auto& shown = *view_.add_checks();
    shown.set_check(check.check);
    shown.set_about(std::string(about_check(check.check)));
    shown.set_verdict(verdict_name(check.verdict));
    shown.set_held(count32(check.held));
    shown.set_broken(count32(check.broken));
    shown.set_not_judged(count32(check.not_judged));
    if (check.verdict == replay::Verdict::NOT_IN_FORCE) shown.set_since(count32(check.since));
  }
  return std::move(view_);
}

}  // namespace nomic::tools
