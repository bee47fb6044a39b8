// Importing: once a bundle is verified and loaded beside, one append makes it count.
//
//     1. the bundle is read, verified, and its new rows written outside the store
//     2. an entry in the catalog says that an import is under way         (synced)
//     3. the rows become part of the store, beyond the end of the game    (all or none)
//     4. whoever imports may look at the game as it would be, and refuse it
//     5. one append moves the game's end over them and removes the entry  (synced, with the mark)
//
// Whatever ends the process between 2 and 5 leaves rows that count for nothing; the next writer removes them. Where a
// store has other writers there is no 2: what is loaded is seen by nobody else before 5, and goes with the process.
#include <fmt/format.h>

#include <algorithm>

#include "importer.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/game_name.h"
#include "nomic/ledger/limits.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/signer.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t ROWS_AT_ONCE = 4096;

Status check_name(const std::string& name) {
  if (!name.empty() && name.size() <= GAME_NAME_LIMIT && is_utf8(name)) return Done{};
  return fail(ErrorCode::BAD_INPUT, fmt::format("a game's name is 1 to {} bytes of UTF-8", GAME_NAME_LIMIT),
              "choose one with --name");
}

}  // namespace

// What was loaded goes, with all that was written of the import, unless it is done.
class Ledger::Self::LoadGuard {
 public:
  explicit LoadGuard(Self& self) : self_(&self) {}
  ~LoadGuard() {
    if (self_ == nullptr) return;
    self_->store->drop_load();
    static_cast<void>(self_->sweep());
  }
  LoadGuard(const LoadGuard&) = delete;
  LoadGuard& operator=(const LoadGuard&) = delete;
  void done() { self_ = nullptr; }

 private:
  Self* self_;
};

Status Ledger::Self::check_free(const std::string& name, const GameId& game) {
  NOMIC_ASSIGN(auto other, named(name));
  if (!other) return Done{};
  if (other->game == game) {
    return fail(ErrorCode::SIZE_MISMATCH,
                fmt::format("game '{}' ({}) was taken in by another meanwhile", name, short_id(game)),
                "repeat: it goes on from what is there");
  }
  return fail(ErrorCode::GAME_NAME_TAKEN,
              fmt::format("the ledger holds another game '{}' already ({})", name, short_id(other->game)),
              "choose another name for the one to be imported: --name NAME");
}

Result<Imported> Ledger::import_from(BundleSource& source, const ImportRequest& request,
                                     const std::function<void(std::uint64_t done)>& progress) {
  NOMIC_TRY(self_->sweep());
  Importer importer(*self_->store, self_->seen);
  BundleChecker checker(source, &importer, progress);
  NOMIC_ASSIGN(auto report, checker.run());
  if (report.fault) return bundle_error(*report.fault);
  const std::uint64_t size = std::max(importer.own_size(), report.size);
  if (auto done = importer.check_history(size); !done) {
    if (importer.forked_at()) self_->keep_fork(importer);
    return std::move(done).error();
  }
  if (report.size > importer.own_size()) {
    return self_->finish_import(importer, report, request, checker);
  }
  // No more records than are here; perhaps notes.
  NOMIC_TRY(self_->check_known(*importer.own()));
  NOMIC_TRY(self_->keep_beside(importer));
  NOMIC_TRY(confirm(importer.own()->game));
  return Imported{head_of(*importer.own()), importer.own_size(), report.size, report.signatures, report.following};
}

Result<Imported> Ledger::Self::finish_import(Importer& importer, const BundleReport& report,
                                             const ImportRequest& request, const BundleChecker& checker) {
  GameRow after;
  if (importer.own()) {
    after = *importer.own();
    if (auto known = seen.recall(report.game); known && *known && (*known)->size <= after.size()) {
      NOMIC_TRY(compare(after, **known, seen.file(report.game)));
    }
  } else {
    after.game = report.game;
    after.name = request.name.empty() ? report.label : request.name;
    if (!can_be_named(after.game, after.name)) after.name = name_after_identity(after.game);
    NOMIC_TRY(check_name(after.name));
    NOMIC_TRY(check_free(after.name, after.game));
  }
  after.frontier = checker.frontier();
  after.head_hash = report.head_hash;
  after.recorded_at = report.recorded_at;

  // Where others write, what is loaded is nobody else's before it counts.
  const bool alone = !store->has_other_writers();
  if (alone) NOMIC_TRY(begin_import(report.game, importer.own_size()));

  Batch batch;
  // Unless it is written, the ledger is as it was, whether this can be said now or only by the next writer.
  LoadGuard guard(*this);
  NOMIC_TRY(importer.take_in(batch.rows));
  NOMIC_TRY(preview(after, importer.own_size(), request, batch.rows));
  NOMIC_ASSIGN(auto group, evidence_batches(after.game, importer.kept_beside(), {}));
  for (Tile& tile : checker.unfinished()) {
    batch.rows.push_back({Table::TILES, tile_key(after.game, tile.id), std::move(tile.bytes)});
  }
  batch.rows.push_back({Table::CATALOG, game_key(after.game), encode(after)});
  batch.witness = append_key(after.game, after.size());
  batch.rows.push_back({Table::CATALOG, batch.witness,
                        encode(AppendRow{after.game, after.size(), importer.own_size(), after.head_hash})});
  if (alone) batch.rows.push_back({Table::CATALOG, import_key(report.game), std::nullopt});
  batch.condition_key = game_key(after.game);
  batch.condition_value = importer.own_value();
  left.erase(after.game);
  group.push_back(std::move(batch));
  if (auto written = store->write_group(group); !written) {
    // What may have happened is not to be undone.
    if (written.error().code == ErrorCode::OUTCOME_UNKNOWN) guard.done();
    const bool is_overtaken = written.error().code == ErrorCode::SIZE_MISMATCH && !importer.own();
    if (is_overtaken) NOMIC_TRY(check_free(after.name, after.game));
    return std::move(written).error();
  }
  guard.done();
  checked.insert(after.game);
  remember(after);
  return Imported{head_of(after), importer.own_size(), report.size, report.signatures, report.following};
}

