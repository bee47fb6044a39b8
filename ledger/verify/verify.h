// Verifying a game: everything recomputed from its records, and compared with everything kept beside them.
//
// The records are read once, in order; what is kept in the same order is read beside them, so that memory does not grow
// with the game. The tables that grow with the game in another order are read a few rows at a time between the records:
// whoever derives the game beside has then not to wait for them at the end. Faults are collected, not stopped at, up to
// a limit, and reported by table, whatever came first.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/log/chain_check.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/requests.h"
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

// What the records of a request are known by, whoever tells of them: the catalog or the records.
Hash request_hash(const RequestName& name, std::uint64_t first, std::uint32_t count);

// What a Verifier passes on of what it reads. Each may be empty.
struct VerifyTaps {
  std::function<void(std::uint64_t done)> progress = {};
  // Each record that is shown, in order, until it returns false or anything was found to be wrong.
  std::function<bool(const StoredRecord& record)> record = {};
  // Each sound row of the index, of the records that are shown.
  std::function<void(const IndexRowView& row)> index_row = {};
  std::uint64_t shown = 0;  // records
  VerifyScope scope = VerifyScope::LEDGER;
};

class Verifier {
 public:
  // `row`: the game's entry as the catalog holds it.
  Verifier(Store& store, const GameRow& row, VerifyTaps taps);

  // What is wrong. OUT_OF_MEMORY where something could not be looked at for want of it: nothing is known then.
  Result<std::vector<Fault>> run();

 private:
  // Records of one request, one after the other.
  struct Run {
    RequestName name;
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };

  // The rows of a table, read a few at a time, and what was found among them.
  struct Beside {
    std::unique_ptr<Cursor> rows;
    std::vector<Fault> faults;
  };

  void check_records();
  void check_record(std::uint64_t index, std::string_view bytes);
  Result<std::optional<Hash>> leaf_at(std::uint64_t index);
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
  void check_reach();
  // Of the digests and of the index: the next row; then, after the last record, all that are left.
  void check_digest();
  void check_index_row();
  void check_beside();
  void finish_beside(Beside& table, void (Verifier::*check)(), std::string_view what);
  void check_evidence();
  void check_appends_kept();
  void check_name();
  void check_ways_of(char kind);
  void check_foreign();
  void check_foreign(Table table, const std::string& prefix);

  // Passes the record that was just decoded on.
  void pass_on(const Hash& leaf, std::string_view bytes);

  // The next append of this game, from the catalog's rows.
  void next_append();

  void fault(std::string check, std::string what, std::optional<std::uint64_t> index = {});
  // What could not be read is a fault, unless that says nothing of the ledger, since memory was short or its server is
  // away: then run() ends with that.
  bool says_nothing(const Error& error);
  void unreadable(std::string check, const Error& error, std::optional<std::uint64_t> index = {});
  // A ledger that is damaged all over need not be described to the end.
  static constexpr std::size_t MOST_FAULTS = 100;
  [[nodiscard]] bool full() const { return faults_.size() >= MOST_FAULTS; }
  static void fault_of(Beside& table, std::string check, std::string what, std::optional<std::uint64_t> index = {});
  // False, and a fault, if the cursor ended for an error.
  bool ended_well(const Cursor& cursor, std::string_view what);

  Store& store_;
  const GameRow row_;
  const std::string prefix_;  // of this game's keys in all tables but the catalog
  VerifyTaps taps_;
  std::vector<Fault> faults_;
  std::optional<Error> want_;  // of memory, or of the server
  bool importing_ = false;     // an import was begun: what lies beyond the game's end is its

  RecordDecoder decoder_;
  RecordParts parts_;
  StoredRecord passed_;
  Beside digests_;
  Beside index_;
  ChainCheck chain_;
  SignatureBatch signatures_;
  TileBuilder tree_;
  std::uint64_t done_ = 0;

  std::unique_ptr<Cursor> appends_;
  std::optional<AppendRow> append_;
  std::uint64_t append_size_ = 0;  // of the game, after the append before

  Run run_;
  HashSum requests_recorded_;
  HashSum requests_kept_;
};

}  // namespace nomic::ledger
