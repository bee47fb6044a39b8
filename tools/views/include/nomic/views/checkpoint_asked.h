// Signed checkpoints that are kept with a game, and proofs that lead to one, as they are asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/ledger.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// The newest note kept with the game of at least `least` records, or of exactly that many.
Result<std::optional<ledger::CheckpointNote>> kept_note(ledger::Ledger& ledger, const ledger::Head& head,
                                                        std::uint64_t least, bool exactly);

// A view of what a checkpoint says.
v1::CheckpointView checkpoint_view(const ledger::Checkpoint& checkpoint);

// A checkpoint that is kept, with its view, which has not the note in it yet.
struct KeptCheckpoint {
  ledger::CheckpointNote note;
  v1::CheckpointView view;
};
// The newest, or the one of that size; a refusal where there is none.
Result<KeptCheckpoint> checkpoint_asked(ledger::Ledger& ledger, const ledger::Head& head,
                                        std::optional<std::uint64_t> size);

// A proof as a text that anybody can verify, and its view, which has not the text in it yet.
struct Proven {
  v1::ProofView view;
  std::string proof;
};
// That a record is in the game of a checkpoint: the one given, or the newest kept that has it.
Result<Proven> inclusion_asked(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t index,
                               std::optional<ledger::CheckpointNote> given = {});
// That the game of `second` records goes on from that of `first`: by the checkpoint given, or the one kept of that
// size.
Result<Proven> consistency_asked(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t first,
                                 std::uint64_t second, std::optional<ledger::CheckpointNote> given = {});

}  // namespace nomic::tools
