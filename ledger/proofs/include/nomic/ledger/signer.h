// The memory of one who signs checkpoints, so that no two histories ever get a signature of the same key.
//
// A file beside the key (KEY.seen) holds, for each origin, the last checkpoint that the key signed: size, root, and the
// note. It is on the disk before a signature leaves. Making and cosigning are bound alike:
//
//     the same size        only with the same root
//     a smaller size       never: it is an older copy, or a rollback
//     a larger size        only with a proof that it goes on from the one signed before
//
// WITNESS_REFUSES otherwise. Where two notes are of different histories, both are kept as evidence in a file beside the
// key, which the error names: nobody who sees it can doubt that somebody signed both.
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

  // Whether the checkpoint of `note` may be signed. WITNESS_REFUSES; what `ask` says.
  [[nodiscard]] Status allow(const CheckpointNote& note, const AskConsistency& ask) const;

  // Remembers the note as signed; synced when it returns.
  Status remember(const CheckpointNote& note);

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
