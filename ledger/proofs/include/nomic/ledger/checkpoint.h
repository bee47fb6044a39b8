// Checkpoints (C2SP tlog-checkpoint): how far a game reached, and the root over all its records then, to be signed.
//
//     nomic.invalid/7c1f...      origin: which log; the name of the key that signs for it
//     42                         size
//     CsUYapGGPo4d...            root, base64
//     head 9d0c...               our own line: leaf hash of record 41
//
// The head is said so that a player by mail who holds nothing but the note can sign a move that names what was seen: a
// statement names the head's hash, not the root. Notes without the line are as good for everything else; what other
// lines say is opaque.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/hash.h"
#include "nomic/ledger/note.h"

namespace nomic::ledger {

struct Checkpoint {
  std::string origin;
  std::uint64_t size = 0;
  Hash root;
  std::vector<std::string> extensions;  // further lines, without their newlines

  // The note's text.
  [[nodiscard]] std::string text() const;
  // What the line `head` says, if there is one that can be read.
  [[nodiscard]] std::optional<Hash> head() const;

  // BAD_NOTE: not three lines or more, an empty one, a size with leading zeros, a root that is not 32 bytes.
  static Result<Checkpoint> parse(std::string_view text);
};

// The origin that a game has unless it is given another: nomic.invalid/<identity>.
std::string default_origin(const Hash& game);
// The game that such an origin names; nothing of any other origin.
std::optional<Hash> game_of_origin(std::string_view origin);

// A note whose text is a checkpoint, both parsed.
struct CheckpointNote {
  Note note;
  Checkpoint checkpoint;

  static Result<CheckpointNote> parse(std::string_view bytes);
};

}  // namespace nomic::ledger
