#include "turn/ring.h"

#include <algorithm>
#include <numeric>

#include "play.h"
#include "voting/electorate.h"

namespace nomic::replay {

std::vector<int> places_in_ring(const State& state, const Law& law) {
  std::vector<int> ring(static_cast<std::size_t>(state.players_size()));
  std::iota(ring.begin(), ring.end(), 0);
  if (law.turn_order({}).value.order() == v1::TurnOrder::SURNAME) {
    // Folded names are distinct, so the key is total.
    std::sort(ring.begin(), ring.end(), [&](int a, int b) {
      const auto& one = state.players(a).names();
      const auto& other = state.players(b).names();
      return one.sort_key() != other.sort_key() ? one.sort_key() < other.sort_key() : one.folded() < other.folded();
    });
  }
  return ring;
}

std::vector<const v1::Player*> ring_of(const State& state, const Law& law) {
  std::vector<const v1::Player*> ring;
  ring.reserve(static_cast<std::size_t>(state.players_size()));
  for (const int place : places_in_ring(state, law)) ring.push_back(&state.players(place));
  return ring;
}

const v1::Player* successor(const State& state, const Law& law, const std::string& name) {
  const auto ring = ring_of(state, law);
  const auto at = std::find_if(ring.begin(), ring.end(), [&](const auto* p) { return p->names().name() == name; });
  const auto start = at == ring.end() ? 0 : static_cast<std::size_t>(at - ring.begin());
  for (std::size_t step = 1; step <= ring.size(); ++step) {
    const auto* player = ring[(start + step) % ring.size()];
    if (takes_turns(law, *player)) return player;
  }
  return nullptr;
}

bool order_is_regulated(const Law& law) {
  return law.turn_order({}).value.has_order();
}

}  // namespace nomic::replay
