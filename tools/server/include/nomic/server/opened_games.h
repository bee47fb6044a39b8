// OpenedGames: the games of an open ledger that were asked for, each opened once, however it is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

class OpenedGames {
 public:
  // By name or identity; empty: the only one. Opened from the ledger at the first time. Valid until clear().
  replay::Result<replay::Game*> get(ledger::Ledger& ledger, const std::string& name);
  // One that get() has given.
  replay::Game& at(const ledger::GameId& game) { return games_.at(game).game; }
  [[nodiscard]] std::size_t count() const { return games_.size(); }
  // It is opened anew when it is asked for next.
  void forget(const ledger::GameId& game);
  // Of more than `most` those are forgotten that were not asked for for the longest time.
  void put_away(std::size_t most);
  // Before the ledger goes.
  void clear();

 private:
  struct Held {
    replay::Game game;
    std::uint64_t asked = 0;  // when, in questions
  };
  std::map<ledger::GameId, Held> games_;
  std::map<std::string, ledger::GameId> names_;  // as asked
  std::uint64_t asked_ = 0;
};

}  // namespace nomic::tools
