// A kept game's tree: any of its nodes, from full tiles where there are some, from the records where there are none.
//
// Tiles are derived data. What is computed from them here is checked by whoever asks for it (an append extends the
// head's own frontier; a clipped head is extended again and compared); verify() recomputes all of them.
#pragma once

#include <functional>
#include <vector>

#include "nomic/ledger/base/merkle.h"
#include "nomic/ledger/log/tiles.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

class Tree {
 public:
  // `size`: how many records are in the store.
  Tree(Store& store, const GameId& game, std::uint64_t size) : store_(store), game_(game), size_(size) {}

  Result<Hash> leaf(std::uint64_t index);

  // `count` hashes of a level from number `first` on; they lie within one tile and cover records below size.
  Result<std::vector<Hash>> hashes(std::uint8_t level, std::uint64_t first, std::uint64_t count);

  // The frontier when the game had `size` records. O(log size) tiles and at most 255 records.
  Result<Frontier> frontier_at(std::uint64_t size);

  // What goes on with the tree of the first `size` records, making the tiles from there on.
  Result<TileBuilder> builder_at(std::uint64_t size, std::function<void(const Tile&)> full);

  // The tiles that appending these leaves completes, and the unfinished ones above level 0 as they then are.
  Result<std::vector<Tile>> completed_by(const std::vector<Hash>& leaves);

 private:
  Result<std::string> tile(TileId id);
  // Of the unfinished tile of a level: `count` hashes from number `at` in it on; nothing where it is not kept so far.
  Result<std::optional<std::vector<Hash>>> unfinished(TileId id, std::uint64_t at, std::uint64_t count);
  Result<std::vector<Hash>> leaves(std::uint64_t first, std::uint64_t count);

  Store& store_;
  GameId game_;
  std::uint64_t size_;
};

}  // namespace nomic::ledger
