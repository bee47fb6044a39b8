#include "nomic/ledger/proofs/prover.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace nomic::ledger {
namespace {

constexpr std::size_t LONGEST_PATH = 65;

// A stretch of leaves, of which a proof holds the root.
struct Stretch {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

}  // namespace

Result<const Prover::Nodes*> Prover::tile(TileId id) {
  const auto known = kept_.find(id);
  if (known != kept_.end()) return &known->second;
  const std::uint64_t first = id.index * TILE_WIDTH;
  NOMIC_ASSIGN(auto hashes, tree_.hashes(id.level, first, std::min(TILE_WIDTH, hashes_of(id.level, size_) - first)));
  Nodes nodes;
  for (std::vector<Hash> row = std::move(hashes); !row.empty();) {
    std::vector<Hash> above;
    above.reserve(row.size() / 2);
    for (std::size_t i = 0; i + 1 < row.size(); i += 2) above.push_back(node_hash(row[i], row[i + 1]));
    nodes.push_back(std::move(row));
    row = std::move(above);
  }
  return &kept_.emplace(id, std::move(nodes)).first->second;
}

Result<Hash> Prover::subtree(std::uint64_t first, std::uint64_t count) {
  assert(std::has_single_bit(count) && first % count == 0 && first + count <= size_);
  const int bit = std::countr_zero(count);
  // The level of which this subtree is 1 to 128 hashes.
  const auto level = static_cast<std::uint8_t>(bit / 8);
  const std::uint64_t number = first / records_per_hash(level);
  const auto height = static_cast<std::size_t>(std::countr_zero(count / records_per_hash(level)));
  NOMIC_ASSIGN(auto held, tile({level, number / TILE_WIDTH}));
  return (*held)[height][(number % TILE_WIDTH) >> height];
}

Result<Hash> Prover::range(std::uint64_t first, std::uint64_t count) {
  if (count == 0) return sha256({});
  std::vector<Hash> nodes;
  nodes.reserve(LONGEST_PATH);
  for (std::uint64_t left = count; left > 0;) {
    const std::uint64_t covered = std::bit_floor(left);
    NOMIC_ASSIGN(auto node, subtree(first + count - left, covered));
    nodes.push_back(node);
    left -= covered;
  }
  Hash root = nodes.back();
  for (auto node = nodes.rbegin() + 1; node != nodes.rend(); ++node) root = node_hash(*node, root);
  return root;
}

Result<ProofPath> Prover::inclusion(std::uint64_t index, std::uint64_t size) {
  assert(index < size && size <= size_);
  // From the root down; the proof goes up.
  std::vector<Stretch> beside;
  beside.reserve(LONGEST_PATH);
  for (Stretch at{0, size}; at.count > 1;) {
    const std::uint64_t left = std::bit_floor(at.count - 1);
    const Stretch halves[] = {{at.first, left}, {at.first + left, at.count - left}};
    const bool is_left = index < at.first + left;
    beside.push_back(halves[is_left ? 1 : 0]);
    at = halves[is_left ? 0 : 1];
  }
  ProofPath path;
  path.reserve(beside.size());
  std::reverse(beside.begin(), beside.end());
  for (const Stretch& each : beside) {
    NOMIC_ASSIGN(auto node, range(each.first, each.count));
    path.push_back(node);
  }
  return path;
}

Result<ProofPath> Prover::consistency(std::uint64_t first, std::uint64_t second) {
  assert(first <= second && second <= size_);
  if (first == 0 || first == second) return ProofPath{};
  // SUBPROOF of the RFC: `whole` while the stretch is one of which the first tree's root is known.
  std::vector<Stretch> needed;
  needed.reserve(LONGEST_PATH);
  bool whole = true;
  Stretch at{0, second};
  for (std::uint64_t old = first; old != at.count;) {
    const std::uint64_t left = std::bit_floor(at.count - 1);
    if (old <= left) {
      needed.push_back({at.first + left, at.count - left});
      at.count = left;
    } else {
      needed.push_back({at.first, left});
      at = {at.first + left, at.count - left};
      old -= left;
      whole = false;
    }
  }
  if (!whole) needed.push_back(at);
  ProofPath path;
  path.reserve(needed.size());
  std::reverse(needed.begin(), needed.end());
  for (const Stretch& each : needed) {
    NOMIC_ASSIGN(auto node, range(each.first, each.count));
    path.push_back(node);
  }
  return path;
}

}  // namespace nomic::ledger
