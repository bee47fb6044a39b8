// The derived index: rows that the caller supplies with its appends, and reads by key.
//
// Each row is of one record and lies under game || key || record, so that the rows of a key are in the order of
// records, and whoever looks from a smaller size leaves out what is above it. Rows are never rewritten. How far the
// index reaches stands in the catalog, written in the same batch: a row at or above it counts for nothing.
#include <fmt/format.h>

#include <algorithm>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t ROWS_AT_ONCE = 4096;
constexpr std::size_t RECORD_BYTES = 8;

Status check_rows(const std::vector<IndexRow>& rows, std::uint64_t from, std::uint64_t to) {
  for (const IndexRow& row : rows) {
    if (row.key.empty()) return fail(ErrorCode::BAD_INPUT, "a row of the index has no key");
    if (row.record < from || row.record >= to) {
      return fail(ErrorCode::BAD_INPUT,
                  fmt::format("a row of the index is of record {}, not of {} to {}", row.record, from, to - 1));
    }
  }
  return Done{};
}

void add_rows(const GameId& game, std::string_view maker, const std::vector<IndexRow>& from, std::vector<Row>& rows) {
  for (const IndexRow& row : from) {
    rows.push_back(
        {Table::INDEX, index_key(game, row.key, row.record), encode(IndexValue{std::string(maker), row.value})});
  }
}

// Reads the rows that a query names, each decoded, until `each` returns false.
class Reading {
 public:
  Reading(Store& store, const GameId& game, const IndexQuery& query)
      : store_(store),
        prefix_(game.hash.raw()),
        from_(prefix_ + query.from),
        until_(query.until.empty() ? after_prefix(prefix_) : prefix_ + query.until) {}

  Status forwards(const std::function<Result<bool>(std::string_view, std::string_view)>& each) {
    const auto cursor = store_.scan(Table::INDEX, from_, until_);
    for (; cursor->valid(); cursor->next()) {
      NOMIC_ASSIGN(auto more, each(cursor->key().substr(prefix_.size()), cursor->value()));
      if (!more) return Done{};
    }
    return cursor->status();
  }

  Status backwards(const std::function<Result<bool>(std::string_view, std::string_view)>& each) {
    for (;;) {
      NOMIC_ASSIGN(auto row, store_.last(Table::INDEX, from_, until_));
      if (!row) return Done{};
      until_ = std::move(row->key);
      NOMIC_ASSIGN(auto more, each(std::string_view(until_).substr(prefix_.size()), row->value.value_or("")));
      if (!more) return Done{};
    }
  }

 private:
  Store& store_;
  std::string prefix_;
  std::string from_;
  std::string until_;
};

}  // namespace

IndexQuery IndexQuery::of_key(const std::string& key, std::uint64_t below) {
  return {key + big_endian(std::uint64_t{0}), key + big_endian(below), below};
}

IndexQuery IndexQuery::under(const std::string& prefix, std::uint64_t below) {
  return {prefix, after_prefix(prefix), below};
}

Result<ReachRow> Ledger::Self::index_reach(const GameId& game) {
  NOMIC_ASSIGN(auto value, store->get(Table::CATALOG, reach_key(game)));
  return value ? decode_reach(*value) : ReachRow{};
}

Result<ReachRow> Ledger::Self::add_index(const Addition& addition, const GameRow& after, std::vector<Row>& rows) {
  const Derived& derived = addition.derived;
  const std::uint64_t first = addition.before.size();
  // One that nothing is added to reaches to no record that will come.
  if (!derived.index) return ReachRow{};
  NOMIC_TRY(check_rows(*derived.index, first, after.size()));
  if (first > 0) {
    auto reach = addition.reach != nullptr ? Result<ReachRow>(*addition.reach) : index_reach(after.game);
    // An index that cannot be read stays as it is until it is made anew; it stops no append.
    if (!reach) return ReachRow{};
    if (reach->maker != derived.maker || reach->size != first) return reach;
  }
  add_rows(after.game, derived.maker, *derived.index, rows);
  ReachRow reach{derived.maker, after.size()};
  rows.push_back({Table::CATALOG, reach_key(after.game), encode(reach)});
  return reach;
}

