#include "nomic/replay/history.h"

#include <algorithm>

#include "nomic/replay/engine.h"

namespace nomic::replay {

Status History::read(std::uint64_t from, std::uint64_t to, const std::function<bool(const Move&)>& each) const {
  for (auto index = from; index < to; ++index) {
    NOMIC_ASSIGN(auto move, at(index));
    if (!each(move)) break;
  }
  return ledger::Done{};
}

Result<Move> HistoryWith::at(std::uint64_t index) const {
  return index == move_.index ? Result<Move>(move_) : history_.at(index);
}

Status HistoryWith::read(std::uint64_t from, std::uint64_t to, const std::function<bool(const Move&)>& each) const {
  if (to <= move_.index) return history_.read(from, to, each);
  bool more = true;
  const auto on_record = [&](const Move& move) { return more = each(move); };
  if (from < move_.index) {
    NOMIC_TRY(history_.read(from, move_.index, on_record));
  }
  if (more) each(move_);
  return ledger::Done{};
}

}  // namespace nomic::replay
