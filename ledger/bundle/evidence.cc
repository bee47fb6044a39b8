#include "nomic/ledger/bundle/evidence.h"

#include <fmt/format.h>

#include <map>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/checkpoint.h"
#include "nomic/ledger/log/ledger_self.h"

namespace nomic::ledger {
namespace {

// The note that is kept, with the signatures of another over the same text: those that were verified first.
Result<std::string> merged(const std::optional<std::string>& kept, const std::string& added,
                           const std::vector<NoteSignature>& verified) {
  NOMIC_ASSIGN(auto note, Note::parse(added));
  if (kept) {
    NOMIC_ASSIGN(auto before, Note::parse(*kept));
    before.add_unverified(note.signatures);
    note = std::move(before);
  }
  if (!verified.empty()) note.put_first(verified);
  return note.encode();
}

}  // namespace

Hash identity_of(const BundleEvidence& evidence) {
  std::string_view claimed = evidence.bytes;
  auto note = Note::parse(evidence.bytes);
  if (evidence.kind == NOTE_EVIDENCE && note) claimed = note->text;
  return sha256(fmt::format("{}\n{}", evidence.kind, claimed));
}

Status check_note(const BundleEvidence& evidence, const Hash& root) {
  NOMIC_ASSIGN(auto claimed, CheckpointNote::parse(evidence.bytes));
  if (claimed.checkpoint.size != evidence.size || claimed.checkpoint.root != root) {
    return fail(ErrorCode::BAD_NOTE,
                fmt::format("the note names root {} at {} records; the game has root {} at {}",
                            claimed.checkpoint.root.hex(), claimed.checkpoint.size, root.hex(), evidence.size),
                "it is of another history: compare the copies");
  }
  return Done{};
}

Result<std::vector<BundleEvidence>> Ledger::Self::evidence(const GameId& game) {
  std::vector<BundleEvidence> found;
  const std::string prefix = EVIDENCE_ROWS + game.hash.raw();
  const auto cursor = store->scan(Table::CATALOG, prefix, after_prefix(prefix));
  for (; cursor->valid(); cursor->next()) {
    NOMIC_ASSIGN(auto row, decode_evidence_row(cursor->value()));
    if (cursor->key().size() != prefix.size() + 8 + Hash::SIZE)
      return damaged("evidence of a game has a malformed key");
    found.push_back(
        {std::move(row.kind), from_big_endian(cursor->key().substr(prefix.size(), 8)), std::move(row.content)});
  }
  NOMIC_TRY(cursor->status());
  return found;
}

namespace {

// The row's value with this piece in it, over what is kept there.
Result<std::string> value_with(const BundleEvidence& evidence, const std::optional<std::string>& kept,
                               const std::vector<NoteSignature>& verified) {
  if (evidence.kind != NOTE_EVIDENCE) return encode(EvidenceRow{evidence.kind, evidence.bytes});
  std::optional<std::string> before;
  if (kept) {
    NOMIC_ASSIGN(auto decoded, decode_evidence_row(*kept));
    before = std::move(decoded.content);
  }
  NOMIC_ASSIGN(auto both, merged(before, evidence.bytes, verified));
  return encode(EvidenceRow{evidence.kind, std::move(both)});
}

}  // namespace

Result<std::vector<Batch>> Ledger::Self::evidence_batches(const GameId& game,
                                                          const std::vector<BundleEvidence>& evidence,
                                                          const std::vector<NoteSignature>& verified) {
  std::map<std::string, Batch> batches;  // by the row's key: several may be about one
  for (const BundleEvidence& each : evidence) {
    if (!is_well_formed(each)) {
      return fail(ErrorCode::BAD_INPUT, "a piece of evidence has a kind of a to z and 1 byte to 1 MiB of content");
    }
    std::string key = evidence_key(game, each.size, identity_of(each));
    auto [at, is_first] = batches.try_emplace(key);
    Batch& batch = at->second;
    if (is_first) {
      NOMIC_ASSIGN(auto kept, store->get(Table::CATALOG, key));
      batch.condition_key = key;
      batch.condition_value = kept;
      batch.rows.push_back({Table::CATALOG, std::move(key), std::move(kept)});
    }
    NOMIC_ASSIGN(auto value, value_with(each, batch.rows.front().value, verified));
    batch.rows.front().value = std::move(value);
  }
  std::vector<Batch> changed;
  for (auto& [key, batch] : batches) {
    if (batch.condition_value != batch.rows.front().value) changed.push_back(std::move(batch));
  }
  return changed;
}

Result<std::vector<BundleEvidence>> Ledger::evidence(const GameId& game) {
  NOMIC_TRY(self_->game(game).status());
  return self_->evidence(game);
}

Status Ledger::keep_evidence(const GameId& game, const BundleEvidence& evidence) {
  return self_->keep(*this, game, evidence, {});
}

Status Ledger::keep_note(const GameId& game, const CheckpointNote& note, const std::vector<VerifierKey>& trusted) {
  // All that bear a trusted key's name and ID hold, or this fails.
  NOMIC_TRY(verify_note(note.note, trusted).status());
  return self_->keep(*this, game, {std::string(NOTE_EVIDENCE), note.checkpoint.size, note.note.encode()},
                     note.note.by(trusted));
}

Status Ledger::Self::keep(Ledger& ledger, const GameId& id, const BundleEvidence& evidence,
                          const std::vector<NoteSignature>& verified) {
  NOMIC_ASSIGN(auto row, game(id));
  if (evidence.size > row.size() && evidence.kind != FORK_EVIDENCE) {
    return fail(ErrorCode::BAD_INPUT,
                fmt::format("the evidence is about {} records; the game has {}", evidence.size, row.size()),
                "import the longer copy first");
  }
  if (evidence.kind == NOTE_EVIDENCE) {
    NOMIC_ASSIGN(auto root, ledger.root_at(id, evidence.size));
    NOMIC_TRY(check_note(evidence, root));
  }
  // Of two who add signatures at once neither takes the other's away.
  for (;;) {
    NOMIC_ASSIGN(auto batches, evidence_batches(id, {evidence}, verified));
    auto written = batches.empty() ? Status(Done{}) : store->write_group(batches);
    if (written || written.error().code != ErrorCode::SIZE_MISMATCH) return written;
  }
}

}  // namespace nomic::ledger
