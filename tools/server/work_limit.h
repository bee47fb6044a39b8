// How long a server works for one request.
#pragma once

#include <chrono>

#include "nomic/ledger/result.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

// From the beginning of the object on, the game may be read for so long: what reads it later fails with IN_USE
// (Game::read_while). After the object there is no limit. The game outlives it.
class WorkLimit {
 public:
  WorkLimit(replay::Game& game, std::chrono::steady_clock::duration time) : game_(game) {
    const auto until = std::chrono::steady_clock::now() + time;
    game_.read_while([until]() -> ledger::Status {
      if (std::chrono::steady_clock::now() < until) return ledger::Done{};
      return ledger::Error{ledger::ErrorCode::IN_USE,
                           "the game takes more work for this than a server does for one request: it was given up",
                           "take the records of the game into a ledger of your own (nomic import), and ask there",
                           {}};
    });
  }
  ~WorkLimit() { game_.read_while({}); }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  replay::Game& game_;
};

}  // namespace nomic::tools
