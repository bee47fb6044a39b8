#include "nomic/replay/player_keys.h"

#include <algorithm>

namespace nomic::replay {

bool has_had_key(const v1::Player& player) {
  return std::any_of(player.keys().begin(), player.keys().end(), [&](const v1::PlayerKey& key) {
    return player.restored_at() == 0 || key.since() > player.restored_at();
  });
}

}  // namespace nomic::replay
