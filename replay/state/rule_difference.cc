#include "nomic/replay/state/rule_difference.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay {

RuleDifference difference_between(const Collection<v1::Rule>& before, const Collection<v1::Rule>& after) {
  RuleDifference difference;
  int old_at = before.shared_beginning(after);
  int new_at = old_at;
  while (old_at < before.size() || new_at < after.size()) {
    const v1::Rule* old_rule = old_at < before.size() ? &before[old_at] : nullptr;
    const v1::Rule* new_rule = new_at < after.size() ? &after[new_at] : nullptr;
    if (old_rule == new_rule) {
      ++old_at;
      ++new_at;
    } else if (new_rule == nullptr || (old_rule != nullptr && !comes_before(new_rule->number(), old_rule->number()))) {
      difference.gone.push_back(old_rule);
      ++old_at;
    } else {
      difference.come.push_back(new_rule);
      ++new_at;
    }
  }
  return difference;
}

bool holds(const std::vector<const v1::Rule*>& list, const v1::Rule* rule) {
  const auto found =
      std::lower_bound(list.begin(), list.end(), rule->number(),
                       [](const v1::Rule* one, std::uint32_t number) { return comes_before(one->number(), number); });
  return found != list.end() && *found == rule;
}

}  // namespace nomic::replay
