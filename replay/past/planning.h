// Planning: the moves that make one version of the one before it, in an order in which they can be made.
#pragma once

#include <cstddef>
#include <vector>

#include "held.h"
#include "numbers.h"

namespace nomic::replay::past {

// `held` as before the version. `numbers` grow by what the moves give.
std::vector<PastMove> moves_of(std::size_t at, const PostedVersion& version, const std::vector<Held>& held,
                               const std::vector<Change>& changes, const Naming& naming, Numbers& numbers);

// Joins the moves of a version that came as one into one proposal: what they change can be changed at once, and at most
// one of them shows a number. `groups` counts the proposals that were joined so far.
void join(const std::vector<Held>& held, std::vector<PastMove>& moves, std::size_t& groups);

}  // namespace nomic::replay::past
