// Following: what others record in a game, shown as it comes.
//
// The ledger is not locked meanwhile, and nothing is derived before something was recorded. A server that keeps it says
// when there is more; without one a small file is looked at, a few times a second. What is shown is read from the
// ledger, or from the copy of it, and from nothing else.
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
// Games of the session that were opened before are gone. A game that became shorter is DAMAGED. A server elsewhere that
// is gone for a minute ends it: UNREACHABLE.
Status follow_game(Call& call, ledger::Head seen, const ShowRecordsFrom& show);

}  // namespace nomic::tools
