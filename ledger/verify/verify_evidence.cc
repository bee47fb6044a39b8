// Verifying what is kept with a game beside its records.
#include <fmt/format.h>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/bundle/evidence.h"
#include "nomic/ledger/proofs/prover.h"
#include "verify.h"

namespace nomic::ledger {

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
    if (!root) says_nothing(root.error());
    if (!root) continue;  // what is missing was said already
    if (auto fits = check_note(kept, *root); !fits) fault("evidence", fits.error().what);
  }
  ended_well(*cursor, "the table of the catalog");
}

}  // namespace nomic::ledger
