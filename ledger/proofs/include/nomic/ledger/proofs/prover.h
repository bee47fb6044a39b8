// Making proofs from a kept game's tree: RFC 6962, sections 2.1.1 and 2.1.2, by tiles.
//
// Every hash that a proof needs is a complete subtree, but at most one: the right edge, which is folded from complete
// ones. A complete subtree is 1 to 128 hashes of one level and lies in one tile, and the subtrees beside one way from
// leaf to root lie in the tiles along it. So each tile is read once, and a proof reads at most two a level. All nodes
// of a tile that was read are made at once, 255 hashes at most.
//
// Tiles are derived data: what is made here is to be verified against a root that is known otherwise.
#pragma once

#include <map>

#include "nomic/ledger/log/tree.h"
#include "nomic/ledger/proof.h"

namespace nomic::ledger {

class Prover {
 public:
  // `size`: how many records are in the store.
  Prover(Store& store, const GameId& game, std::uint64_t size) : tree_(store, game, size), size_(size) {}

  // The leaf hash of a record, as the tiles have it.
  Result<Hash> leaf(std::uint64_t index) { return subtree(index, 1); }
  // The root of the first `size` records.
  Result<Hash> root(std::uint64_t size) { return range(0, size); }
  Result<ProofPath> inclusion(std::uint64_t index, std::uint64_t size);
  Result<ProofPath> consistency(std::uint64_t first, std::uint64_t second);

  // Tiles, and stretches of records in place of one, that were read.
  [[nodiscard]] std::size_t reads() const { return kept_.size(); }

 private:
  // Of any stretch of records that begins where a subtree of its size may begin.
  Result<Hash> range(std::uint64_t first, std::uint64_t count);
  // Of a complete subtree.
  Result<Hash> subtree(std::uint64_t first, std::uint64_t count);
  // A tile's nodes, level by level: its hashes, their parents, and so on, as far as they are complete.
  using Nodes = std::vector<std::vector<Hash>>;
  Result<const Nodes*> tile(TileId id);

  Tree tree_;
  std::uint64_t size_;
  std::map<TileId, Nodes> kept_;
};

}  // namespace nomic::ledger
