// Proofs that something is in a history, and that one history goes on from another (RFC 6962, section 2.1; RFC 9162,
// section 2.1.3 and 2.1.4 for how they are checked).
//
//     auto proof = ledger->prove_inclusion(game, {41}, size);         // O(log size) reads of the store
//     verify_inclusion(proof->leaf, 41, size, proof->path, root);     // needs no ledger
//
// Inclusion: the hashes beside the way from a leaf up to the root, the leaf's sibling first. Consistency: the hashes by
// which both roots can be made, so that the tree of `first` leaves is the beginning of that of `second`.
//
// The verifiers are pure and strict. The sizes and roots come from a checkpoint that somebody signed, never from the
// proof; the proof has exactly the length that they demand, no more; BAD_PROOF says what does not fit. An empty tree is
// the beginning of every other and proves nothing, so a consistency proof from size 0 is empty, and so is one between
// equal sizes, whose roots must be equal.
//
// Cost: at most 64 hashes (inclusion) or 65 (consistency), a few microseconds to check.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/ledger/hash.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

using ProofPath = std::vector<Hash>;

// That record `index` is in the game of `size` records.
struct InclusionProof {
  std::uint64_t index = 0;
  std::uint64_t size = 0;
  Hash leaf;  // of the record
  Hash root;  // of all `size` records
  ProofPath path;
};

// That the game of `second` records begins with the game of `first` records.
struct ConsistencyProof {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  Hash first_root;
  Hash second_root;
  ProofPath path;
};

// How long the proofs are.
std::size_t inclusion_length(std::uint64_t index, std::uint64_t size);  // index < size
std::size_t consistency_length(std::uint64_t first, std::uint64_t second);

// Whether `leaf` is leaf `index` of the tree of `size` leaves with this root.
Status verify_inclusion(const Hash& leaf, std::uint64_t index, std::uint64_t size, const ProofPath& path,
                        const Hash& root);

// Whether the tree of `first` leaves with one root is the beginning of the tree of `second` leaves with the other.
Status verify_consistency(std::uint64_t first, const Hash& first_root, std::uint64_t second, const Hash& second_root,
                          const ProofPath& path);

}  // namespace nomic::ledger
