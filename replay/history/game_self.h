// What a Game holds.
#pragma once

#include <cstdint>
#include <utility>

#include "ledger_history.h"
#include "nomic/replay/game.h"

namespace nomic::replay {

struct Game::Self {
  Self(ledger::Ledger& ledger_, ledger::Head head_)
      : ledger(ledger_), head(std::move(head_)), history(ledger, head.game) {}

  ledger::Ledger& ledger;
  ledger::Head head;
  Engine engine;  // after head.size records
  // Before the game was last caught up with: whoever follows it asks for what came since. Of size 0 until then.
  Engine earlier;
  LedgerHistory history;
  std::uint64_t snapshot_size = 0;   // of the newest snapshot that could be used; 0: none
  std::uint64_t snapshot_bytes = 0;  // of the last one kept here, without its chunks; 0: none
  std::int64_t derived_for = 0;      // microseconds that the moves made here since then took, as far as measured

  // Replays the records from the engine's size up to `size`, calling `each` (if given) after every one until it returns
  // false. Its error is the result's.
  Result<Engine> replay(Engine from, std::uint64_t size, const std::function<Result<bool>(const Played&)>& each) const;
  // The engine after `size` records, by the nearest snapshot; its size comes back in `snapshot` (0: none).
  Result<Engine> derive(std::uint64_t size, std::uint64_t& snapshot);

  // The record of the first consequence that a point names, as far as the index reaches; then by deriving the rest.
  Result<std::optional<std::uint64_t>> record_of(const Point& point);
  // How far the derived index reaches.
  Result<std::uint64_t> index_reach();

  // The size just after the moment that a point names, whatever ^ stand before it, as known after so many records.
  Result<std::uint64_t> when(const Point& point, std::uint64_t known);

  // What a known request recorded.
  Result<Receipt> answer_again(const ledger::Request& request, const ledger::RequestFound& found);
  // As Game::submit, of what is said by whom.
  Result<Receipt> submit(const Game& game, const Submission& submission);
  // Appends the move that `after` has just made, and completes its receipt. In a dry run it only asks whether the
  // ledger would take it.
  Result<Receipt> record(const Engine& after, const Move& move, const Submission& submission, Receipt receipt);
};

// "the last record is #41"

Error no_such_point(std::string_view variant, std::vector<Parameter> parameters);

}  // namespace nomic::replay
