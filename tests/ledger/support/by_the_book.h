// RFC 6962, section 2.1, as it is written there: slow, recursive, and the other road to every answer.
#pragma once

#include <bit>
#include <vector>

#include "nomic/ledger/hash.h"

namespace nomic::ledger::test {

// MTH(D[first:first+count]).
inline Hash root_by_the_book(const std::vector<Hash>& leaves, std::size_t first, std::size_t count) {
  if (count == 0) return sha256({});
  if (count == 1) return leaves[first];
  const std::size_t left = std::bit_floor(count - 1);  // the largest power of two smaller than count
  return node_hash(root_by_the_book(leaves, first, left), root_by_the_book(leaves, first + left, count - left));
}

inline Hash root_by_the_book(const std::vector<Hash>& leaves) {
  return root_by_the_book(leaves, 0, leaves.size());
}

// Leaves that differ.
inline std::vector<Hash> some_leaves(std::size_t count) {
  std::vector<Hash> leaves;
  for (std::size_t i = 0; i < count; ++i) leaves.push_back(leaf_hash("leaf " + std::to_string(i)));
  return leaves;
}

}  // namespace nomic::ledger::test
