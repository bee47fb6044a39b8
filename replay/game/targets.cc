#include "nomic/replay/targets.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay {

std::optional<TargetSince> target_since(const State& state, const v1::Proposal& open, int at) {
  if (at >= open.target_since_size() || at >= open.target_lineage_size()) return std::nullopt;
  const std::uint32_t lineage = open.target_lineage(at);
  if (lineage == 0) return std::nullopt;
  const std::uint32_t named = number_in(open.changes(at).rule());
  const auto found = std::find_if(state.rules().begin(), state.rules().end(),
                                  [&](const v1::Rule& rule) { return rule.lineage() == lineage; });
  if (found == state.rules().end()) {
    return TargetSince{true, named, 0, remark_of(Topic::WARNING, "target_gone", {{"rule", named}})};
  }
  const v1::Rule& rule = *found;
  if (rule.since() == open.target_since(at)) return std::nullopt;
  Remark what = rule.number() == named
                    ? remark_of(Topic::WARNING, "target_changed", {{"rule", named}, {"record", rule.since()}})
                    : remark_of(Topic::WARNING, "target_renumbered",
                                {{"rule", named}, {"number", rule.number()}, {"record", rule.since()}});
  return TargetSince{false, rule.number(), rule.since(), std::move(what)};
}

}  // namespace nomic::replay
