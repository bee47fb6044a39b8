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

// Joins moves of one version into one proposal, where what they change can be changed at once: all of them, if the
// version came `as_one` and at most one number shows; and in any case those that show a number and the same with letters,
// 301, 301a and 301b, which are what one proposal gives the rules that it changes. `groups` counts the proposals that
// were joined so far.
void join(const std::vector<Held>& held, std::vector<PastMove>& moves, bool as_one, std::size_t& groups);

}  // namespace nomic::replay::past
