// Records as the document has them.
#pragma once

#include <set>
#include <string>

#include "nomic/replay/game.h"
#include "nomic/replay/marks.h"
#include "nomic/v1/report.pb.h"

namespace nomic::tools {

// `marks` say what later records say of it; `known` is the state at the point that the page shows.
v1::ReportEntry report_entry(const replay::Played& played, const replay::Marks& marks, const replay::State& known);

// The moments that have a name, as `--at` understands it: the first record of which it is true.
class NamedPoints {
 public:
  // Puts those that the record gives a name to behind those in the view. The records in their order.
  void see(const replay::Played& played, v1::ReportView& view);

 private:
  void add(const std::string& name, const replay::Played& played, v1::ReportView& view);

  std::set<std::string> known_;
};

}  // namespace nomic::tools
