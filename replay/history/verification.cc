#include "nomic/replay/verification.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decode.h"
#include "index_keys.h"
#include "index_rows.h"
#include "kept_check.h"
#include "ledger_history.h"
#include "nomic/ledger/row_sums.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/game.h"
#include "nomic/replay/game_index.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// Compares the derived index with the game: rows that are missing, differ, or should not be there.
//
//     IndexCheck check(reach);
//     check.kept(row);                                   // each row of ours that is kept, in any order
//     check.given(move, consequences, after);            // each record, in order
//     auto faults = check.finish(ledger, game);          // empty: the index says what the records give
//
// Rows are kept in the order of their keys and given in that of the records. So both sides are first summed up by
// blocks of 1,024 records, in memory that hardly grows with the game; only a block whose sums differ is compared row by
// row, once the game is derived again from its first record: the states that are kept are in doubt themselves. The two
// sides may be fed by two threads; what is given is summed up in a third, since who gives it derives the game as well
// and is the slowest.
//
// Cost: a hash a row on either side, and making the rows of every record. Memory: 64 bytes a block, and 4,096 rows.

class IndexCheck {
 public:
  // Of an index that reaches over so many records: rows of later ones count for nothing.
  explicit IndexCheck(std::uint64_t reach) : reach_(reach), kept_(reach), given_(reach) {}

  void kept(const ledger::IndexRowView& row) { kept_.add(row.key, row.record, row.value); }

  // The records in their order, from 0 on.
  void given(const Move& move, const Consequences& consequences, const State& after);

  // Once everything was seen. At most about 100 faults; their check is "index".
  Result<std::vector<KeptFault>> finish(ledger::Ledger& ledger, const ledger::GameId& game);

 private:
  std::uint64_t reach_;
  ledger::RowSums kept_;
  ledger::RowSums given_;
  IndexRows rows_;
};

constexpr std::uint64_t BLOCK = ledger::RowSums::BLOCK;
constexpr std::size_t MOST_FAULTS = 100;

using Place = std::pair<std::uint64_t, std::string>;  // record, key
using Rows = std::map<Place, std::string>;

void report(const Place& place, std::string_view what, std::vector<KeptFault>& faults) {
  if (faults.size() >= MOST_FAULTS) return;
  faults.push_back({"index", place.first,
                    error_of(ErrorCode::LEDGER, what, {{"record", place.first}}, about_index_key(place.second))});
}

void compare(const Rows& made, const Rows& kept, std::vector<KeptFault>& faults) {
  for (const auto& [place, value] : made) {
    const auto found = kept.find(place);
    if (found == kept.end()) {
      report(place, "row_missing", faults);
    } else if (found->second != value) {
      report(place, "row_differs", faults);
    }
  }
  for (const auto& [place, value] : kept) {
    if (made.count(place) == 0) report(place, "row_not_given", faults);
  }
}

void IndexCheck::given(const Move& move, const Consequences& consequences, const State& after) {
  if (move.index >= reach_) return;
  rows_.each(move, consequences, after, [this](std::string_view key, std::uint64_t record, std::string_view value) {
    given_.add_beside(key, record, value);
  });
}

// The rows of one block after the other, as the records give them and as they are kept.
class BlockComparison {
 public:
  BlockComparison(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t reach,
                  std::vector<std::uint64_t> blocks)
      : index_(ledger, game, reach), reach_(reach), blocks_(std::move(blocks)) {}

  // The records in their order, from 0 on; false once nothing is left to compare.
  Result<bool> see(const Derived& derived) {
    const std::uint64_t record = derived.move.index;
    std::vector<ledger::IndexRow> rows = rows_.of(derived.move, derived.consequences, derived.after.state());
    if (record < from()) return true;
    for (ledger::IndexRow& row : rows) given_.emplace(Place{row.record, std::move(row.key)}, std::move(row.value));
    if (record + 1 < until()) return true;
    if (Status done = compare_block(); !done) return done.error();
    ++next_;
    given_.clear();
    return next_ < blocks_.size() && faults.size() < MOST_FAULTS;
  }

  std::vector<KeptFault> faults;

 private:
  [[nodiscard]] std::uint64_t from() const { return blocks_[next_] * BLOCK; }
  [[nodiscard]] std::uint64_t until() const { return std::min(from() + BLOCK, reach_); }

  Status compare_block() {
    Rows kept;
    Status done = index_.all([&](const ledger::IndexRow& row) {
      if (row.record >= from() && row.record < until()) kept.emplace(Place{row.record, row.key}, row.value);
    });
    if (done) compare(given_, kept, faults);
    return done;
  }

  GameIndex index_;
  std::uint64_t reach_;
  std::vector<std::uint64_t> blocks_;
  std::size_t next_ = 0;  // of those
  IndexRows rows_;
  Rows given_;
};

Result<std::vector<KeptFault>> IndexCheck::finish(ledger::Ledger& ledger, const ledger::GameId& game) {
  given_.wait();
  std::vector<std::uint64_t> blocks = given_.differing(kept_);
  if (blocks.empty()) return std::vector<KeptFault>();
  BlockComparison comparison(ledger, game, reach_, std::move(blocks));
  const LedgerHistory history(ledger, game);
  auto derived = fold(Engine(), reach_, history, [&](const Derived& each) { return comparison.see(each); });
  if (!derived) return derived.error();
  return std::move(comparison.faults);
}

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
