// Whether a player's moves must be signed (docs/design/keys.md).
#pragma once

#include "nomic/v1/state.pb.h"

namespace nomic::replay {

// Whether a key has spoken for the player since the host last restored their seat, in force or not: then none of their
// moves is unsigned, and none of their keys a first one.
[[nodiscard]] bool has_had_key(const v1::Player& player);

}  // namespace nomic::replay
