// BusyGames: for which games a lane's threads answer now, so that no game has them all.
//
//     const BusyGames::Busy busy(games, id);  // until it goes
//     if (!busy.is_alone()) ...               // another thread answers for the game
//
// By identity: a game can be asked for by several names. Any thread.
#pragma once

#include <map>
#include <mutex>

#include "nomic/ledger/ledger.h"

namespace nomic::tools {

class BusyGames {
 public:
  class Busy {
   public:
    Busy(BusyGames& games, const ledger::GameId& game) : games_(games), game_(game) {
      const std::lock_guard lock(games_.mutex_);
      is_alone_ = ++games_.threads_[game_] == 1;
    }
    ~Busy() {
      const std::lock_guard lock(games_.mutex_);
      const auto found = games_.threads_.find(game_);
      if (--found->second == 0) games_.threads_.erase(found);
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

    [[nodiscard]] bool is_alone() const { return is_alone_; }

   private:
    BusyGames& games_;
    const ledger::GameId game_;
    bool is_alone_ = false;
  };

 private:
  std::mutex mutex_;
  std::map<ledger::GameId, unsigned> threads_;  // under mutex_
};

}  // namespace nomic::tools
