// Planning: the moves that make one version of the one before it, in an order in which they can be made.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "held.h"

namespace nomic::replay::past {

// Numbers that rules or proposals have borne so far: what is borne once is given to no other.
using Borne = std::set<std::uint32_t>;

// `held` as before the version. `borne` grows by what the moves give.
std::vector<PastMove> moves_of(std::size_t at, const PostedVersion& version, const std::vector<Held>& held,
                               const std::vector<Change>& changes, const Naming& naming, Borne& borne);

}  // namespace nomic::replay::past
