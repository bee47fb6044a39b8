// Viewpoint: which moment of a game a question is about, and the game as it was then.
//
//     Viewpoint viewpoint;
//     NOMIC_TRY(read_point("turn:12", viewpoint.at));
//     auto moment = viewpoint.moment(game);              // moment->engine() is the state
//
// Two times stand beside each other: when a record was made, and when it is said to have happened. A point names a
// moment by the first, or, where that is asked for and in a game that was recorded afterwards, by the second. What was
// not known is left out: later records, corrections among them, do not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "nomic/replay/engine.h"
#include "nomic/replay/game.h"
#include "nomic/replay/point.h"
#include "nomic/service/zone.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// The engine at a point: the game's own at its head, or one derived for the purpose. The game outlives it.
class Moment {
 public:
  // After `size` records.
  static Result<Moment> of(replay::Game& game, std::uint64_t size);
  // The same as rule-changes that act on the past have it, as known after `known` records.
  static Result<Moment> revised(replay::Game& game, std::uint64_t size, std::uint64_t known);

  [[nodiscard]] const replay::Engine& engine() const { return own_ ? *own_ : *game_; }

 private:
  explicit Moment(const replay::Engine* game) : game_(game) {}
  explicit Moment(replay::Engine own) : own_(std::move(own)) {}

  const replay::Engine* game_ = nullptr;
  std::optional<replay::Engine> own_;
};

struct Viewpoint {
  std::optional<replay::Point> at;     // none: as far as it is known
  std::optional<replay::Point> known;  // what was recorded later does not count
  // Which time a point names, if it is said: when it is said to have happened, not when it was recorded.
  std::optional<bool> by_occurred;
  // As rule-changes that act on the past have it by now, not as it was at the time.
  bool revised = false;

  // Records that are known.
  Result<std::uint64_t> known_size(replay::Game& game) const;
  // The size of the game just after a point; without one, as far as it is known.
  Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> point) const;
  Result<Moment> moment_at(replay::Game& game, const std::optional<replay::Point>& point) const;
  // The same of `at`.
  Result<std::uint64_t> size(replay::Game& game) const { return size_at(game, at); }
  Result<Moment> moment(replay::Game& game) const { return moment_at(game, at); }
};

// A point as it is written.
Status read_point(const std::string& typed, std::optional<replay::Point>& point);
// "recorded" or "occurred".
Status read_by(const std::string& typed, Viewpoint& viewpoint);

// Of a game that was recorded afterwards, a time names what had happened by then, and a day ends as it does in its
// zone.
Status take_games_clock(const replay::Game& game, replay::Point& point);

// The span of the day that it names, in a game that was recorded afterwards: in the zone of its days.
Result<std::optional<DaySpan>> day_of(const replay::Game& game, const replay::Point& point);

// The size of the game just after a point; without one, its size.
Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> at);

// The leaf hash of the last of `size` records.
Result<ledger::Hash> hash_at(ledger::Ledger& ledger, const replay::Game& game, std::uint64_t size);

}  // namespace nomic::tools