Status Ledger::Self::begin_import(const GameId& game, std::uint64_t size) {
  Batch begun;
  begun.condition_key = import_key(game);
  begun.rows.push_back({Table::CATALOG, import_key(game), encode(ImportRow{size})});
  return store->write(begun);
}

Status Ledger::Self::preview(const GameRow& after, std::uint64_t before, const ImportRequest& request,
                             std::vector<Row>& rows) {
  previewed = after;
  Status admitted = request.admits ? request.admits(head_of(after), before) : Status(Done{});
  std::optional<Hash> kin;
  if (admitted && before == 0 && request.kin) {
    auto told = request.kin(head_of(after));
    if (told) {
      kin = *told;
    } else {
      admitted = std::move(told).error();
    }
  }
  previewed.reset();
  if (admitted && before == 0) add_ways(after, kin, rows);
  return admitted;
}

Status Ledger::Self::keep_beside(const Importer& importer) {
  NOMIC_ASSIGN(auto batches, evidence_batches(importer.own()->game, importer.kept_beside(), {}));
  return batches.empty() ? Status(Done{}) : store->write_group(batches);
}

// The newest note of each side that the other's records contradict. Where they cannot be kept the fork is told all the
// same.
void Ledger::Self::keep_fork(const Importer& importer) {
  const auto newest = [&](const std::vector<BundleEvidence>& evidence) -> const BundleEvidence* {
    const BundleEvidence* found = nullptr;
    for (const BundleEvidence& each : evidence) {
      if (each.kind == NOTE_EVIDENCE && each.size > *importer.forked_at()) found = &each;
    }
    return found;
  };
  auto here = evidence(importer.own()->game);
  if (!here) return;
  const BundleEvidence* ours = newest(*here);
  const BundleEvidence* theirs = newest(importer.kept_beside());
  if (ours == nullptr || theirs == nullptr) return;
  const BundleEvidence fork{"fork", *importer.forked_at(), SignerMemory::fork_evidence(ours->bytes, theirs->bytes)};
  const auto batches = evidence_batches(importer.own()->game, {fork}, {});
  if (batches && !batches->empty()) static_cast<void>(store->write_group(*batches));
}

Status Ledger::Self::sweep() {
  if (store->has_other_writers()) return Done{};
  const std::string prefix(1, IMPORT_ROWS);
  for (;;) {
    NOMIC_ASSIGN(auto found, store->last(Table::CATALOG, prefix, after_prefix(prefix)));
    if (!found) return Done{};
    const auto game = Hash::from_raw(std::string_view(found->key).substr(1));
    if (!game) return damaged("an import's key in the catalog is malformed");
    NOMIC_TRY(sweep({*game}, found->value.value_or("")));
  }
}

// In batches, so that memory does not grow with what lies there; the entry goes with the last.
Status Ledger::Self::sweep(const GameId& game, const std::string& value) {
  NOMIC_ASSIGN(auto begun, decode_import(value));
  const std::uint64_t size = begun.size;
  Batch batch;
  batch.condition_key = import_key(game);
  batch.condition_value = value;
  const auto remove = [&](Table table, const std::string& from, const std::string& until,
                          const std::function<bool(const Cursor&)>& goes) -> Status {
    const auto cursor = store->scan(table, from, until);
    for (; cursor->valid(); cursor->next()) {
      // The row that the cursor stands on is not among those that go now.
      if (batch.rows.size() >= ROWS_AT_ONCE) {
        NOMIC_TRY(store->write(batch));
        batch.rows.clear();
      }
      if (goes(*cursor)) batch.rows.push_back({table, std::string(cursor->key()), std::nullopt});
    }
    return cursor->status();
  };
  const std::string prefix = game.hash.raw();
  const std::string end = after_prefix(prefix);
  const auto any = [](const Cursor& /*row*/) { return true; };
  const auto beyond_tile = [&](const Cursor& row) {
    if (row.key().size() != prefix.size() + 9) return false;
    const auto level = static_cast<std::uint8_t>(row.key()[prefix.size()]);
    return from_big_endian(row.key().substr(prefix.size() + 1)) >= full_tiles(level, size);
  };
  const auto beyond_request = [&](const Cursor& row) {
    auto note = decode_request(row.value());
    return note && note->first >= size;
  };
  const std::string requests = requests_prefix(game);
  NOMIC_TRY(remove(Table::RECORDS, record_key(game, size), end, any));
  NOMIC_TRY(remove(Table::TILES, prefix, end, beyond_tile));
  NOMIC_TRY(remove(Table::CATALOG, requests, after_prefix(requests), beyond_request));
  batch.rows.push_back({Table::CATALOG, import_key(game), std::nullopt});
  return store->write(batch);
}

}  // namespace nomic::ledger
