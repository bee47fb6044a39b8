// Following: what others record in a game, shown as it comes.
//
// The ledger is not locked meanwhile, and nothing is derived before something was recorded: a few times a second a
// small file is looked at, and when it changed the game is opened anew.
#pragma once

#include <cstdint>
#include <functional>

#include "cli/command.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

// Shows the records of the game from an index on.
using ShowRecordsFrom = std::function<Status(replay::Game& game, std::uint64_t from)>;

// Calls `show` whenever the game has more records than it had at `seen`, until it is interrupted or the reader leaves.
// Games of the session that were opened before are gone. A game that became shorter is DAMAGED.
Status follow_game(Call& call, ledger::Head seen, const ShowRecordsFrom& show);

}  // namespace nomic::tools
