// The Merkle tree of RFC 6962, section 2.1, as far as one who only appends needs it.
//
// The tree over n leaves splits at the largest power of two below n; so it is a row of complete subtrees, one for each
// bit set in n, the largest first. Their roots are the frontier: enough to append (amortized one hash a leaf) and to
// give the root (at most 64 hashes), without any of the leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "nomic/ledger/hash.h"

namespace nomic::ledger {

class Frontier {
 public:
  Frontier() = default;
  // The frontier of a tree of `size` leaves; nothing if there is not one node for each bit set in size.
  static std::optional<Frontier> from(std::uint64_t size, std::vector<Hash> nodes);

  void add(const Hash& leaf);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  // The largest subtree first.
  [[nodiscard]] const std::vector<Hash>& nodes() const { return nodes_; }
  [[nodiscard]] Hash root() const;

  friend bool operator==(const Frontier&, const Frontier&) = default;

 private:
  std::uint64_t size_ = 0;
  std::vector<Hash> nodes_;
};

}  // namespace nomic::ledger
