#include "ledger_history.h"

#include <optional>

#include "decode.h"
#include "nomic/replay/work.h"

namespace nomic::replay {

Result<Move> LedgerHistory::at(std::uint64_t index) const {
  spend_work(WorkStep::LARGE);
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

Status LedgerHistory::read(std::uint64_t from, std::uint64_t to, const std::function<bool(const Move&)>& each) const {
  return read_records(from, to, [&](const ledger::StoredRecord&, const Move& move) { return each(move); });
}

Status LedgerHistory::read_records(std::uint64_t from, std::uint64_t to,
                                   const std::function<bool(const ledger::StoredRecord&, const Move&)>& each) const {
  if (from >= to) return ledger::Done{};
  std::optional<Error> error;
  ledger::Status done = ledger_.read(game_, ledger::RecordIndex{from}, to, [&](const ledger::StoredRecord& record) {
    spend_work(WorkStep::LARGE);
    Result<Move> move = decode_move(record);
    if (!move) error = move.error();
    return !error && each(record, *move);
  });
  if (error) return *error;
  if (!done) return from_ledger(done.error());
  return ledger::Done{};
}

}  // namespace nomic::replay
