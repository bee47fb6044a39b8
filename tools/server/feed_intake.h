// What other threads tell the feed's: who comes, which games have grown, that it is to end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "followed.h"

namespace nomic::tools {

class FeedIntake {
 public:
  struct News {
    std::vector<std::pair<ledger::GameId, std::shared_ptr<Follower>>> arrived;
    std::map<ledger::GameId, std::uint64_t> grown;
    bool leaving = false;
  };

  explicit FeedIntake(std::size_t seats) : seats_(seats) {}

  // A place, given back when it goes; null: all are taken.
  std::shared_ptr<void> seat();

  void durable(const ledger::GameId& game, std::uint64_t size);
  // Somebody comes, and stays until what is returned goes. Who comes after the end is cut off at once.
  std::shared_ptr<void> arrive(std::shared_ptr<void> seat, const ledger::GameId& game,
                               const std::shared_ptr<Follower>& follower);
  // The same for a follower from another thread, who keeps the place.
  void hand_over(const ledger::GameId& game, const std::shared_ptr<Follower>& follower);
  void leave();

  // What there is since the last time, once there is something, or that time has come. `anybody`: whether somebody
  // follows already; where nobody does, it is waited for somebody.
  News take(FeedTime until, bool anybody);

 private:
  const std::size_t seats_;
  const std::shared_ptr<std::atomic<std::size_t>> taken_ = std::make_shared<std::atomic<std::size_t>>(0);

  std::mutex mutex_;
  std::condition_variable changed_;
  News news_;              // under mutex_
  bool is_heard_ = false;  // under mutex_: somebody follows a game
};

}  // namespace nomic::tools
