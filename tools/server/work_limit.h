// How long a server works for one request.
#pragma once

#include <chrono>
#include <functional>

#include "nomic/ledger/result.h"

namespace nomic::tools {

// Fails with IN_USE after that time (Game::read_while).
inline std::function<ledger::Status()> work_for(std::chrono::steady_clock::duration time) {
  const auto until = std::chrono::steady_clock::now() + time;
  return [until]() -> ledger::Status {
    if (std::chrono::steady_clock::now() < until) return ledger::Done{};
    return ledger::Error{ledger::ErrorCode::IN_USE,
                         "the game takes more work for this than a server does for one request: it was given up",
                         "take the records of the game into a ledger of your own (nomic import), and ask there",
                         {}};
  };
}

}  // namespace nomic::tools
