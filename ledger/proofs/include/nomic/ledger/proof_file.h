// Proofs as files, each with the checkpoint that it leads to, so that they can be verified far from any ledger.
//
// An inclusion proof is C2SP tlog-proof text:
//
//     c2sp.org/tlog-proof@v1
//     extra <base64>                 perhaps
//     index 41
//     <base64 of a hash>             the leaf's sibling first
//                                    an empty line
//     the checkpoint, a signed note
//
// A consistency proof has no format that is shared, so it has one of ours:
//
//     nomic/consistency-proof@v1
//     old 12
//     new 42
//     <base64 of a hash>             as RFC 6962, section 2.1.2, orders them
//                                    an empty line
//     the checkpoint of the new size, a signed note
//
// What a file says of sizes is only compared with the checkpoints, whose signatures decide.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/proof.h"

namespace nomic::ledger {

inline constexpr std::size_t MAX_PROOF_FILE_BYTES = MAX_NOTE_BYTES + (std::size_t{1} << 17U);

struct InclusionFile {
  std::optional<std::string> extra;  // opaque, signed by nobody
  std::uint64_t index = 0;
  ProofPath path;
  std::string checkpoint;  // the note, exact bytes

  [[nodiscard]] std::string encode() const;
  // BAD_PROOF: not in its one form. The checkpoint is not looked at.
  static Result<InclusionFile> parse(std::string_view bytes);
};

struct ConsistencyFile {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  ProofPath path;
  std::string checkpoint;

  [[nodiscard]] std::string encode() const;
  static Result<ConsistencyFile> parse(std::string_view bytes);
};

// Whether the bytes begin as a consistency proof does.
bool is_consistency_file(std::string_view bytes);

}  // namespace nomic::ledger
