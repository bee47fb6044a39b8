// The memory of one who signs checkpoints, so that no two histories ever get a signature of the same key.
//
// A file beside the key (KEY.seen) holds, for each origin, the last checkpoint that the key signed: size, root, the
// note, and the identity of its game where that is known. It is on the disk before a signature leaves. A checkpoint is
// held against what the key signed for its origin, and for its game under any other origin: an origin is a name, and a
// second history under a second name is a fork all the same. Making and cosigning are bound alike:
//
//     the same size        only with the same root
//     a smaller size       never: it is an older copy, or a rollback
//     a larger size        only with a proof that it goes on from the one signed before
//
// WITNESS_REFUSES otherwise. Where two notes are of different histories, both are kept as evidence in a file beside the
// key, which the error names: nobody who sees it can doubt that somebody signed both.
//
// Which game it is, is known from a copy of the game, or from an origin that names it (default_origin). A witness who
// has neither is bound by origin alone: two checkpoints do not say whether they are of one game.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/proof.h"

namespace nomic::ledger {

// What a key signed last for an origin.
struct SignedBefore {
  std::optional<Hash> game;  // identity, if it is known
  std::uint64_t size = 0;
  Hash root;
  std::string note;  // as it left
};

// Asked for the proof that `second` records go on from `first`.
using AskConsistency = std::function<Result<ProofPath>(std::uint64_t first, std::uint64_t second)>;

class SignerMemory {
 public:
  // Takes the memory beside the key file at `path`, for as long as this object lives: another process that signs with
  // the key waits, then IN_USE. DAMAGED: the memory cannot be read.
  static Result<SignerMemory> take(const std::string& path, std::int64_t wait_ms);
  SignerMemory(SignerMemory&& other) noexcept;
  SignerMemory& operator=(SignerMemory&& other) noexcept;
  ~SignerMemory();

  [[nodiscard]] std::optional<SignedBefore> recall(const std::string& origin) const;

  // Whether the checkpoint of `note` may be signed. `game` is whose it is, where that is known besides what its origin
  // says. WITNESS_REFUSES; what `ask` says.
  [[nodiscard]] Status allow(const CheckpointNote& note, const std::optional<Hash>& game,
                             const AskConsistency& ask) const;

  // Remembers the note as signed; synced when it returns.
  Status remember(const CheckpointNote& note, const std::optional<Hash>& game);

  // Two notes of different histories, as one piece of evidence.
  static std::string fork_evidence(const std::string& first, const std::string& second);

  // Where it lies.
  [[nodiscard]] std::string file() const;

 private:
  struct Self;
  explicit SignerMemory(std::unique_ptr<Self> self);
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::ledger
