// What this user has seen of each game: its greatest size, with the head and root it had then.
//
// A hash chain cannot see that its tail is missing, and a mark inside the folder is restored together with it. So the
// memory lies elsewhere, under the user's own state: a game that is shorter than it, or that differs below it, was
// rolled back or replaced. One small text file a game, replaced whole; not synced, since an older memory is only a
// weaker one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

struct SeenGame {
  std::uint64_t size = 0;
  Hash head_hash;
  Hash root;
};

class SeenGames {
 public:
  // Empty: nothing is remembered. `on_unkept` is told why something could not be.
  explicit SeenGames(std::string folder, std::function<void(const Error&)> on_unkept = {})
      : folder_(std::move(folder)), on_unkept_(std::move(on_unkept)) {}

  // What was seen of the game; nothing if it is new. DAMAGED if the file says nothing readable.
  [[nodiscard]] Result<std::optional<SeenGame>> recall(const GameId& game) const;

  // Remembers, unless more is remembered already. A folder that cannot be written is no reason to refuse a move that is
  // recorded already: then nothing is remembered, and `on_unkept` is told.
  void remember(const GameId& game, const SeenGame& seen) const;

  [[nodiscard]] bool kept() const { return !folder_.empty(); }
  [[nodiscard]] std::string file(const GameId& game) const { return folder_ + "/" + game.hash.hex(); }

 private:
  [[nodiscard]] Status keep(const GameId& game, const SeenGame& seen) const;

  std::string folder_;
  std::function<void(const Error&)> on_unkept_;
};

}  // namespace nomic::ledger
