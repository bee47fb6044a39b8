// Contested moves: how one is made when it is upheld.
#pragma once

#include <string>

#include "game/play.h"

namespace nomic::replay {

// Makes another move within this record: what it brings about is told with this one's. The state is as after a refusal
// half way if it fails: to be thrown away.
Status make_within(Play& play, const Move& inner, bool waives);

}  // namespace nomic::replay
