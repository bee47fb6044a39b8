// OpenedGames: the games of an open ledger that were asked for, each opened once, however it is called. What a whole
// name or identity leads to is remembered; what the only game is, or the only one of which an identity begins so, may
// be another as soon as somebody founds one, and is looked up each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

// Whether that is its name, its identity, or the beginning of that as the ledger takes it.
[[nodiscard]] bool is_called(const ledger::Head& game, const std::string& typed);

class OpenedGames {
 public:
  // By name or identity; empty: the only one. Opened from the ledger at the first time. Valid until clear().
  replay::Result<replay::Game*> get(ledger::Ledger& ledger, const std::string& name);
  // Whether get() finds a game open that was asked for by this name.
  [[nodiscard]] bool holds(const std::string& name) const { return names_.contains(name); }
  // One that get() has given.
  replay::Game& at(const ledger::GameId& game) { return games_.at(game).game; }
  [[nodiscard]] std::size_t count() const { return games_.size(); }
  // The next question opens it again.
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
  std::map<std::string, ledger::GameId> names_;  // whole names and identities
  std::uint64_t asked_ = 0;
};

}  // namespace nomic::tools
