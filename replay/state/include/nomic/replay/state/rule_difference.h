// Which rules differ between two states, told by what the states share: a rule that is one message in memory in both
// has not changed. One that was edited, and then says the same as before, differs all the same.
//
//     const RuleDifference difference = difference_between(before.rules(), after.rules());
//
// The pointers are valid while the two collections are.
#pragma once

#include <vector>

#include "nomic/replay/state/collection.h"
#include "nomic/v1/state.pb.h"

namespace nomic::replay {

// Both lists are in the order of the rules' numbers. A rule that was changed is in both: as it was, and as it is.
struct RuleDifference {
  std::vector<const v1::Rule*> gone;
  std::vector<const v1::Rule*> come;
};

// Both collections are in the order of their rules' numbers. O(rules), less those in the buckets that both begin with.
RuleDifference difference_between(const Collection<v1::Rule>& before, const Collection<v1::Rule>& after);

// Whether a list of a RuleDifference holds this very rule. O(log rules).
bool holds(const std::vector<const v1::Rule*>& list, const v1::Rule* rule);

}  // namespace nomic::replay
