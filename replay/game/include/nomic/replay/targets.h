// What became of the rules that an open proposal is about since its form was made. While a vote is open another
// adoption may amend, renumber or repeal the same rule: who votes on the words of the form should know.
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/replay/remark.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

struct TargetSince {
  bool gone = false;         // it is not in force any more
  std::uint32_t number = 0;  // that it bears by now; gone: that the rule-change has
  std::uint64_t record = 0;  // since which this version of it is in force; gone: 0
  Remark what;               // WARNING: target_gone, target_changed or target_renumbered
};

// Of the rule-change at that place of the open proposal. Nothing: the rule is as it was, or the change is about none.
std::optional<TargetSince> target_since(const State& state, const v1::Proposal& open, int at);

}  // namespace nomic::replay
