#include "check/audit_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/replay/refusal.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"
#include "nomic/words/terminal_text.h"
#include "render/entries_view.h"

namespace nomic::tools {
namespace {

// Cases beyond a check that are shown each; of more, only how many there are.
constexpr int OPEN_SHOWN = 20;

v1::FindingView view_of(const replay::AuditFinding& finding) {
  v1::FindingView view;
  view.set_check(finding.check);
  view.set_index(count32(finding.index));
  view.set_what(words_of(finding.what));
  view.set_rule(finding.rule);
  *view.mutable_remark() = refusal_view(replay::to_refusal(finding.what));
  for (const replay::Remark& line : finding.evidence) {
    view.add_evidence(words_of(line));
    *view.add_evidence_remarks() = refusal_view(replay::to_refusal(line));
  }
  for (const replay::ReckonedEntry& entry : finding.entries) *view.mutable_entries()->add_entries() = entry_view(entry);
  return view;
}

}  // namespace

void FindingsSink::finding(const replay::AuditFinding& finding) {
  add(finding, view_of(finding));
}

void FindingsSink::unlawful(const replay::AuditFinding& finding, const v1::Refusal& refusal) {
  v1::FindingView shown = view_of(finding);
  *shown.mutable_remark() = refusal_view(refusal);
  add(finding, std::move(shown));
}

void FindingsSink::not_judged(const replay::AuditFinding& what) {
  if (!is_wanted(what.check)) return;
  if (view.not_judged_size() < OPEN_SHOWN) *view.add_not_judged() = view_of(what);
}

void FindingsSink::evidence(const replay::AuditFinding& what) {
  if (call_.out.is_text()) call_.out.text(fmt::format("{}  {}\n", what.check, on_one_line(words_of(what.what))));
  if (call_.out.format() == Format::JSONL) call_.out.json(view_of(what));
  call_.out.flush();
}

bool FindingsSink::is_wanted(const std::string& check) const {
  return wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), check) != wanted_.end();
}

void FindingsSink::add(const replay::AuditFinding& finding, v1::FindingView shown) {
  if (!is_wanted(finding.check)) return;
  if (call_.out.format() == Format::JSONL) {
    call_.out.json(shown);
  } else {
    *view.add_findings() = std::move(shown);
  }
}

}  // namespace nomic::tools
