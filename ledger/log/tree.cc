#include "nomic/ledger/log/tree.h"

#include <fmt/format.h>

#include <cassert>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/rows.h"

namespace nomic::ledger {

Result<Hash> Tree::leaf(std::uint64_t index) {
  NOMIC_ASSIGN(auto record, store_.get(Table::RECORDS, record_key(game_, index)));
  if (!record) return damaged(fmt::format("record {} of game {} is missing", index, short_id(game_)), index);
  return leaf_hash(*record);
}

Result<std::string> Tree::tile(TileId id) {
  NOMIC_ASSIGN(auto bytes, store_.get(Table::TILES, tile_key(game_, id)));
  if (!bytes || bytes->size() != TILE_BYTES) {
    return damaged(fmt::format("tile {}/{} of game {} is missing or cut", id.level, id.index, short_id(game_)));
  }
  return std::move(*bytes);
}

Result<std::optional<std::vector<Hash>>> Tree::unfinished(TileId id, std::uint64_t at, std::uint64_t count) {
  NOMIC_ASSIGN(auto bytes, store_.get(Table::TILES, tile_key(game_, id)));
  if (!bytes || bytes->size() % Hash::SIZE != 0 || bytes->size() / Hash::SIZE < at + count) {
    return std::optional<std::vector<Hash>>{};
  }
  std::vector<Hash> hashes;
  hashes.reserve(count);
  for (std::uint64_t i = at; i < at + count; ++i) hashes.push_back(tile_hash(*bytes, i));
  return std::optional<std::vector<Hash>>{std::move(hashes)};
}

Result<std::vector<Hash>> Tree::leaves(std::uint64_t first, std::uint64_t count) {
  std::vector<Hash> hashes;
  hashes.reserve(TILE_WIDTH);
  const auto cursor = store_.scan(Table::RECORDS, record_key(game_, first), record_key(game_, first + count));
  for (std::uint64_t index = first; index < first + count; ++index, cursor->next()) {
    if (!cursor->valid() || cursor->key() != record_key(game_, index)) {
      NOMIC_TRY(cursor->status());
      return damaged(fmt::format("record {} of game {} is missing", index, short_id(game_)), index);
    }
    hashes.push_back(leaf_hash(cursor->value()));
  }
  return hashes;
}

Result<std::vector<Hash>> Tree::hashes(std::uint8_t level, std::uint64_t first, std::uint64_t count) {
  assert(count > 0 && first / TILE_WIDTH == (first + count - 1) / TILE_WIDTH);
  std::vector<Hash> hashes;
  hashes.reserve(TILE_WIDTH);
  if (first / TILE_WIDTH < full_tiles(level, size_)) {
    NOMIC_ASSIGN(auto bytes, tile({level, first / TILE_WIDTH}));
    for (std::uint64_t at = first; at < first + count; ++at) hashes.push_back(tile_hash(bytes, at % TILE_WIDTH));
    return hashes;
  }
  if (level == 0) return leaves(first, count);
  NOMIC_ASSIGN(auto kept, unfinished({level, first / TILE_WIDTH}, first % TILE_WIDTH, count));
  if (kept) return *std::move(kept);
  for (std::uint64_t at = first; at < first + count; ++at) {
    NOMIC_ASSIGN(auto below, tile({static_cast<std::uint8_t>(level - 1), at}));
    hashes.push_back(subtree_root(tile_hashes(below)));
  }
  return hashes;
}

Result<Frontier> Tree::frontier_at(std::uint64_t size) {
  assert(size <= size_);
  std::vector<Hash> nodes;
  std::uint64_t offset = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const std::uint64_t covered = std::uint64_t{1} << static_cast<unsigned>(bit);
    if ((size & covered) == 0) continue;
    // The level of which this subtree is 2 to 256 hashes (one, for a single record).
    const auto level = static_cast<std::uint8_t>(bit == 0 ? 0 : (bit - 1) / 8);
    NOMIC_ASSIGN(auto hashes, this->hashes(level, offset / records_per_hash(level), covered / records_per_hash(level)));
    nodes.push_back(subtree_root(std::move(hashes)));
    offset += covered;
  }
  return *Frontier::from(size, std::move(nodes));
}

Result<TileBuilder> Tree::builder_at(std::uint64_t size, std::function<void(const Tile&)> full) {
  std::vector<TileBuilder::Unfinished> levels;
  levels.reserve(MAX_TILE_LEVEL);
  for (std::uint8_t level = 0; level < MAX_TILE_LEVEL && size >= records_per_hash(level); ++level) {
    const std::uint64_t count = size / records_per_hash(level);
    TileBuilder::Unfinished unfinished{{}, count / TILE_WIDTH};
    if (const std::uint64_t begun = count % TILE_WIDTH; begun > 0) {
      NOMIC_ASSIGN(auto pending, hashes(level, count - begun, begun));
      unfinished.pending = std::move(pending);
    }
    levels.push_back(std::move(unfinished));
  }
  NOMIC_ASSIGN(auto whole, frontier_at(size / TILE_WIDTH * TILE_WIDTH));
  return TileBuilder(std::move(full), std::move(levels), *Frontier::from(size / TILE_WIDTH, whole.nodes()));
}

namespace {

Tile tile_of(TileId id, const std::vector<Hash>& hashes) {
  Tile tile{id, {}};
  tile.bytes.reserve(hashes.size() * Hash::SIZE);
  for (const Hash& each : hashes) tile.bytes += each.raw();
  return tile;
}

}  // namespace

Result<std::vector<Tile>> Tree::completed_by(const std::vector<Hash>& leaves) {
  std::vector<Tile> tiles;
  std::vector<Hash> fresh = leaves;  // hashes of this level that the append adds
  std::uint64_t known = size_;       // and how many there were before
  for (std::uint8_t level = 0; level < MAX_TILE_LEVEL && !fresh.empty(); ++level) {
    // Of level 0 the unfinished tile is not kept, so most appends are done here.
    if (level == 0 && (known + fresh.size()) / TILE_WIDTH == known / TILE_WIDTH) break;
    std::vector<Hash> pending;
    if (const std::uint64_t begun = known % TILE_WIDTH; begun > 0) {
      NOMIC_ASSIGN(auto before, hashes(level, known - begun, begun));
      pending = std::move(before);
    }
    std::vector<Hash> roots;
    std::uint64_t index = known / TILE_WIDTH;
    for (const Hash& hash : fresh) {
      pending.push_back(hash);
      if (pending.size() < TILE_WIDTH) continue;
      tiles.push_back(tile_of({level, index++}, pending));
      roots.push_back(subtree_root(std::move(pending)));
      pending.clear();
    }
    if (level > 0 && !pending.empty()) tiles.push_back(tile_of({level, index}, pending));
    known /= TILE_WIDTH;
    fresh = std::move(roots);
  }
  return tiles;
}

}  // namespace nomic::ledger
