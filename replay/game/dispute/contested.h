// Contested moves: how one is made when it is upheld.
#pragma once

#include <cstdint>

#include "play.h"

namespace nomic::replay {

// Makes the contested move of record `contested` within this one, since a Judgment upholds it and waives these
// prohibitions: what it brings about is emitted with this one's. Of an earlier record, with everything that follows
// from it, as at a record of its own. If it is refused, or the history fails, nothing changes.
Status make_upheld(Play& play, const Move& inner, std::uint64_t contested, const Prohibitions& waivers);

}  // namespace nomic::replay
