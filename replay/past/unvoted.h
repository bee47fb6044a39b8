// Moves of rules that came without a vote are no proposals once such rules have gone without one.
#pragma once

#include <cstddef>
#include <vector>

#include "held.h"
#include "numbers.h"

namespace nomic::replay::past {

class Unvoted {
 public:
  Unvoted(Past& past, Numbers& numbers) : past_(past), numbers_(numbers) {}

  // Before the moves of a version are added.
  void gone(const std::vector<PastMove>& moves, const std::vector<Held>& held);

  // Once its moves from `first` on are added, and its slips from `slips` on: marks the rules in `held`, as after it.
  void come(std::size_t first, std::size_t slips, std::vector<Held>& held) const;

 private:
  void leave_unproposed(PastMove& enacts);

  Past& past_;
  Numbers& numbers_;
};

}  // namespace nomic::replay::past
