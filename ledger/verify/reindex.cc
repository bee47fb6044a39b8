// Reindexing: what is derived from a game's records at the level of the ledger, made anew from them.
#include <fmt/format.h>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t ROWS_A_BATCH = 256;
constexpr std::uint64_t REINDEXED_AT_ONCE = 4096;

// Changes to the catalog and the derived tables, in batches that each leave what is there readable.
class Changes {
 public:
  Changes(Store& store, const GameId& game, std::string value) : store_(store), game_(game), value_(std::move(value)) {}

  // Writes what waits, once it is enough; never while a cursor stands on one of the rows.
  Status settle(std::size_t enough = ROWS_A_BATCH) {
    if (rows_.size() < enough || rows_.empty()) return Done{};
    Batch batch;
    batch.condition_key = game_key(game_);
    batch.condition_value = value_;
    batch.rows = std::move(rows_);
    rows_.clear();
    return store_.write(batch);
  }
  void put(Table table, std::string key, std::optional<std::string> value) {
    rows_.push_back({table, std::move(key), std::move(value)});
  }

 private:
  Store& store_;
  GameId game_;
  std::string value_;
  std::vector<Row> rows_;
};

Status drop(Store& store, Changes& changes, Table table, const std::string& prefix,
            const std::function<bool(const Cursor&)>& goes) {
  const auto cursor = store.scan(table, prefix, after_prefix(prefix));
  for (; cursor->valid(); cursor->next()) {
    NOMIC_TRY(changes.settle());
    if (goes(*cursor)) changes.put(table, std::string(cursor->key()), std::nullopt);
  }
  return cursor->status();
}

// Whether a tile lies where the tree has one, or an unfinished one. Those are written over, so that whoever reads
// meanwhile, or after this was killed, finds each of them.
bool is_of_tree(std::string_view key, std::uint64_t size) {
  if (key.size() != Hash::SIZE + 9) return false;
  const auto level = static_cast<std::uint8_t>(key[Hash::SIZE]);
  const std::uint64_t index = from_big_endian(key.substr(Hash::SIZE + 1));
  if (level >= MAX_TILE_LEVEL) return false;
  const std::uint64_t full = full_tiles(level, size);
  return index < full || (level > 0 && index == full && hashes_of(level, size) > full * TILE_WIDTH);
}

// Drops every snapshot with its chunks, what is no tile of the tree, and every digest of a state: which of them are
// right only deriving can tell.
Status drop_derived(Store& store, Changes& changes, const GameRow& row) {
  const std::string prefix = row.game.hash.raw();
  const auto all = [](const Cursor& /*row*/) { return true; };
  NOMIC_TRY(drop(store, changes, Table::TILES, prefix,
                 [&](const Cursor& each) { return !is_of_tree(each.key(), row.size()); }));
  NOMIC_TRY(drop(store, changes, Table::SNAPSHOTS, prefix, all));
  return drop(store, changes, Table::CATALOG, DIGEST_ROWS + prefix, all);
}

// The entries of requests, compared with the records that bear them.
class Requests {
 public:
  Requests(Store& store, Changes& changes, const GameId& game) : store_(store), changes_(changes), game_(game) {}

  void follow(const RecordParts& parts) {
    RequestName name = request_of(parts);
    if (count_ > 0 && name_ == name) {
      ++count_;
      return;
    }
    end();
    name_ = std::move(name);
    first_ = parts.index;
    count_ = 1;
  }
  void end() {
    if (count_ == 0 || name_.id.empty()) return;
    std::string key = request_key(game_, name_.author, name_.id);
    auto entry = find_request(store_, game_, name_);
    const bool is_kept = entry && *entry;
    const RequestRow right{is_kept ? (**entry).digest : Hash{}, first_, count_};
    if (is_kept && **entry == right) return;
    changes_.put(Table::CATALOG, std::move(key), encode(right));
  }

  // Of requests that no record begins.
  Status drop_others() {
    return drop(store_, changes_, Table::CATALOG, requests_prefix(game_),
                [&](const Cursor& each) { return !is_begun(each); });
  }

