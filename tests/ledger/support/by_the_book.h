// RFC 6962, section 2.1, as it is written there: slow, recursive, and the other road to every answer.
#pragma once

#include <bit>
#include <map>
#include <utility>
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

// The same with every root that was made once kept, and the proofs of sections 2.1.1 and 2.1.2 in the RFC's words.
class Book {
 public:
  explicit Book(std::vector<Hash> leaves) : leaves_(std::move(leaves)) {}

  // MTH(D[first:first+count]).
  Hash root(std::size_t first, std::size_t count) {
    if (count == 0) return sha256({});
    if (count == 1) return leaves_[first];
    const auto known = roots_.find({first, count});
    if (known != roots_.end()) return known->second;
    const std::size_t k = std::bit_floor(count - 1);
    const Hash made = node_hash(root(first, k), root(first + k, count - k));
    roots_.emplace(std::pair{first, count}, made);
    return made;
  }

  // PATH(m, D[first:first+n]).
  std::vector<Hash> path(std::size_t m, std::size_t n, std::size_t first = 0) {
    if (n == 1) return {};
    const std::size_t k = std::bit_floor(n - 1);
    std::vector<Hash> hashes = m < k ? path(m, k, first) : path(m - k, n - k, first + k);
    hashes.push_back(m < k ? root(first + k, n - k) : root(first, k));
    return hashes;
  }

  // PROOF(m, D[0:n]).
  std::vector<Hash> proof(std::size_t m, std::size_t n) { return subproof(m, 0, n, true); }

  [[nodiscard]] const Hash& leaf(std::size_t index) const { return leaves_[index]; }

 private:
  // SUBPROOF(m, D[first:first+n], b).
  std::vector<Hash> subproof(std::size_t m, std::size_t first, std::size_t n, bool b) {
    if (m == n) return b ? std::vector<Hash>{} : std::vector<Hash>{root(first, n)};
    const std::size_t k = std::bit_floor(n - 1);
    std::vector<Hash> hashes = m <= k ? subproof(m, first, k, b) : subproof(m - k, first + k, n - k, false);
    hashes.push_back(m <= k ? root(first + k, n - k) : root(first, k));
    return hashes;
  }

  std::vector<Hash> leaves_;
  std::map<std::pair<std::size_t, std::size_t>, Hash> roots_;
};

// Leaves that differ.
inline std::vector<Hash> some_leaves(std::size_t count) {
  std::vector<Hash> leaves;
  for (std::size_t i = 0; i < count; ++i) leaves.push_back(leaf_hash("leaf " + std::to_string(i)));
  return leaves;
}

}  // namespace nomic::ledger::test
