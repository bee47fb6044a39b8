// What the auditor says while it reads, kept for the end: an audit's answer begins with its verdict.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/views/verdict_sink.h"

namespace nomic::tools {

// Of the checks that are asked for; `wanted` empty: of all. In JSONL findings and cases go out as they come, and in
// text the cases, which nobody could keep.
class FindingsSink : public VerdictSink {
 public:
  FindingsSink(Call& call, const std::vector<std::string>& wanted) : call_(call), wanted_(wanted) {}

  void evidence(const replay::AuditFinding& what) override;

 private:
  [[nodiscard]] bool is_wanted(const std::string& check) const override;
  void add(v1::FindingView shown) override;

  Call& call_;
  const std::vector<std::string>& wanted_;
};

}  // namespace nomic::tools
