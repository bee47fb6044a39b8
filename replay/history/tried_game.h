// A game tried further: moves made one upon the other on a copy of it, and recorded nowhere.
//
//     TriedGame tried(game, now);
//     auto made = tried.make("Ann", vote);         // as if Ann had just recorded it
//     auto then = tried.make("Bob", another);      // upon that
//
// Each move passes the checks of a record and then the rules, as it would if it came in by the door; and it counts as
// signed by its author, whose key is not at hand. A move that is refused changes nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "nomic/replay/game.h"

namespace nomic::replay {

class TriedGame {
 public:
  // `now`: the clock, as in Submission. The game outlives it, and is not touched.
  TriedGame(const Game& game, std::int64_t now);
  ~TriedGame();
  TriedGame(const TriedGame&) = delete;
  TriedGame& operator=(const TriedGame&) = delete;

  Result<Consequences> make(const std::string& author, v1::Event event);

  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] const State& state() const { return engine_.state(); }
  [[nodiscard]] const History& history() const;

 private:
  class Further;
  std::int64_t now_;
  Engine engine_;
  std::unique_ptr<Further> further_;
};

}  // namespace nomic::replay
