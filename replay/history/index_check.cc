#include "index_check.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "index_keys.h"
#include "ledger_history.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/game_index.h"

namespace nomic::replay {
namespace {

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

}  // namespace

void IndexCheck::given(const Move& move, const Consequences& consequences, const State& after) {
  if (move.index >= reach_) return;
  rows_.each(move, consequences, after, [this](std::string_view key, std::uint64_t record, std::string_view value) {
    given_.add_beside(key, record, value);
  });
}

namespace {

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

}  // namespace

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

}  // namespace nomic::replay
