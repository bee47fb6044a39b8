// RestingGames: games for which something was given up as too much work (work_limit.h). They rest for a while.
// Otherwise one client that asks again and again keeps the server from the others. Any thread.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/error.h"

namespace nomic::tools {

class RestingGames {
 public:
  // A game rests for so many times as long as was worked for it.
  static constexpr int TIMES = 10;

  // `what`: what is not done; empty: anything.
  void rest(const ledger::GameId& game, const std::string& what, std::chrono::milliseconds time) {
    const std::lock_guard lock(mutex_);
    until_[{game, what}] = Clock::now() + time;
  }

  // Why nothing is done for the game now; nothing: it does not rest.
  std::optional<replay::Error> refusal(const ledger::GameId& game, const std::string& what) {
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    std::erase_if(until_, [&](const auto& each) { return each.second <= now; });
    const auto rests = until_.find({game, what});
    if (rests == until_.end()) return std::nullopt;
    const auto left = std::chrono::ceil<std::chrono::seconds>(rests->second - now);
    return replay::from_ledger({ledger::ErrorCode::IN_USE,
                                fmt::format("the game took more work than a server does for one request: it rests for "
                                            "{} seconds",
                                            left.count()),
                                "ask again then; the host can let pass what is due without a server: nomic tick",
                                {}});
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex mutex_;
  std::map<std::pair<ledger::GameId, std::string>, Clock::time_point> until_;  // under mutex_
};

}  // namespace nomic::tools
