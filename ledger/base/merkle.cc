#include "nomic/ledger/base/merkle.h"

#include <bit>

namespace nomic::ledger {

std::optional<Frontier> Frontier::from(std::uint64_t size, std::vector<Hash> nodes) {
  if (static_cast<std::size_t>(std::popcount(size)) != nodes.size()) return std::nullopt;
  Frontier frontier;
  frontier.size_ = size;
  frontier.nodes_ = std::move(nodes);
  return frontier;
}

void Frontier::add(const Hash& leaf) {
  Hash node = leaf;
  // As in adding one to a binary number: every trailing set bit is a subtree that the new leaf completes.
  for (std::uint64_t bits = size_; (bits & 1U) != 0; bits >>= 1U) {
    node = node_hash(nodes_.back(), node);
    nodes_.pop_back();
  }
  nodes_.push_back(node);
  ++size_;
}

Hash Frontier::root() const {
  if (nodes_.empty()) return sha256({});
  Hash root = nodes_.back();
  for (auto node = nodes_.rbegin() + 1; node != nodes_.rend(); ++node) root = node_hash(*node, root);
  return root;
}

}  // namespace nomic::ledger
