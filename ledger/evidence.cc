// What is kept with a game beside its records: stored, merged, verified.
#include <fmt/format.h>

#include "bundle_format.h"
#include "errors.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/checkpoint.h"
#include "prover.h"
#include "self.h"
#include "verify.h"

namespace nomic::ledger {
namespace {

// Two notes that contradict each other may be about a size that this copy does not have.
constexpr std::string_view FORK_EVIDENCE = "fork";

// Signatures come and go under one text; anything else is told apart by its bytes.
Hash identity_of(const BundleEvidence& evidence) {
  std::string_view said = evidence.bytes;
  auto note = Note::parse(evidence.bytes);
  if (evidence.kind == NOTE_EVIDENCE && note) said = note->text;
  return sha256(fmt::format("{}\n{}", evidence.kind, said));
}

Result<std::string> merged(const std::string& kept, const std::string& added) {
  auto into = Note::parse(kept);
  if (!into) return std::move(into).error();
  auto from = Note::parse(added);
  if (!from) return std::move(from).error();
  for (NoteSignature& each : from->signatures) into->add(std::move(each));
  std::string bytes = into->encode();
  if (auto whole = Note::parse(bytes); !whole) return std::move(whole).error();
  return bytes;
}

// That a note names the root that the game had at its size.
Status check_note(const BundleEvidence& evidence, const Hash& root) {
  auto said = CheckpointNote::parse(evidence.bytes);
  if (!said) return std::move(said).error();
  if (said->checkpoint.size != evidence.size || said->checkpoint.root != root) {
    return fail(ErrorCode::BAD_NOTE,
                fmt::format("the note names root {} at {} records; the game has root {} at {}",
                            said->checkpoint.root.hex(), said->checkpoint.size, root.hex(), evidence.size),
                "it is of another history: compare the copies");
  }
  return Done{};
}

}  // namespace

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
  if (auto status = cursor->status(); !status) return std::move(status).error();
  return found;
}

Result<Row> Ledger::Self::evidence_row(const GameId& game, const BundleEvidence& evidence) {
  if (!is_well_formed(evidence)) {
    return fail(ErrorCode::BAD_INPUT, "a piece of evidence has a kind of a to z and 1 byte to 1 MiB of content");
  }
  Row row{Table::CATALOG, evidence_key(game, evidence.size, identity_of(evidence)), {}};
  EvidenceRow content{evidence.kind, evidence.bytes};
  if (evidence.kind == NOTE_EVIDENCE) {
    auto kept = store->get(Table::CATALOG, row.key);
    if (!kept) return std::move(kept).error();
    if (*kept) {
      auto before = decode_evidence_row(**kept);
      if (!before) return std::move(before).error();
      auto both = merged(before->content, evidence.bytes);
      if (!both) return std::move(both).error();
      content.content = *std::move(both);
    }
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
  auto row = self_->game(game);
  if (!row) return std::move(row).error();
  if (evidence.size > row->size() && evidence.kind != FORK_EVIDENCE) {
    return fail(ErrorCode::BAD_INPUT,
                fmt::format("the evidence is about {} records; the game has {}", evidence.size, row->size()),
                "import the longer copy first");
  }
  if (evidence.kind == NOTE_EVIDENCE) {
    auto root = root_at(game, evidence.size);
    if (!root) return std::move(root).error();
    if (auto fits = check_note(evidence, *root); !fits) return fits;
  }
  auto added = self_->evidence_row(game, evidence);
  if (!added) return std::move(added).error();
  Batch batch;
  batch.condition_key = game_key(game);
  batch.condition_value = encode(*row);
  batch.commit = self_->store->committed();
  batch.rows.push_back(*std::move(added));
  return self_->store->write(batch);
}

void Verifier::check_evidence() {
  const std::string begin = EVIDENCE_ROWS + prefix_;
  const auto cursor = store_.scan(Table::CATALOG, begin, after_prefix(begin));
  for (; cursor->valid(); cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != begin.size() + 8 + Hash::SIZE) {
      fault("evidence", "a piece of evidence has a malformed key");
      continue;
    }
    auto row = decode_evidence_row(cursor->value());
    if (!row) {
      fault("evidence", row.error().what);
      continue;
    }
    const BundleEvidence kept{row->kind, from_big_endian(key.substr(begin.size(), 8)), row->content};
    if (!is_well_formed(kept) || key.substr(begin.size() + 8) != identity_of(kept).raw()) {
      fault("evidence",
            fmt::format("evidence about {} records lies elsewhere than where its content puts it", kept.size));
      continue;
    }
    if (kept.kind == FORK_EVIDENCE || (importing_ && kept.size > row_.size())) continue;
    if (kept.size > row_.size()) {
      fault("beyond", fmt::format("there is evidence about {} records; the catalog counts {}", kept.size, row_.size()));
      continue;
    }
    if (kept.kind != NOTE_EVIDENCE || done_ != row_.size()) continue;
    auto root = Prover(store_, row_.game, row_.size()).root(kept.size);
    if (!root) continue;  // what is missing was said already
    if (auto fits = check_note(kept, *root); !fits) fault("evidence", fits.error().what);
  }
  ended_well(*cursor, "the table of the catalog");
}

}  // namespace nomic::ledger
