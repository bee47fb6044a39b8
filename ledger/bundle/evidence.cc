#include "nomic/ledger/bundle/evidence.h"

#include <fmt/format.h>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/log/self.h"

namespace nomic::ledger {
namespace {

// The note that is kept, with the signatures of another over the same text: those that were verified first.
Result<std::string> merged(const std::optional<std::string>& kept, const std::string& added,
                           const std::vector<NoteSignature>& verified) {
  auto note = Note::parse(added);
  if (!note) return std::move(note).error();
  if (kept) {
    auto before = Note::parse(*kept);
    if (!before) return std::move(before).error();
    before->add_unverified(note->signatures);
    *note = *std::move(before);
  }
  if (!verified.empty()) note->put_first(verified);
  return note->encode();
}

}  // namespace

Hash identity_of(const BundleEvidence& evidence) {
  std::string_view claimed = evidence.bytes;
  auto note = Note::parse(evidence.bytes);
  if (evidence.kind == NOTE_EVIDENCE && note) claimed = note->text;
  return sha256(fmt::format("{}\n{}", evidence.kind, claimed));
}

Status check_note(const BundleEvidence& evidence, const Hash& root) {
  auto claimed = CheckpointNote::parse(evidence.bytes);
  if (!claimed) return std::move(claimed).error();
  if (claimed->checkpoint.size != evidence.size || claimed->checkpoint.root != root) {
    return fail(ErrorCode::BAD_NOTE,
                fmt::format("the note names root {} at {} records; the game has root {} at {}",
                            claimed->checkpoint.root.hex(), claimed->checkpoint.size, root.hex(), evidence.size),
                "it is of another history: compare the copies");
  }
  return Done{};
}

Result<std::vector<BundleEvidence>> Ledger::Self::evidence(const GameId& game) {
  std::vector<BundleEvidence> found;
  const std::string prefix = EVIDENCE_ROWS + game.hash.raw();
  const auto cursor = store->scan(Table::CATALOG, prefix, after_prefix(prefix));
  for (; cursor->valid(); cursor->next()) {
    auto row = decode_evidence_row(cursor->value());
    if (!row) return std::move(row).error();
    if (cursor->key().size() != prefix.size() + 8 + Hash::SIZE)
      return damaged("evidence of a game has a malformed key");
    found.push_back(
        {std::move(row->kind), from_big_endian(cursor->key().substr(prefix.size(), 8)), std::move(row->content)});
  }
  NOMIC_TRY(cursor->status());
  return found;
}

Result<Row> Ledger::Self::evidence_row(const GameId& game, const BundleEvidence& evidence,
                                       const std::vector<NoteSignature>& verified) {
  if (!is_well_formed(evidence)) {
    return fail(ErrorCode::BAD_INPUT, "a piece of evidence has a kind of a to z and 1 byte to 1 MiB of content");
  }
  Row row{Table::CATALOG, evidence_key(game, evidence.size, identity_of(evidence)), {}};
  EvidenceRow content{evidence.kind, evidence.bytes};
  if (evidence.kind == NOTE_EVIDENCE) {
    auto kept = store->get(Table::CATALOG, row.key);
    if (!kept) return std::move(kept).error();
    std::optional<std::string> before;
    if (*kept) {
      auto decoded = decode_evidence_row(**kept);
      if (!decoded) return std::move(decoded).error();
      before = std::move(decoded->content);
    }
    auto both = merged(before, evidence.bytes, verified);
    if (!both) return std::move(both).error();
    content.content = *std::move(both);
  }
  row.value = encode(content);
  return row;
}

Result<std::vector<BundleEvidence>> Ledger::evidence(const GameId& game) {
  auto row = self_->game(game);
  if (!row) return std::move(row).error();
  return self_->evidence(game);
}

Status Ledger::keep_evidence(const GameId& game, const BundleEvidence& evidence) {
  return self_->keep(*this, game, evidence, {});
}

Status Ledger::keep_note(const GameId& game, const CheckpointNote& note, const std::vector<VerifierKey>& trusted) {
  // All that bear a trusted key's name and ID hold, or this fails.
  auto good = verify_note(note.note, trusted);
  if (!good) return std::move(good).error();
  return self_->keep(*this, game, {std::string(NOTE_EVIDENCE), note.checkpoint.size, note.note.encode()},
                     note.note.by(trusted));
}

Status Ledger::Self::keep(Ledger& ledger, const GameId& id, const BundleEvidence& evidence,
                          const std::vector<NoteSignature>& verified) {
  auto row = game(id);
  if (!row) return std::move(row).error();
  if (evidence.size > row->size() && evidence.kind != FORK_EVIDENCE) {
    return fail(ErrorCode::BAD_INPUT,
                fmt::format("the evidence is about {} records; the game has {}", evidence.size, row->size()),
                "import the longer copy first");
  }
  if (evidence.kind == NOTE_EVIDENCE) {
    auto root = ledger.root_at(id, evidence.size);
    if (!root) return std::move(root).error();
    NOMIC_TRY(check_note(evidence, *root));
  }
  auto added = evidence_row(id, evidence, verified);
  if (!added) return std::move(added).error();
  Batch batch;
  batch.condition_key = game_key(id);
  batch.condition_value = encode(*row);
  batch.rows.push_back(*std::move(added));
  return store->write(batch);
}

}  // namespace nomic::ledger
