// The blanks that every move has beside its own.
#pragma once

#include "nomic/replay/offers.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// Adds the time, in a game that is recorded afterwards, and the key of a player who has had one.
void add_common_blanks(const State& state, Offer& offer);

}  // namespace nomic::replay
