// The forms of the rules in force, each kept once. A rule that is as it was after the record before is neither read nor
// worded again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "chunked_list.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"
#include "nomic/replay/state.h"
#include "nomic/v1/report.pb.h"

namespace nomic::tools {

// The rule as the document has it: its first text is not said twice, and its provisions are said in words.
v1::RulesView::Rule as_in_report(v1::RulesView::Rule rule);

class RuleForms {
 public:
  // Puts forms that are new behind those in the view. Both outlive it.
  RuleForms(const replay::History& history, v1::ReportView& view) : history_(history), view_(view) {}

  // The places in the view of the rules in force, in the order of the state; valid until the next call. Cost: O(buckets
  // of rules), O(rules) look-ups from the first bucket with a rule that changed, and O(rules that changed) readings.
  replay::Result<const ChunkedList<std::uint32_t>*> in_force(const replay::Engine& engine);

 private:
  struct Last {
    std::string seen;  // all that its view is made of
    std::uint32_t place = 0;
    v1::Rule rule = {};  // with its texts
  };
  // By the number of a rule, what other rules have to say to it.
  using Said = std::unordered_map<std::uint32_t, std::string>;

  static Said said_by_others(const replay::Engine& engine);
  [[nodiscard]] bool is_unchanged(const replay::State& state) const;
  void put_in_chunks(int kept);
  replay::Status put_notes(v1::Rule& rule);
  replay::Result<std::uint32_t> place_of(const replay::Engine& engine, const v1::Rule& rule, const std::string& said);

  const replay::History& history_;
  v1::ReportView& view_;
  std::unordered_map<std::uint32_t, Last> last_;  // by lineage
  std::map<std::string, std::uint32_t> places_;   // by the form
  // The forms that have their texts themselves, by where their rules have them from: their places from 1.
  std::map<std::string, std::uint32_t> texts_at_;
  std::map<std::uint64_t, v1::RuleNote> notes_;  // by their records, without their texts where those have them
  // After the last call: the state, which keeps its rules where they are, and what was found of them.
  replay::State seen_;
  Said said_;
  std::vector<std::uint32_t> places_in_force_;
  ChunkedList<std::uint32_t> in_force_;
};

}  // namespace nomic::tools
