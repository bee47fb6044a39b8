// Tiles: the tree's nodes in bundles of 256, eight levels high, as tile-based transparency logs share them.
//
// Tile (level L, index N) holds the 256 hashes of complete subtrees over 256^L records each, from subtree 256 * N on:
//
//     level 0     leaf hashes of records 256 N .. 256 N + 255
//     level 1     the roots of 256 tiles of level 0, and so on
//
// Of level 0 only full tiles are kept: what is in a partial one is a few records away, and rewriting it costs 4 kB an
// append. Above, the unfinished tile is kept too and rewritten whenever a tile below it is full, every 256 records at
// most: without it a proof would have to read up to 255 tiles to know their roots. An unfinished tile that is missing
// or shorter (an older program wrote none) is made good from the tiles below.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/base/merkle.h"
#include "nomic/ledger/hash.h"

namespace nomic::ledger {

inline constexpr std::uint64_t TILE_WIDTH = 256;
inline constexpr std::size_t TILE_BYTES = TILE_WIDTH * Hash::SIZE;
// 256^8 records are more than 64 bits can count.
inline constexpr std::uint8_t MAX_TILE_LEVEL = 7;

struct TileId {
  std::uint8_t level = 0;
  std::uint64_t index = 0;
  friend auto operator<=>(const TileId&, const TileId&) = default;
};

struct Tile {
  TileId id;
  std::string bytes;  // its hashes one after the other: 256, or fewer where it is unfinished
};

// How many records one hash of this level covers.
constexpr std::uint64_t records_per_hash(std::uint8_t level) {
  return std::uint64_t{1} << (8U * level);
}

// How many full tiles of a level a tree of `size` leaves has.
constexpr std::uint64_t full_tiles(std::uint8_t level, std::uint64_t size) {
  return level >= MAX_TILE_LEVEL ? 0 : size / (records_per_hash(level) * TILE_WIDTH);
}

// How many hashes of a level a tree of `size` leaves has: complete subtrees, whether or not their tile is full.
constexpr std::uint64_t hashes_of(std::uint8_t level, std::uint64_t size) {
  return level > MAX_TILE_LEVEL ? 0 : size / records_per_hash(level);
}

// Hash number `at` of a tile's bytes.
Hash tile_hash(std::string_view tile, std::uint64_t at);

// The root of the complete subtree that 2^k hashes (from tile or anywhere) are the leaves of.
Hash subtree_root(std::vector<Hash> hashes);

// All hashes of a tile.
std::vector<Hash> tile_hashes(std::string_view tile);

// Makes all tiles of a tree from its leaves, in order, keeping at most 255 hashes a level.
class TileBuilder {
 public:
  explicit TileBuilder(std::function<void(const Tile&)> full) : full_(std::move(full)) {}
  // Goes on with a tree: for each level its hashes after the last full tile, and how many full tiles it has; the
  // frontier of the roots of level 0's full tiles.
  struct Unfinished {
    std::vector<Hash> pending;
    std::uint64_t done = 0;
  };
  TileBuilder(std::function<void(const Tile&)> full, std::vector<Unfinished> levels, Frontier tile_roots)
      : full_(std::move(full)), levels_(std::move(levels)), tile_roots_(std::move(tile_roots)) {}

  void add(const Hash& leaf) { add(0, leaf); }

  // The hashes of a level that fill no tile yet.
  [[nodiscard]] const std::vector<Hash>& pending(std::uint8_t level) const;

  // The unfinished tiles above level 0, as far as they hold anything.
  [[nodiscard]] std::vector<Tile> unfinished() const;

  // The tree's frontier as it is now. The tiles share its nodes, so that no hash is made twice.
  [[nodiscard]] Frontier frontier() const;

 private:
  void add(std::uint8_t level, const Hash& hash);

  std::function<void(const Tile&)> full_;
  std::vector<Unfinished> levels_;
  Frontier tile_roots_;  // of level 0
};

}  // namespace nomic::ledger
