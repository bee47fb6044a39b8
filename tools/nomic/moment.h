// Moment: the game as it was at a point, for the commands that look.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "nomic/command.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/point.h"

namespace nomic::tools {

// --at POINT, read when the arguments are.
void declare_at(Arguments& arguments, std::optional<replay::Point>& at);
// --revised, beside it.
void declare_revised(Arguments& arguments, bool& revised);
// The same as --at under another name.
void declare_point(Arguments& arguments, std::string name, std::string help, std::optional<replay::Point>& point);

// The engine at a point: the game's own at its head, or one derived for the purpose.
class Moment {
 public:
  // The game outlives the moment. No point: the head. `revised`: as rule-changes that act on the past have it by now.
  static Result<Moment> of(replay::Game& game, const std::optional<replay::Point>& at, bool revised = false);

  [[nodiscard]] const replay::Engine& engine() const { return own_ ? *own_ : *game_; }

 private:
  explicit Moment(const replay::Engine* game) : game_(game) {}
  explicit Moment(replay::Engine own) : own_(std::move(own)) {}

  const replay::Engine* game_ = nullptr;
  std::optional<replay::Engine> own_;
};

// The size of the game just after a point; without one, its size.
Result<std::uint64_t> size_at(replay::Game& game, const std::optional<replay::Point>& at);

// The leaf hash of the last of `size` records.
Result<ledger::Hash> hash_at(Call& call, const replay::Game& game, std::uint64_t size);

}  // namespace nomic::tools
