// The times of versions, where clocks stood wrong.
//
//     2020  2021  5138  2022  2023        as committed
//     2020  2021  2021  2022  2023        as told: the third cannot be right
#pragma once

#include <vector>

#include "nomic/replay/past.h"

namespace nomic::tools {

// Gives versions whose times cannot be right beside the others the time of the one before it, or, at the beginning, of
// the one after it, so that times never go back: as few as that takes. Nothing was written after it was posted. Returns
// CLOCK_WRONG for each. O(n log n).
std::vector<replay::PastSlip> put_in_order(std::vector<replay::PostedVersion>& versions);

}  // namespace nomic::tools
