#include "nomic/ledger/log/tiles.h"

#include <bit>
#include <cassert>

namespace nomic::ledger {

Hash tile_hash(std::string_view tile, std::uint64_t at) {
  assert((at + 1) * Hash::SIZE <= tile.size());
  return *Hash::from_raw(tile.substr(at * Hash::SIZE, Hash::SIZE));
}

std::vector<Hash> tile_hashes(std::string_view tile) {
  std::vector<Hash> hashes;
  hashes.reserve(TILE_WIDTH);
  for (std::uint64_t at = 0; at < TILE_WIDTH; ++at) hashes.push_back(tile_hash(tile, at));
  return hashes;
}

Hash subtree_root(std::vector<Hash> hashes) {
  assert(std::has_single_bit(hashes.size()));
  while (hashes.size() > 1) {
    for (std::size_t i = 0; i < hashes.size() / 2; ++i) hashes[i] = node_hash(hashes[2 * i], hashes[2 * i + 1]);
    hashes.resize(hashes.size() / 2);
  }
  return hashes.front();
}

void TileBuilder::add(std::uint8_t level, const Hash& hash) {
  if (levels_.size() == level) levels_.emplace_back();
  levels_[level].pending.push_back(hash);
  if (levels_[level].pending.size() < TILE_WIDTH) return;

  Tile tile{{level, levels_[level].done}, {}};
  tile.bytes.reserve(TILE_BYTES);
  for (const Hash& each : levels_[level].pending) {
    tile.bytes.append(reinterpret_cast<const char*>(each.bytes.data()), Hash::SIZE);
  }
  full_(tile);
  const Hash root = subtree_root(std::move(levels_[level].pending));
  levels_[level].pending.clear();
  ++levels_[level].done;
  if (level == 0) tile_roots_.add(root);
  if (level + 1 < MAX_TILE_LEVEL) add(static_cast<std::uint8_t>(level + 1), root);
}

const std::vector<Hash>& TileBuilder::pending(std::uint8_t level) const {
  static const std::vector<Hash> NONE;
  return level < levels_.size() ? levels_[level].pending : NONE;
}

std::vector<Tile> TileBuilder::unfinished() const {
  std::vector<Tile> tiles;
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    if (levels_[level].pending.empty()) continue;
    Tile tile{{static_cast<std::uint8_t>(level), levels_[level].done}, {}};
    for (const Hash& each : levels_[level].pending) tile.bytes += each.raw();
    tiles.push_back(std::move(tile));
  }
  return tiles;
}

Frontier TileBuilder::frontier() const {
  if (levels_.empty()) return {};
  // Above, complete subtrees of whole tiles; below, what the unfinished tile holds.
  Frontier unfinished;
  for (const Hash& leaf : levels_.front().pending) unfinished.add(leaf);
  std::vector<Hash> nodes = tile_roots_.nodes();
  nodes.insert(nodes.end(), unfinished.nodes().begin(), unfinished.nodes().end());
  return *Frontier::from(tile_roots_.size() * TILE_WIDTH + unfinished.size(), std::move(nodes));
}

}  // namespace nomic::ledger
