// What an audit of a game finds, the auditor's findings and those of the checks that ask the engine, as a view.
#pragma once

#include "nomic/replay/audit.h"
#include "nomic/v1/refusal.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// A finding, or a case that is beyond a check, as it is printed.
v1::FindingView audit_finding_view(const replay::AuditFinding& finding);

// Keeps findings, and of the cases that are beyond a check the first twenty; evidence is not asked for.
class VerdictSink : public replay::AuditSink {
 public:
  void finding(const replay::AuditFinding& finding) override;
  // A record that the rules refuse, and why.
  void unlawful(const replay::AuditFinding& finding, const v1::Refusal& refusal);
  void not_judged(const replay::AuditFinding& what) override;
  void evidence(const replay::AuditFinding& what) override;
  void act(const replay::AuditedAct& what) override;

  v1::FindingsView view;

 protected:
  // Whether the view speaks of a check.
  [[nodiscard]] virtual bool is_wanted(const std::string& check) const;
  virtual void add(v1::FindingView shown);

  friend class GameAudit;
};

}  // namespace nomic::tools
