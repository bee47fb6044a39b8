// Proposals by look-up.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/replay/game_index.h"
#include "nomic/replay/rule_history.h"

namespace nomic::replay {

// Every proposal that bore the number, in the order in which they were made. Cost: the records about them.
Result<std::vector<ProposalHistory>> proposal_histories(const Game& game, GameIndex& index, std::uint32_t number);

}  // namespace nomic::replay
