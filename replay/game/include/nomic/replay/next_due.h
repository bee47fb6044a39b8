// What time brings by itself, and when: for whoever keeps a game and is to record it then (a tick).
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/replay/engine.h"

namespace nomic::replay {

// When something next happens because its time has come, in microseconds since 1970-01-01T00:00:00Z: a tick that is
// made then, or later, is lawful. Not before the last record, so of what was due at it already, that time. Nothing: by
// time alone nothing will happen, the game is won, or it is recorded afterwards and has no clock. Cost: O(players +
// open proposals), and O(rules) where rules change by themselves.
std::optional<std::int64_t> next_due(const Engine& engine);

}  // namespace nomic::replay
