// History: the earlier records of a game, for what is closed and found by its index.
//
// The state holds what is live; the text of a version that `restore` brings back stands in the record that made it. A
// History reads that record. It is as pure as the events.
#pragma once

#include <cstdint>
#include <functional>

#include "nomic/replay/error.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

struct Move;

class History {
 public:
  History() = default;
  virtual ~History() = default;
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // The move at `index`, which is below the size of the state being derived. Fails only as the ledger fails.
  [[nodiscard]] virtual Result<Move> at(std::uint64_t index) const = 0;

  // The moves from..to-1 in their order, until `each` returns false. Fails only as the ledger fails.
  virtual Status read(std::uint64_t from, std::uint64_t to, const std::function<bool(const Move&)>& each) const;
};

// The records of a game, and behind them a move that is being made or tried and is not on record yet. Both outlive it.
class HistoryWith : public History {
 public:
  HistoryWith(const History& history, const Move& move) : history_(history), move_(move) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override;
  Status read(std::uint64_t from, std::uint64_t to, const std::function<bool(const Move&)>& each) const override;

 private:
  const History& history_;
  const Move& move_;
};

}  // namespace nomic::replay
