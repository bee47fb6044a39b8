#include "ledger_history.h"

#include "decode.h"

namespace nomic::replay {

Result<Move> LedgerHistory::at(std::uint64_t index) const {
  for (const Move& move : kept_) {
    if (move.index == index) return move;
  }
  ledger::Result<ledger::StoredRecord> record = ledger_.record(game_, ledger::RecordIndex{index});
  if (!record) return from_ledger(record.error());
  Result<Move> move = decode_move(*record);
  if (!move) return move;
  if (kept_.size() == KEPT) kept_.pop_front();
  kept_.push_back(*move);
  return move;
}

}  // namespace nomic::replay
