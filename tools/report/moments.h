// What stands just after each record, as the document has it: whole now and then, and changes between.
#pragma once

#include <cstdint>

#include "nomic/replay/game.h"
#include "nomic/v1/report.pb.h"
#include "rule_forms.h"

namespace nomic::tools {

// What of `after` is not as it is in `before`.
v1::ReportMoment moment_changes(const v1::ReportMoment& before, const v1::ReportMoment& after);

class Moments {
 public:
  // Both outlive it.
  Moments(const replay::Game& game, v1::ReportView& view) : game_(game), view_(view), forms_(game.history(), view) {}

  // The records in their order. Fails as the history does.
  replay::Status see(const replay::Engine& after);

 private:
  replay::Result<v1::ReportMoment> whole(const replay::Engine& engine);

  const replay::Game& game_;
  v1::ReportView& view_;
  RuleForms forms_;
  v1::ReportMoment last_;
};

}  // namespace nomic::tools
