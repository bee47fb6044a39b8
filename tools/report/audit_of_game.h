// The auditor's verdict on a game, while the game is derived for something else.
#pragma once

#include "nomic/replay/audit.h"
#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

class AuditOfGame : public replay::AuditSink {
 public:
  AuditOfGame() : auditor_(*this, {}) {}

  // The records in their order.
  void see(const replay::Played& played);
  // The checks, and what does not hold.
  [[nodiscard]] v1::FindingsView finish();

  void finding(const replay::AuditFinding& finding) override;
  void not_judged(const replay::AuditFinding& what) override;
  void evidence(const replay::AuditFinding& /*what*/) override {}

 private:
  v1::FindingsView view_;
  replay::Auditor auditor_;
};

}  // namespace nomic::tools
