// OpenedGames: the games of an open ledger that were asked for, each opened once, however it is called.
#pragma once

#include <cstddef>
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
  replay::Game& at(const ledger::GameId& game) { return games_.at(game); }
  [[nodiscard]] std::size_t count() const { return games_.size(); }
  // Before the ledger goes.
  void clear();

 private:
  std::map<ledger::GameId, replay::Game> games_;
  std::map<std::string, ledger::GameId> names_;  // as asked
};

}  // namespace nomic::tools
