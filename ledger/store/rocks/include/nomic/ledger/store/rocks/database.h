// An open RocksDB database with the ledger's five tables: rows and batches, without marks and locks.
#pragma once

#include <rocksdb/db.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/status.h"

namespace nomic::ledger {

// What begins the keys of the store's own rows, in the table of the catalog (writes.h). No key that a store is given
// begins so.
inline constexpr char OWN_ROWS = '\0';

enum class OpenAs : std::uint8_t {
  NEW,        // makes it
  WRITER,     // as it is; a log that ends anywhere but at a whole record is refused
  REPAIRING,  // for writing; the log is taken up to its first fault and flushed, so that it goes
  VIEW,       // as REPAIRING would show it, changing nothing; no writer may be at work
  READER,     // beside a writer, changing nothing
};

class Database {
 public:
  // Every call may throw whatever RocksDB throws on hostile files; open() turns that into an error.
  static Result<std::unique_ptr<Database>> open(const std::string& folder, OpenAs how, rocksdb::Env* env);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Of the rows as they are, or as they were `at` a snapshot. Any thread.
  using Snapshot = const rocksdb::Snapshot;
  Result<std::optional<std::string>> get(Table table, std::string_view key, Snapshot* at = nullptr);
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until, Snapshot* at = nullptr);
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until, Snapshot* at = nullptr);

  // The store's own rows, which the three above pass over.
  Result<std::optional<std::string>> get_own(std::string_view key);
  std::unique_ptr<Cursor> scan_own(std::string_view from);
  Result<std::optional<Row>> last_own();

  // The rows as they are now, which stay readable until they are released. Any thread; it is quick.
  Snapshot* snapshot() { return db_->GetSnapshot(); }
  void release(Snapshot* snapshot) { db_->ReleaseSnapshot(snapshot); }

  // Synced when it returns.
  RocksStatus write(const std::vector<const Row*>& rows);
  // Neither logged nor synced: for a database that goes with the process.
  RocksStatus write_unlogged(const std::vector<const Row*>& rows);
  // Makes finished tables, made elsewhere on the same disk, part of the database: all of them or none. They move.
  RocksStatus ingest(const std::array<std::vector<std::string>, TABLES>& files);
  // All that is in memory goes into tables, synced.
  RocksStatus flush();
  // The same, later, by another thread. Writing goes on meanwhile.
  RocksStatus begin_flush();
  // Compares every byte of the live tables with the checksums noted when they were made.
  RocksStatus verify_files();

 private:
  Database() = default;
  Result<std::optional<std::string>> get_any(Table table, std::string_view key, Snapshot* at);
  std::unique_ptr<Cursor> scan_any(Table table, std::string_view from, std::string_view until, Snapshot* at);
  Result<std::optional<Row>> last_any(Table table, std::string_view from, std::string_view until, Snapshot* at);
  RocksStatus write(const std::vector<const Row*>& rows, const rocksdb::WriteOptions& options);
  RocksStatus add_index();
  // Whether the table is there: a store that was made before the index, and is opened for reading, has none.
  [[nodiscard]] bool has(Table table) const { return static_cast<std::size_t>(table) < families_.size(); }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* family(Table table) const {
    return families_.at(static_cast<std::size_t>(table));
  }

  std::vector<rocksdb::ColumnFamilyHandle*> families_;
  std::unique_ptr<rocksdb::DB> db_;
};

}  // namespace nomic::ledger
