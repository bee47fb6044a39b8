// The forms in which rules stand, each kept once: a rule that stays as it is from record to record is looked at, and
// neither read nor worded again.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"
#include "nomic/v1/report.pb.h"

namespace nomic::tools {

// The rule as the document has it: its first text is not said twice, and its provisions are said in words.
v1::RulesView::Rule as_in_report(v1::RulesView::Rule rule);

class RuleForms {
 public:
  // Puts forms that are new behind those in the view. Both outlive it.
  RuleForms(const replay::History& history, v1::ReportView& view) : history_(history), view_(view) {}

  // The places of the rules in force. O(rules in force) where nothing has changed.
  replay::Result<v1::ReportMoment::InForce> in_force(const replay::Engine& engine);

 private:
  struct Last {
    std::string seen;  // all that its view is made of
    std::uint32_t place = 0;
  };

  replay::Result<std::uint32_t> place_of(const replay::Engine& engine, const v1::Rule& rule);

  const replay::History& history_;
  v1::ReportView& view_;
  std::map<std::uint32_t, Last> last_;           // by lineage
  std::map<std::string, std::uint32_t> places_;  // by the form
};

}  // namespace nomic::tools