 private:
  [[nodiscard]] bool is_begun(const Cursor& each) const {
    auto row = decode_request(each.value());
    if (!row) return false;
    auto bytes = store_.get(Table::RECORDS, record_key(game_, row->first));
    RecordDecoder decoder;
    RecordParts parts;
    if (!bytes || !*bytes || !decoder.decode(**bytes, parts)) return false;
    return name_in_request_key(each.key()) == request_of(parts);
  }

  Store& store_;
  Changes& changes_;
  GameId game_;
  RequestName name_;
  std::uint64_t first_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Status Ledger::keep(const GameId& game, std::uint64_t size, const Derived& derived) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  if (size == 0 || size > row.size()) {
    return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("the game has not had {} records", size));
  }
  NOMIC_ASSIGN(auto head, Tree(*self_->store, game, row.size()).leaf(size - 1));
  // The very entry that is written anew: one that another writer has moved on since is not to be put back.
  Batch batch;
  batch.condition_key = game_key(game);
  batch.condition_value = encode(row);
  NOMIC_TRY(add_derived(*self_->store, derived, {game, size, head}, row.snapshot_size, batch.rows));
  batch.rows.push_back({Table::CATALOG, game_key(game), encode(row)});
  return self_->store->write(batch);
}

Status Ledger::reindex(const GameId& game, const std::function<void(std::uint64_t done)>& progress) {
  Store& store = *self_->store;
  NOMIC_ASSIGN(auto row, self_->game(game));
  // First the records: nothing is dropped while they may be in doubt.
  auto walked = self_->walk(row, 0, row.size(), [](const RecordParts&, const Hash&, std::string_view) { return true; });
  if (!walked) return walked;

  Changes begin(store, game, encode(row));
  begin.put(Table::CATALOG, reindex_key(game), encode(ReindexRow{row.size()}));
  NOMIC_TRY(begin.settle(1));
  NOMIC_TRY(self_->drop_index(game));
  ++row.index_drops;
  Changes changes(store, game, encode(row));
  NOMIC_TRY(drop_derived(store, changes, row));
  NOMIC_TRY(changes.settle(1));
  TileBuilder tree([&](const Tile& tile) { changes.put(Table::TILES, tile_key(game, tile.id), tile.bytes); });
  Requests requests(store, changes, game);
  Status settled = Done{};
  GameRow after = row;
  walked = self_->walk(row, 0, row.size(), [&](const RecordParts& parts, const Hash& leaf, std::string_view) {
    tree.add(leaf);
    requests.follow(parts);
    after.head_hash = leaf;
    after.recorded_at = parts.recorded_at;
    if (progress && (parts.index + 1) % REINDEXED_AT_ONCE == 0) progress(parts.index + 1);
    settled = changes.settle();
    return settled.ok();
  });
  if (!settled) return settled;
  if (!walked) return walked;
  requests.end();
  NOMIC_TRY(changes.settle(1));
  NOMIC_TRY(requests.drop_others());
  for (Tile& tile : tree.unfinished()) changes.put(Table::TILES, tile_key(game, tile.id), std::move(tile.bytes));
  after.frontier = tree.frontier();
  after.snapshot_size = 0;
  changes.put(Table::CATALOG, name_key(after.name), encode(game));
  changes.put(Table::CATALOG, game_key(game), encode(after));
  return changes.settle(1);
}

Status Ledger::reindexed(const GameId& game) {
  Store& store = *self_->store;
  NOMIC_ASSIGN(auto begun, store.get(Table::CATALOG, reindex_key(game)));
  if (!begun) return Done{};
  NOMIC_ASSIGN(auto value, store.get(Table::CATALOG, game_key(game)));
  if (!value) return damaged(fmt::format("the catalog has lost the game {}", short_id(game)));
  Changes changes(store, game, *value);
  changes.put(Table::CATALOG, reindex_key(game), std::nullopt);
  return changes.settle(1);
}

Result<std::vector<GameId>> Ledger::reindexing() {
  std::vector<GameId> games;
  const std::string prefix(1, REINDEX_ROWS);
  const auto cursor = self_->store->scan(Table::CATALOG, prefix, after_prefix(prefix));
  for (; cursor->valid(); cursor->next()) {
    const auto game = Hash::from_raw(cursor->key().substr(1));
    if (!game) return damaged("a reindexing's key in the catalog is malformed");
    games.push_back({*game});
  }
  NOMIC_TRY(cursor->status());
  return games;
}

}  // namespace nomic::ledger
