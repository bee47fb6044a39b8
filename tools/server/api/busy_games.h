// BusyGames: for which games a lane's threads answer now, so that a game whose answers take long does not have them
// all. Reading the game first is a part of an answer.
//
//     const BusyGames::Busy answers(games, id);  // until it goes
//     if (!answers.may_go_on()) ...              // the game is slow, and another thread answers for it
//
// A game is slow until an answer took less than SLOW, and after each that took longer. Where every game counts as slow,
// one thread at a time answers for each. By identity: a game can be asked for by several names. Any thread.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <set>

#include "nomic/ledger/ledger.h"

namespace nomic::tools {

class BusyGames {
 public:
  static constexpr std::chrono::milliseconds SLOW{100};

  enum class Slow { WHICH_TOOK_LONG, ALL };
  explicit BusyGames(Slow slow) : all_are_slow_(slow == Slow::ALL) {}

  // Whether nobody is at the game.
  [[nodiscard]] bool is_idle(const ledger::GameId& game) {
    const std::lock_guard lock(mutex_);
    return !threads_.contains(game);
  }

  class Busy {
   public:
    Busy(BusyGames& games, const ledger::GameId& game) : games_(games), game_(game) {
      const std::lock_guard lock(games_.mutex_);
      may_go_on_ = ++games_.threads_[game_] == 1 || (!games_.all_are_slow_ && games_.quick_.contains(game_));
    }
    ~Busy() {
      const bool was_slow = Clock::now() - begun_ >= SLOW;
      const std::lock_guard lock(games_.mutex_);
      const auto found = games_.threads_.find(game_);
      if (--found->second == 0) games_.threads_.erase(found);
      if (!may_go_on_) return;
      if (games_.quick_.size() >= MOST) games_.quick_.clear();
      if (was_slow) {
        games_.quick_.erase(game_);
      } else {
        games_.quick_.insert(game_);
      }
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

    [[nodiscard]] bool may_go_on() const { return may_go_on_; }

   private:
    using Clock = std::chrono::steady_clock;

    BusyGames& games_;
    const ledger::GameId game_;
    const Clock::time_point begun_ = Clock::now();
    bool may_go_on_ = false;
  };

 private:
  static constexpr std::size_t MOST = 4096;

  const bool all_are_slow_;
  std::mutex mutex_;
  std::map<ledger::GameId, unsigned> threads_;  // under mutex_
  std::set<ledger::GameId> quick_;              // under mutex_
};

}  // namespace nomic::tools
