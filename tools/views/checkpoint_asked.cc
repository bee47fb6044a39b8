#include "nomic/views/checkpoint_asked.h"

#include <fmt/format.h>

#include <utility>

#include "nomic/ledger/bundle.h"
#include "nomic/ledger/proof_file.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {
namespace {

// The checkpoint given, or one that is kept; its root must be the ledger's, or no proof can lead to it.
Result<ledger::CheckpointNote> leading_to(ledger::Ledger& ledger, const ledger::Head& head,
                                          std::optional<ledger::CheckpointNote> given, std::uint64_t least,
                                          bool exactly) {
  if (!given) {
    NOMIC_ASSIGN(auto kept, kept_note(ledger, head, least, exactly));
    given = std::move(kept);
  }
  if (!given) {
    return refused(
        fmt::format("no signed checkpoint of {} records{} is kept with the game", least, exactly ? "" : " or more"),
        "nomic checkpoint make --key FILE signs one; or name one: --checkpoint NOTE");
  }
  const ledger::Checkpoint& claimed = given->checkpoint;
  if (claimed.size < least || (exactly && claimed.size != least)) {
    return usage(fmt::format("the checkpoint has {} records, and {} are needed.", claimed.size, least));
  }
  if (claimed.size > head.size) {
    return Failure{Exit::DIFFERENT,
                   fmt::format("the checkpoint has {} records, and the ledger {}: it is an older copy, or was rolled "
                               "back",
                               claimed.size, head.size),
                   "import the copy that was signed"};
  }
  NOMIC_ASSIGN(auto root, ledger.root_at(head.game, claimed.size));
  if (root != claimed.root) {
    return Failure{Exit::DIFFERENT,
                   fmt::format("the checkpoint names root {} at {} records; the ledger has root {} there",
                               claimed.root.hex(), claimed.size, root.hex()),
                   "they are two histories of one game, or of two games"};
  }
  return *std::move(given);
}

void add_checkpoint(v1::ProofView& view, const ledger::Checkpoint& claimed, const ledger::ProofPath& path) {
  view.set_ok(true);
  view.set_origin(claimed.origin);
  view.set_size(count32(claimed.size));
  view.set_root(claimed.root.hex());
  for (const ledger::Hash& each : path) view.add_path(each.hex());
}

}  // namespace

Result<std::optional<ledger::CheckpointNote>> kept_note(ledger::Ledger& ledger, const ledger::Head& head,
                                                        std::uint64_t least, bool exactly) {
  NOMIC_ASSIGN(auto evidence, ledger.evidence(head.game));
  std::optional<ledger::CheckpointNote> newest;
  for (const ledger::BundleEvidence& each : evidence) {
    if (each.kind != ledger::NOTE_EVIDENCE || each.size < least || (exactly && each.size != least)) continue;
    NOMIC_ASSIGN(auto note, ledger::CheckpointNote::parse(each.bytes));
    newest = std::move(note);
  }
  return newest;
}

v1::CheckpointView checkpoint_view(const ledger::Checkpoint& checkpoint) {
  v1::CheckpointView view;
  view.set_origin(checkpoint.origin);
  view.set_size(count32(checkpoint.size));
  view.set_root(checkpoint.root.hex());
  if (const auto head = checkpoint.head()) view.set_head_hash(head->hex());
  return view;
}

Result<KeptCheckpoint> checkpoint_asked(ledger::Ledger& ledger, const ledger::Head& head,
                                        std::optional<std::uint64_t> size) {
  NOMIC_ASSIGN(auto note, kept_note(ledger, head, size.value_or(0), size.has_value()));
  if (!note) {
    return refused(size ? fmt::format("no checkpoint of {} records is kept with the game", *size)
                        : "no checkpoint is kept with the game",
                   "nomic checkpoint make --key FILE signs one");
  }
  v1::CheckpointView view = checkpoint_view(note->checkpoint);
  view.set_ok(true);
  view.set_kept(true);
  return KeptCheckpoint{*std::move(note), std::move(view)};
}

Result<Proven> inclusion_asked(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t index,
                               std::optional<ledger::CheckpointNote> given) {
  if (index >= head.size) {
    return usage(fmt::format("there is no record #{}.", index), fmt::format("the last record is #{}.", head.size - 1));
  }
  NOMIC_ASSIGN(auto note, leading_to(ledger, head, std::move(given), index + 1, false));
  NOMIC_ASSIGN(auto proof, ledger.prove_inclusion(head.game, {index}, note.checkpoint.size));
  v1::ProofView view;
  view.set_kind("INCLUSION");
  view.set_index(count32(proof.index));
  view.set_leaf(proof.leaf.hex());
  add_checkpoint(view, note.checkpoint, proof.path);
  const ledger::InclusionFile file{std::nullopt, proof.index, proof.path, note.note.encode()};
  return Proven{std::move(view), file.encode()};
}

Result<Proven> consistency_asked(ledger::Ledger& ledger, const ledger::Head& head, std::uint64_t first,
                                 std::uint64_t second, std::optional<ledger::CheckpointNote> given) {
  if (first > second) return usage("the smaller size comes first.", "nomic prove consistency A B");
  if (second > head.size) return usage(fmt::format("the game has {} records, not {}", head.size, second));
  NOMIC_ASSIGN(auto note, leading_to(ledger, head, std::move(given), second, true));
  NOMIC_ASSIGN(auto proof, ledger.prove_consistency(head.game, first, second));
  v1::ProofView view;
  view.set_kind("CONSISTENCY");
  view.set_first(count32(first));
  add_checkpoint(view, note.checkpoint, proof.path);
  const ledger::ConsistencyFile file{first, second, proof.path, note.note.encode()};
  return Proven{std::move(view), file.encode()};
}

}  // namespace nomic::tools
