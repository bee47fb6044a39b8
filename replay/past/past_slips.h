// Slips: what a reader of the pages should look at, told version by version.
#pragma once

#include <vector>

#include "held.h"

namespace nomic::replay::past {

// What happened in a version, and what was held before it.
struct Happening {
  std::size_t at;
  const PostedVersion& version;
  const Posted& posted;
  const Naming& naming;
  const std::vector<PastMove>& moves;
};

// Adds the slips of a version, and says of those that it mends that it does. Marks in `held`, which is as before the
// version, what a later one may mend.
void note_slips(const Happening& happening, const PastOptions& options, std::vector<Held>& held,
                std::vector<PastSlip>& slips);

}  // namespace nomic::replay::past
