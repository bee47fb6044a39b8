// The lives of rules, read from what stood after each record: their versions, and the numbers that they bore.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "nomic/v1/report.pb.h"

namespace nomic::tools {

struct RuleLife {
  struct Version {
    std::uint32_t record = 0;                   // from this one on
    const v1::RulesView::Rule* form = nullptr;  // null: it is not in force
  };
  struct Span {
    std::uint32_t number = 0;
    std::uint32_t from = 0;
    std::uint32_t until = 0;  // the record from which it bears the number no longer; 0: it does
  };
  std::vector<Version> versions;
  std::vector<Span> spans;

  [[nodiscard]] bool in_force() const { return versions.back().form != nullptr; }
  // As it stands, or stood last.
  [[nodiscard]] const v1::RulesView::Rule& last_form() const;
  // The number that it bears, or bore last.
  [[nodiscard]] std::uint32_t number() const { return spans.back().number; }
  [[nodiscard]] bool ever_bore(std::uint32_t number) const;
};

// By the number under which each first stood. The forms are those of the document, which outlives them.
using RuleLives = std::map<std::uint32_t, RuleLife>;
RuleLives rule_lives(const v1::ReportView& view);

}  // namespace nomic::tools
