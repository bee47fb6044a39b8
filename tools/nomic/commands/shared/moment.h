// Moment: the game as it was at a point, for the commands that look.
//
// Two times stand beside each other: when a record was made, and when it is said to have happened. --at names a moment
// by the first, or with --by occurred, and in a game that was recorded afterwards, by the second. --known says what was
// known: later records, corrections among them, do not count.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "cli/command.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/point.h"
#include "nomic/service/zone.h"

namespace nomic::tools {

// An option that names a point.
void declare_point(Arguments& arguments, std::string name, std::string help, std::optional<replay::Point>& point);

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

// Which moment is asked for.
class MomentOptions {
 public:
  // --at, --by and --known, read when the arguments are.
  void declare(Arguments& arguments);
  // --revised, beside them.
  void declare_revised(Arguments& arguments);
  // --by and --known alone, where points have other names.
  void declare_reading(Arguments& arguments);

  [[nodiscard]] bool by_occurred() const { return by_occurred_; }
  // Whether --at names a point.
  [[nodiscard]] bool has_point() const { return at_.has_value(); }

  // Whether --known names one.
  [[nodiscard]] bool has_known() const { return known_.has_value(); }

  // Records that are known.
  Result<std::uint64_t> known(replay::Game& game) const;
  // The span of the day that it names, in a game that was recorded afterwards: in the zone of its days.
  Result<std::optional<DaySpan>> day_of(const replay::Game& game, const replay::Point& point);

  // The size of the game just after a point; without one, as far as it is known.
  Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> point) const;
  // The size of the game just after the point that --at names.
  Result<std::uint64_t> size(replay::Game& game) const { return size_at(game, at_); }
  // The moment that --at names.
  Result<Moment> moment(replay::Game& game) const { return moment_at(game, at_); }
  Result<Moment> moment_at(replay::Game& game, const std::optional<replay::Point>& point) const;

 private:
  std::optional<replay::Point> at_;
  std::optional<replay::Point> known_;
  bool by_occurred_ = false;
  bool by_is_said_ = false;  // which time a point names
  bool revised_ = false;
};

// Of a game that was recorded afterwards, a time names what had happened by then, and a day ends as it does in its
// zone.
Status take_games_clock(const replay::Game& game, replay::Point& point);

// The span of the day that it names, in a game that was recorded afterwards: in the zone of its days.
Result<std::optional<DaySpan>> day_of(const replay::Game& game, const replay::Point& point);

// The size of the game just after a point; without one, its size.
Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> at);

// The leaf hash of the last of `size` records.
Result<ledger::Hash> hash_at(Call& call, const replay::Game& game, std::uint64_t size);

}  // namespace nomic::tools
