#include "ways_tried.h"

#include <algorithm>
#include <deque>

#include "admission.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/game.h"

namespace nomic::replay {

// The records of the game, and behind them the moves that were tried.
class TriedGame::Further : public History {
 public:
  Further(const History& game, std::uint64_t size) : game_(game), size_(size) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    return index < size_ ? game_.at(index) : Result<Move>(moves_[index - size_]);
  }
  void add(Move move) { moves_.push_back(std::move(move)); }

 private:
  const History& game_;
  std::uint64_t size_;
  std::deque<Move> moves_;
};

TriedGame::TriedGame(const Game& game, std::int64_t now)
    : now_(now),
      engine_(game.engine().fork()),
      further_(std::make_unique<Further>(game.history(), game.engine().state().size())) {}

TriedGame::~TriedGame() = default;

const History& TriedGame::history() const {
  return *further_;
}

Result<Consequences> TriedGame::make(const std::string& author, v1::Event event) {
  const State& before = engine_.state();
  std::int64_t at = std::max(now_, before.recorded_at());
  if (is_recorded_afterwards(before)) {
    // No earlier than the last move, whose time is the game's.
    at = before.recorded_at();
    event.set_afterwards(true);
    event.set_occurred_at(at);
  }
  Result<Move> move = as_recorded(before.size(), author, at, event);
  if (!move) return move.error();
  for (const v1::Player& player : before.players()) {
    if (player.names().name() != author) continue;
    for (const v1::PlayerKey& key : player.keys()) {
      if (key.until() == 0) move->signers.push_back(key.public_key());
    }
  }
  Result<Consequences> made = engine_.move(*move, *further_);
  if (made) further_->add(*std::move(move));
  return made;
}

}  // namespace nomic::replay
