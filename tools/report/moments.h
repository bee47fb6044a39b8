// Moments: the game just after each record, as the document has it. A moment has what its record changed, and of a list
// the elements that changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "nomic/replay/game.h"
#include "nomic/v1/report.pb.h"
#include "rule_forms.h"

namespace nomic::tools {

// Makes changes of moments that are whole.
class MomentChanges {
 public:
  // The changes since the moment before; of the first moment, since there was nothing. Cost: O(moment).
  v1::ReportMoment see(v1::ReportMoment now);
  // The elements of the lists that were seen.
  [[nodiscard]] std::size_t elements() const { return elements_; }

 private:
  // The elements of `now`, which replace those of `before`, into `changes`, or all of them if the list was not given
  // whole for long. `field`: the list, of ReportMoment.
  void see_list(const google::protobuf::FieldDescriptor& field, const v1::ReportMoment& now, v1::ReportMoment& changes);

  v1::ReportMoment last_;
  bool is_first_ = true;
  // By field of ReportMoment: the elements that were given since the list was given whole.
  std::map<int, int> given_;
  std::size_t elements_ = 0;
};

class Moments {
 public:
  // Both outlive it.
  Moments(const replay::Game& game, v1::ReportView& view) : game_(game), view_(view), forms_(game.history(), view) {}

  // The records in their order. Fails as the history does.
  replay::Status see(const replay::Engine& after);
  // The elements of the lists that were seen.
  [[nodiscard]] std::size_t elements() const { return changes_.elements(); }

 private:
  replay::Result<v1::ReportMoment> whole(const replay::Engine& engine);

  const replay::Game& game_;
  v1::ReportView& view_;
  RuleForms forms_;
  MomentChanges changes_;
};

}  // namespace nomic::tools
