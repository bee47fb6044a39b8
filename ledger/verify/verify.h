// Verifying a game: everything recomputed from its records, and compared with everything kept beside them.
//
// The records are read once, in order; what is kept in the same order is read beside them, so that memory does not grow
// with the game. Faults are collected, not stopped at, up to a limit.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/log/signature_batch.h"
#include "nomic/ledger/log/tiles.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

// Sums of hashes, to compare two collections whose orders differ without keeping either.
class HashSum {
 public:
  void add(const Hash& hash);
  friend bool operator==(const HashSum&, const HashSum&) = default;

 private:
  std::array<std::uint64_t, 4> sum_{};
};

// What the records bearing a request ID are known by, whoever tells of them: the catalog or the records.
Hash request_hash(std::string_view id, std::uint64_t first, std::uint32_t count);

class Verifier {
 public:
  // `row`: the game's entry as the catalog holds it.
  Verifier(Store& store, const GameRow& row, std::function<void(std::uint64_t)> progress);

  std::vector<Fault> run();

 private:
  // Records that bear one request ID, one after the other.
  struct Run {
    std::string id;
    std::uint64_t first = 0;
    std::uint32_t count = 0;
    bool is_signed = false;
  };

  void check_records();
  void check_record(std::uint64_t index, std::string_view bytes);
  void check_links(const Hash& leaf);
  void check_signed();
  void check_seen();
  void follow_appends(std::uint64_t size, const Hash& leaf);
  void follow_requests();
  void end_run();
  void check_head();
  void check_tile(const Tile& tile);

  void check_tiles_kept();
  void check_requests_kept();
  void name_request_faults();
  void check_snapshots();
  void check_chunks(const std::string& from, std::map<Hash, std::uint64_t> named);
  void check_digests();
  void check_index();
  void check_evidence();
  void check_appends_kept();
  void check_foreign();
  void check_foreign(Table table, const std::string& prefix);

  // The next append of this game, from the catalog's rows.
  void next_append();

  void fault(std::string check, std::string what, std::optional<std::uint64_t> index = {});
  // A ledger that is damaged all over need not be described to the end.
  [[nodiscard]] bool full() const { return faults_.size() >= 100; }
  // False, and a fault, if the cursor ended for an error.
  bool ended_well(const Cursor& cursor, std::string_view what);

  Store& store_;
  const GameRow row_;
  const std::string prefix_;  // of this game's keys in all tables but the catalog
  std::function<void(std::uint64_t)> progress_;
  std::vector<Fault> faults_;
  bool importing_ = false;  // an import was begun: what lies beyond the game's end is its

  RecordDecoder decoder_;
  RecordParts parts_;
  std::optional<Hash> previous_;  // leaf of the record before
  std::optional<Micros> previous_time_;
  SignatureBatch signatures_;
  TileBuilder tree_;
  std::uint64_t done_ = 0;

  std::unique_ptr<Cursor> appends_;
  std::optional<AppendRow> append_;
  std::uint64_t last_append_number_ = 0;
  std::uint64_t append_size_ = 0;  // of the game, after the append before

  Run run_;
  HashSum requests_recorded_;
  HashSum requests_kept_;
};

}  // namespace nomic::ledger
