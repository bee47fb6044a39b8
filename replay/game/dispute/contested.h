// Contested moves: how one is made when it is upheld.
#pragma once

#include <string>

#include "play.h"

namespace nomic::replay {

// Makes another move within this record: what it brings about is told with this one's. The state is as after a refusal
// half way if it fails: to be thrown away.
Status make_within(Play& play, const Move& inner, bool waives);

// What the inner play brought about is told with the outer's, in order.
void add_told(Play& play, const Play& inner);

}  // namespace nomic::replay
