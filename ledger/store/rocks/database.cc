#include "nomic/ledger/store/rocks/database.h"

#include <rocksdb/write_batch.h>

#include <exception>

#include "nomic/ledger/store/rocks/options.h"
#include "waiting_logs.h"

namespace nomic::ledger {
namespace {

// RocksDB compares no slice of nowhere.
rocksdb::Slice slice(std::string_view bytes) {
  return {bytes.data() == nullptr ? "" : bytes.data(), bytes.size()};
}
std::string_view view(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

class RocksCursor final : public Cursor {
 public:
  RocksCursor(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family, std::string_view from, std::string_view until,
              Database::Snapshot* at)
      : until_(until), bound_(until_) {
    rocksdb::ReadOptions options;
    options.snapshot = at;
    if (!until_.empty()) options.iterate_upper_bound = &bound_;
    // A damaged block must not be told from the end by whoever forgets to look.
    options.verify_checksums = true;
    rows_.reset(db.NewIterator(options, family));
    rows_->Seek(slice(from));
  }
  [[nodiscard]] bool valid() const override { return rows_->Valid(); }
  [[nodiscard]] std::string_view key() const override { return view(rows_->key()); }
  [[nodiscard]] std::string_view value() const override { return view(rows_->value()); }
  void next() override { rows_->Next(); }
  Status status() const override {
    const RocksStatus status = rows_->status();
    if (!status) return status.error("read");
    return Done{};
  }

 private:
  std::string until_;
  rocksdb::Slice bound_;
  std::unique_ptr<rocksdb::Iterator> rows_;
};

class EmptyCursor final : public Cursor {
 public:
  [[nodiscard]] bool valid() const override { return false; }
  [[nodiscard]] std::string_view key() const override { return {}; }
  [[nodiscard]] std::string_view value() const override { return {}; }
  void next() override {}
  Status status() const override { return Done{}; }
};

// A table that RocksDB cannot even iterate.
class FailedCursor final : public Cursor {
 public:
  explicit FailedCursor(Error error) : error_(std::move(error)) {}
  [[nodiscard]] bool valid() const override { return false; }
  [[nodiscard]] std::string_view key() const override { return {}; }
  [[nodiscard]] std::string_view value() const override { return {}; }
  void next() override {}
  Status status() const override { return error_; }

 private:
  Error error_;
};

RocksStatus open_as(const std::string& folder, OpenAs how, rocksdb::DBOptions options,
                    const std::vector<rocksdb::ColumnFamilyDescriptor>& tables,
                    std::vector<rocksdb::ColumnFamilyHandle*>& handles, rocksdb::DB** db) {
  switch (how) {
    case OpenAs::NEW:
      options.create_if_missing = true;
      options.create_missing_column_families = true;
      options.error_if_exists = true;
      return rocksdb::DB::Open(options, folder, tables, &handles, db);
    case OpenAs::WRITER:
      options.wal_recovery_mode = rocksdb::WALRecoveryMode::kAbsoluteConsistency;
      options.avoid_flush_during_recovery = !count_waiting_logs(folder).should_flush();
      return rocksdb::DB::Open(options, folder, tables, &handles, db);
    case OpenAs::REPAIRING:
      options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
      options.avoid_flush_during_recovery = false;
      return rocksdb::DB::Open(options, folder, tables, &handles, db);
    case OpenAs::VIEW:
      options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
      return rocksdb::DB::OpenForReadOnly(options, folder, tables, &handles, db);
    case OpenAs::READER:
      break;
  }
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  // The second folder is for the reader's info log, of which there is none.
  return rocksdb::DB::OpenAsSecondary(options, folder, "/nonexistent", tables, &handles, db);
}

// The tables of a store that was made before there was an index.
std::vector<rocksdb::ColumnFamilyDescriptor> families_without_index() {
  auto tables = families();
  tables.pop_back();
  return tables;
}

bool changes_nothing(OpenAs how) {
  return how == OpenAs::VIEW || how == OpenAs::READER;
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& folder, OpenAs how, rocksdb::Env* env) {
  std::unique_ptr<Database> database(new Database);
  try {
    const rocksdb::DBOptions options = database_options(env);
    rocksdb::DB* db = nullptr;
    RocksStatus status = open_as(folder, how, options, families(), database->families_, &db);
    if (status.is_invalid() && open_as(folder, how, options, families_without_index(), database->families_, &db)) {
      database->db_.reset(db);
      if (changes_nothing(how)) return database;
      status = database->add_index();
    }
    if (!database->db_) database->db_.reset(db);
    if (!status) return status.error("open");
  } catch (const std::exception& thrown) {
    return error_of(thrown, "open");
  }
  if (database->families_.size() != TABLES) return damaged("the store does not have its five tables");
  return database;
}

RocksStatus Database::add_index() {
  const rocksdb::ColumnFamilyDescriptor index = families().back();
  rocksdb::ColumnFamilyHandle* handle = nullptr;
  RocksStatus status = db_->CreateColumnFamily(index.options, index.name, &handle);
  if (status) families_.push_back(handle);
  return status;
}

Database::~Database() {
  if (!db_) return;
  // RocksDB asserts that what it has opened is whole, and would end the process: what is left then goes with it.
  if (memory_was_short()) {
    static_cast<void>(db_.release());
    return;
  }
  // Nothing is in memory that is not in the log: there is nothing to save here, and nothing to report.
  for (auto* handle : families_) static_cast<void>(db_->DestroyColumnFamilyHandle(handle));
  static_cast<void>(db_->Close());
}

Result<std::optional<std::string>> Database::get_any(Table table, std::string_view key, Snapshot* at) {
  if (!has(table)) return std::optional<std::string>{};
  try {
    rocksdb::ReadOptions options;
    options.snapshot = at;
    std::string value;
    const RocksStatus status = db_->Get(options, family(table), slice(key), &value);
    if (status.not_found()) return std::optional<std::string>{};
    if (!status) return status.error("read");
    return std::optional<std::string>{std::move(value)};
  } catch (const std::exception& thrown) {
    return error_of(thrown, "read");
  }
}

std::unique_ptr<Cursor> Database::scan_any(Table table, std::string_view from, std::string_view until, Snapshot* at) {
  if (!has(table) || is_empty(from, until)) return std::make_unique<EmptyCursor>();
  try {
    return std::make_unique<RocksCursor>(*db_, family(table), from, until, at);
  } catch (const std::exception& thrown) {
    return std::make_unique<FailedCursor>(error_of(thrown, "read"));
  }
}

Result<std::optional<Row>> Database::last_any(Table table, std::string_view from, std::string_view until,
                                              Snapshot* at) {
  if (!has(table) || is_empty(from, until)) return std::optional<Row>{};
  try {
    rocksdb::ReadOptions options;
    options.snapshot = at;
    const rocksdb::Slice lower = slice(from);
    const rocksdb::Slice upper = slice(until);
    options.iterate_lower_bound = &lower;
    if (!until.empty()) options.iterate_upper_bound = &upper;
    const std::unique_ptr<rocksdb::Iterator> rows(db_->NewIterator(options, family(table)));
    rows->SeekToLast();
    const RocksStatus status = rows->status();
    if (!status) return status.error("read");
    if (!rows->Valid()) return std::optional<Row>{};
    return std::optional<Row>{Row{table, rows->key().ToString(), rows->value().ToString()}};
  } catch (const std::exception& thrown) {
    return error_of(thrown, "read");
  }
}

namespace {

// After the store's own rows.
constexpr std::string_view GIVEN("\1", 1);

bool is_own(Table table, std::string_view key) {
  return table == Table::CATALOG && key < GIVEN;
}

}  // namespace

Result<std::optional<std::string>> Database::get(Table table, std::string_view key, Snapshot* at) {
  if (is_own(table, key)) return std::optional<std::string>{};
  return get_any(table, key, at);
}

std::unique_ptr<Cursor> Database::scan(Table table, std::string_view from, std::string_view until, Snapshot* at) {
  return scan_any(table, is_own(table, from) ? GIVEN : from, until, at);
}

Result<std::optional<Row>> Database::last(Table table, std::string_view from, std::string_view until, Snapshot* at) {
  return last_any(table, is_own(table, from) ? GIVEN : from, until, at);
}

Result<std::optional<std::string>> Database::get_own(std::string_view key) {
  return get_any(Table::CATALOG, key, nullptr);
}

std::unique_ptr<Cursor> Database::scan_own(std::string_view from) {
  return scan_any(Table::CATALOG, from, GIVEN, nullptr);
}

Result<std::optional<Row>> Database::last_own() {
  return last_any(Table::CATALOG, "", GIVEN, nullptr);
}

RocksStatus Database::write(const std::vector<const Row*>& rows, const rocksdb::WriteOptions& options) {
  rocksdb::WriteBatch batch;
  for (const Row* row : rows) {
    RocksStatus status = row->value ? batch.Put(family(row->table), slice(row->key), slice(*row->value))
                                    : batch.Delete(family(row->table), slice(row->key));
    if (!status) return status;
  }
  return db_->Write(options, &batch);
}

RocksStatus Database::write(const std::vector<const Row*>& rows) {
  rocksdb::WriteOptions options;
  options.sync = true;
  return write(rows, options);
}

RocksStatus Database::write_unlogged(const std::vector<const Row*>& rows) {
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  return write(rows, options);
}

RocksStatus Database::ingest(const std::array<std::vector<std::string>, TABLES>& files) {
  std::vector<rocksdb::IngestExternalFileArg> args;
  args.reserve(TABLES);
  for (std::size_t table = 0; table < TABLES; ++table) {
    if (files.at(table).empty()) continue;
    rocksdb::IngestExternalFileArg arg;
    arg.column_family = families_.at(table);
    arg.external_files = files.at(table);
    arg.options.move_files = true;
    // The files stay as they were checksummed.
    arg.options.write_global_seqno = false;
    args.push_back(std::move(arg));
  }
  if (args.empty()) return rocksdb::Status::OK();
  return db_->IngestExternalFiles(args);
}

RocksStatus Database::flush() {
  rocksdb::FlushOptions options;
  options.wait = true;
  return db_->Flush(options, families_);
}

RocksStatus Database::begin_flush() {
  rocksdb::FlushOptions options;
  options.wait = false;
  options.allow_write_stall = true;
  return db_->Flush(options, families_);
}

RocksStatus Database::verify_files() {
  return db_->VerifyFileChecksums(rocksdb::ReadOptions());
}

}  // namespace nomic::ledger
