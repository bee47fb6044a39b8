// In which turn something came about: the earliest that had not ended before that record.
//
//     auto turns = turns_of(game, size, {52, 60, 61});      // 3, 4, 4
//
// Cost: by the derived index a few look-ups for each record, fewer where records lie close to each other; where it does
// not reach, one derivation.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

// The numbers of the turns, from 1, of records of the first `size`, ascending; 0: the record founds the game.
Result<std::vector<std::uint32_t>> turns_of(Game& game, std::uint64_t size, const std::vector<std::uint64_t>& records);

}  // namespace nomic::replay
