// What the auditor says while it reads, kept for the end: an audit's answer begins with its verdict.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/replay/audit.h"
#include "nomic/v1/refusal.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Of the checks that are asked for; `wanted` empty: of all. In JSONL findings and cases go out as they come, and in
// text the cases, which nobody could keep.
class FindingsSink : public replay::AuditSink {
 public:
  FindingsSink(Call& call, const std::vector<std::string>& wanted) : call_(call), wanted_(wanted) {}

  void finding(const replay::AuditFinding& finding) override;
  // A record that the rules refuse, and why.
  void unlawful(const replay::AuditFinding& finding, const v1::Refusal& refusal);
  void not_judged(const replay::AuditFinding& what) override;
  void evidence(const replay::AuditFinding& what) override;

  [[nodiscard]] bool is_wanted(const std::string& check) const;

  v1::FindingsView view;

 private:
  void add(const replay::AuditFinding& finding, v1::FindingView shown);

  Call& call_;
  const std::vector<std::string>& wanted_;
};

}  // namespace nomic::tools
