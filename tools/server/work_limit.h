// How long a server works for one request.
#pragma once

#include <chrono>
#include <ctime>

#include "nomic/ledger/result.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

// The processor time of the calling thread.
inline std::chrono::nanoseconds processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// From the beginning of the object on, its thread may use so much processor time for the game: what reads the game
// later fails with IN_USE (Game::read_while). A busy machine refuses nothing by that. After the object there is no
// limit. The game outlives it.
class WorkLimit {
 public:
  WorkLimit(replay::Game& game, std::chrono::nanoseconds time) : game_(game) {
    const auto until = processor_time() + time;
    game_.read_while([this, until]() -> ledger::Status {
      if (processor_time() < until) return ledger::Done{};
      is_reached_ = true;
      return ledger::Error{ledger::ErrorCode::IN_USE,
                           "the game takes more work for this than a server does for one request: it was given up",
                           "take the records of the game into a ledger of your own (nomic import), and ask there",
                           {}};
    });
  }
  ~WorkLimit() { game_.read_while({}); }
  // Whether something was given up.
  [[nodiscard]] bool is_reached() const { return is_reached_; }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  replay::Game& game_;
  bool is_reached_ = false;
};

}  // namespace nomic::tools
