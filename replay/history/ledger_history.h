// A History that reads the ledger.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"

namespace nomic::replay {

// Reads single records as they are asked for and keeps the last few of these: one restored rule is looked at several
// times. Ranges are read as the ledger reads them. The ledger outlives it.
class LedgerHistory : public History {
 public:
  LedgerHistory(ledger::Ledger& ledger, const ledger::GameId& game) : ledger_(ledger), game_(game) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override;
  Status read(std::uint64_t from, std::uint64_t to, const std::function<bool(const Move&)>& each) const override;

  // The same, each move with the record that holds it.
  Status read_records(std::uint64_t from, std::uint64_t to,
                      const std::function<bool(const ledger::StoredRecord&, const Move&)>& each) const;

 private:
  static constexpr std::size_t KEPT = 8;

  ledger::Ledger& ledger_;
  ledger::GameId game_;
  mutable std::deque<Move> kept_;  // the latest at the back; records never change, so nothing here goes stale
};

}  // namespace nomic::replay
