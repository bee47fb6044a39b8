// Settle: everything after a move itself, in its order.
#pragma once

#include "play.h"

namespace nomic::replay {

// What changed rules do to turns and votes that wait, what prevails from the next record on, and victory. Fails only as
// the history fails.
Status settle(Play& play);

}  // namespace nomic::replay
