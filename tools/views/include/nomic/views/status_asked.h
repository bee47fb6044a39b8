// How a game stands: for everybody, or for one player.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/viewpoint.h"

namespace nomic::tools {

struct StatusAsked {
  Viewpoint when = {};
  // Of what must or may be done, only what this player must or may do.
  std::optional<std::string> player = {};
};

// Of the game as it stands, what falls due by `now` has happened before the next move. The game is of that ledger.
Result<v1::StatusView> status_asked(ledger::Ledger& ledger, replay::Game& game, const StatusAsked& asked,
                                    std::int64_t now);

}  // namespace nomic::tools
