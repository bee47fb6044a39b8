#include "nomic/ledger/proof.h"

#include <fmt/format.h>

#include <bit>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

Error bad_proof(std::string what) {
  return fail(ErrorCode::BAD_PROOF, std::move(what), "have it made again by whoever holds the ledger");
}

Status check_length(std::string_view kind, std::size_t length, std::size_t due) {
  if (length == due) return Done{};
  return bad_proof(
      fmt::format("the {} proof has {} {}; its sizes demand {}", kind, length, length == 1 ? "hash" : "hashes", due));
}

// Whether the root made from a proof is the one that was signed.
Status check_root(std::string_view kind, const Hash& made, const Hash& signed_root) {
  if (made == signed_root) return Done{};
  return bad_proof(
      fmt::format("the {} proof leads to root {}, and the root is {}", kind, made.hex(), signed_root.hex()));
}

}  // namespace

std::size_t inclusion_length(std::uint64_t index, std::uint64_t size) {
  // Within the subtree that the right edge shares with the leaf every level has a sibling; above, only those to the
  // left.
  const auto inner = static_cast<unsigned>(std::bit_width(index ^ (size - 1)));
  return inner + static_cast<std::size_t>(inner < 64 ? std::popcount(index >> inner) : 0);
}

std::size_t consistency_length(std::uint64_t first, std::uint64_t second) {
  if (first == 0 || first == second) return 0;
  // The way up from the last complete subtree of the first tree, which is itself in the proof unless it is all of it.
  const auto shift = static_cast<unsigned>(std::countr_zero(first));
  return inclusion_length((first - 1) >> shift, ((second - 1) >> shift) + 1) + (std::has_single_bit(first) ? 0 : 1);
}

Status verify_inclusion(const Hash& leaf, std::uint64_t index, std::uint64_t size, const ProofPath& path,
                        const Hash& root) {
  if (index >= size) {
    return bad_proof(fmt::format("record {} is not among the first {} records", index, size));
  }
  NOMIC_TRY(check_length("inclusion", path.size(), inclusion_length(index, size)));
  Hash node = leaf;
  std::uint64_t at = index;       // number of the node on its level
  std::uint64_t last = size - 1;  // and of the last node there
  for (const Hash& sibling : path) {
    // A last node without a sibling is the node of the next level too.
    while ((at & 1U) == 0 && at == last) {
      at >>= 1U;
      last >>= 1U;
    }
    node = (at & 1U) == 1 ? node_hash(sibling, node) : node_hash(node, sibling);
    at >>= 1U;
    last >>= 1U;
  }
  return check_root("inclusion", node, root);
}

Status verify_consistency(std::uint64_t first, const Hash& first_root, std::uint64_t second, const Hash& second_root,
                          const ProofPath& path) {
  if (first > second) {
    return bad_proof(fmt::format("{} records are not the beginning of {}", first, second));
  }
  NOMIC_TRY(check_length("consistency", path.size(), consistency_length(first, second)));
  if (first == 0) return check_root("consistency", sha256({}), first_root);
  if (first == second) return check_root("consistency", first_root, second_root);

  std::uint64_t at = first - 1;
  std::uint64_t last = second - 1;
  while ((at & 1U) == 1) {
    at >>= 1U;
    last >>= 1U;
  }
  // A first tree that is one complete subtree is where the way begins.
  std::size_t next = std::has_single_bit(first) ? 0 : 1;
  Hash old_node = next == 0 ? first_root : path[0];
  Hash new_node = old_node;
  for (; next < path.size(); ++next) {
    while ((at & 1U) == 0 && at == last) {
      at >>= 1U;
      last >>= 1U;
    }
    if ((at & 1U) == 1) {
      old_node = node_hash(path[next], old_node);
      new_node = node_hash(path[next], new_node);
    } else {
      new_node = node_hash(new_node, path[next]);
    }
    at >>= 1U;
    last >>= 1U;
  }
  NOMIC_TRY(check_root("consistency", old_node, first_root));
  return check_root("consistency", new_node, second_root);
}

}  // namespace nomic::ledger
