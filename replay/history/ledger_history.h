// A History that reads the ledger.
#pragma once

#include <cstdint>
#include <deque>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"

namespace nomic::replay {

// Reads records as they are asked for and keeps the last few: one restored rule is looked at several times. The ledger
// outlives it.
class LedgerHistory : public History {
 public:
  LedgerHistory(ledger::Ledger& ledger, const ledger::GameId& game) : ledger_(ledger), game_(game) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override;

 private:
  static constexpr std::size_t KEPT = 8;

  ledger::Ledger& ledger_;
  ledger::GameId game_;
  mutable std::deque<Move> kept_;  // the latest at the back; records never change, so nothing here goes stale
};

}  // namespace nomic::replay