Result<std::uint64_t> Ledger::index_reach(const GameId& game, std::string_view maker) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  auto reach = self_->index_reach(game);
  // Derived data that cannot be read is as good as none.
  if (!reach || reach->maker != maker) return std::uint64_t{0};
  return std::min(reach->size, row.size());
}

Status Ledger::index_rows(const GameId& game, const IndexQuery& query, std::string_view maker,
                          const std::function<bool(const IndexRow&)>& each) {
  NOMIC_ASSIGN(auto reach, index_reach(game, maker));
  const std::uint64_t below = std::min(query.below, reach);
  IndexRow row;
  const auto take = [&](std::string_view key, std::string_view value) -> Result<bool> {
    if (key.size() <= RECORD_BYTES) return damaged("a row of the index has no key");
    row.record = from_big_endian(key.substr(key.size() - RECORD_BYTES));
    if (row.record >= below) return true;
    NOMIC_ASSIGN(auto decoded, decode_index_value(value));
    if (decoded.maker != maker) return true;
    row.key.assign(key.substr(0, key.size() - RECORD_BYTES));
    row.value.assign(decoded.value);
    return each(row);
  };
  Reading reading(*self_->store, game, query);
  return query.backwards ? reading.backwards(take) : reading.forwards(take);
}

Status Ledger::keep_index(const GameId& game, std::uint64_t from, std::uint64_t to, std::string_view maker,
                          const std::vector<IndexRow>& rows) {
  auto row = self_->game(game);
  if (!row) return std::move(row).error();
  auto reach = self_->index_reach(game);
  if (from > 0 && (!reach || reach->maker != maker || reach->size != from)) {
    return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("the index does not reach to record {}", from));
  }
  if (to < from || to > row->size()) {
    return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("the game has not had {} records", to));
  }
  NOMIC_TRY(check_rows(rows, from, to));
  if (from == 0) {
    NOMIC_TRY(self_->drop_index(game));
  }
  // What the index was found to reach to holds as long as the entry is the one that was read before it.
  if (from == 0) {
    row = self_->game(game);
    if (!row) return std::move(row).error();
  }
  Batch batch;
  batch.condition_key = game_key(game);
  batch.condition_value = encode(*row);
  add_rows(game, maker, rows, batch.rows);
  batch.rows.push_back({Table::CATALOG, reach_key(game), encode(ReachRow{std::string(maker), to})});
  return self_->store->write(batch);
}

// First the entry, so that whatever is left when this is interrupted counts for nothing.
Status Ledger::Self::drop_index(const GameId& id) {
  NOMIC_ASSIGN(auto row, game(id));
  Batch batch;
  batch.condition_key = game_key(id);
  batch.condition_value = encode(row);
  ++row.index_drops;
  const std::string marked = encode(row);
  batch.rows.push_back({Table::CATALOG, game_key(id), marked});
  batch.rows.push_back({Table::CATALOG, reach_key(id), std::nullopt});
  const std::string prefix = id.hash.raw();
  const auto cursor = store->scan(Table::INDEX, prefix, after_prefix(prefix));
  NOMIC_TRY(store->write(batch));
  batch.condition_value = marked;
  batch.rows.clear();
  for (; cursor->valid(); cursor->next()) {
    // The row that the cursor stands on is not among those that go now.
    if (batch.rows.size() >= ROWS_AT_ONCE) {
      NOMIC_TRY(store->write(batch));
      batch.rows.clear();
    }
    batch.rows.push_back({Table::INDEX, std::string(cursor->key()), std::nullopt});
  }
  NOMIC_TRY(cursor->status());
  return batch.rows.empty() ? Status(Done{}) : store->write(batch);
}

}  // namespace nomic::ledger
