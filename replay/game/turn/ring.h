// The ring: players in playing order, round and round (201).
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/law.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// Everyone who ever played, in playing order: those who left keep their place, since the turn may stand there. Where no
// rule orders the turns it is the seating.
std::vector<const v1::Player*> ring_of(const State& state, const Law& law);
// The same, by their places in State.players.
std::vector<int> places_in_ring(const State& state, const Law& law);

// The player whose place comes after `name`'s, who is in the game and whose turns are not suspended; themselves if
// alone; null if there is none.
const v1::Player* successor(const State& state, const Law& law, const std::string& name);

// Whether a rule says who begins the next turn.
bool order_is_regulated(const Law& law);

}  // namespace nomic::replay
