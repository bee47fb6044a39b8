#include "nomic/views/verdict_sink.h"

#include <utility>

#include "nomic/replay/reference.h"
#include "nomic/replay/refusal.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/acts_view.h"
#include "nomic/views/entries_view.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

// Cases beyond a check that are shown each; of more, only how many there are.
constexpr int OPEN_SHOWN = 20;
// The check that reports acts.
constexpr const char* ACTS_CHECK = "R116";

}  // namespace

v1::FindingView audit_finding_view(const replay::AuditFinding& finding) {
  v1::FindingView view;
  view.set_check(finding.check);
  view.set_index(count32(finding.index));
  view.set_what(words_of(finding.what));
  view.set_rule(replay::reference(finding.rule));
  *view.mutable_remark() = refusal_view(replay::to_refusal(finding.what));
  for (const replay::Remark& line : finding.evidence) {
    view.add_evidence(words_of(line));
    *view.add_evidence_remarks() = refusal_view(replay::to_refusal(line));
  }
  for (const replay::ReckonedEntry& entry : finding.entries) *view.mutable_entries()->add_entries() = entry_view(entry);
  return view;
}

void VerdictSink::finding(const replay::AuditFinding& finding) {
  if (is_wanted(finding.check)) add(audit_finding_view(finding));
}

void VerdictSink::unlawful(const replay::AuditFinding& finding, const v1::Refusal& refusal) {
  if (!is_wanted(finding.check)) return;
  v1::FindingView shown = audit_finding_view(finding);
  *shown.mutable_remark() = refusal_view(refusal);
  add(std::move(shown));
}

void VerdictSink::not_judged(const replay::AuditFinding& what) {
  if (!is_wanted(what.check)) return;
  if (view.not_judged_size() < OPEN_SHOWN) *view.add_not_judged() = audit_finding_view(what);
}

void VerdictSink::evidence(const replay::AuditFinding& /*what*/) {}

void VerdictSink::act(const replay::AuditedAct& what) {
  if (is_wanted(ACTS_CHECK)) add_act(what, *view.mutable_acts());
}

bool VerdictSink::is_wanted(const std::string& /*check*/) const {
  return true;
}

void VerdictSink::add(v1::FindingView shown) {
  *view.add_findings() = std::move(shown);
}

}  // namespace nomic::tools
