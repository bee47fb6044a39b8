#include "nomic/replay/verification.h"

#include <string>
#include <utility>

#include "decode.h"
#include "index_check.h"
#include "kept_check.h"
#include "ledger_history.h"
#include "nomic/replay/fold.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// The records that the ledger has verified, as a fold reads them.
RecordSource source_of(const ledger::RecordFeed& records) {
  return [&records](std::uint64_t /*from*/, const std::function<bool(const Move&)>& each) -> Status {
    std::optional<Error> undecodable;
    records([&](const ledger::StoredRecord& record) {
      Result<Move> move = decode_move(record);
      if (!move) undecodable = move.error();
      return move && each(*move);
    });
    if (undecodable) return *undecodable;
    return ledger::Done{};
  };
}

}  // namespace

Result<Verification> verify_game(ledger::Ledger& ledger, const ledger::GameId& game,
                                 const std::function<void(std::uint64_t done)>& progress, ledger::VerifyScope scope) {
  const std::string ours = maker();
  NOMIC_ASSIGN(auto reach, ledger.index_reach(game, ours));
  NOMIC_ASSIGN(auto head, ledger.head(game));
  Result<KeptCheck> kept = KeptCheck::begin(ledger, game, head.size, KeptCheck::Digests::WITH_SNAPSHOTS);
  if (!kept) return kept.error();
  const LedgerHistory history(ledger, game);
  IndexCheck index(reach);
  Verification verified;
  std::uint64_t reached = 0;
  std::optional<Error> unreadable;
  ledger::BesideVerifying beside;
  beside.scope = scope;
  beside.index_row = [&](const ledger::IndexRowView& row) {
    if (row.maker == ours) index.kept(row);
  };
  beside.derive = [&](const ledger::RecordFeed& records) {
    auto derived = fold(Engine(), source_of(records), history, [&](const Derived& each) -> Result<bool> {
      reached = each.move.index;
      // Not what the records say: a part of what is kept that cannot be read.
      if (Status compared = kept->at(each.after.state()); !compared) unreadable = compared.error();
      if (progress) progress(reached);
      index.given(each.move, each.consequences, each.after.state());
      for (const v1::Consequence& consequence : each.consequences) {
        if (consequence.has_not_lawful()) verified.not_lawful.push_back(consequence);
      }
      return !unreadable;
    });
    if (!derived) verified.underivable = {reached, derived.error()};
  };
  NOMIC_ASSIGN(auto report, ledger.verify_beside(game, beside));
  verified.ledger = std::move(report);
  if (!verified.ledger.faults.empty()) {
    verified.not_lawful.clear();
    verified.underivable.reset();
    return verified;
  }
  if (unreadable) return *unreadable;
  verified.kept = std::move(kept->differences);
  if (verified.underivable) return verified;
  NOMIC_ASSIGN(auto rows, index.finish(ledger, game));
  for (KeptFault& fault : rows) verified.kept.push_back(std::move(fault));
  return verified;
}

}  // namespace nomic::replay
