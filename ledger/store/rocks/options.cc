#include "nomic/ledger/store/rocks/options.h"

#include <rocksdb/cache.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <cstdarg>

#include "file_system.h"
#include "nomic/ledger/store.h"
#include "waiting_logs.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t WRITE_BUFFER_BYTES = std::size_t{4} << 20U;
constexpr std::size_t BLOCK_CACHE_BYTES = std::size_t{8} << 20U;
// Smaller logs cost a busy writer more: 256 kB took 6 % more instructions a move than 1 MB, 512 kB takes 3 %.
constexpr std::size_t LOG_BYTES = std::size_t{512} << 10U;
constexpr std::size_t LOG_SPACE_BYTES = std::size_t{64} << 10U;
constexpr std::size_t MANIFEST_BYTES = std::size_t{8} << 10U;

// The series that a row belongs to: its key without the last eight bytes, which are a number that grows. RocksDB keeps
// the rows of a log in a sorted list in memory, and looks for a row's place behind the last row of its series. Without
// that, two thirds of the instructions of reading a log again look for places.
class Series final : public rocksdb::SliceTransform {
 public:
  [[nodiscard]] const char* Name() const override { return "nomic.series"; }
  [[nodiscard]] rocksdb::Slice Transform(const rocksdb::Slice& key) const override {
    return {key.data(), key.size() - NUMBER_BYTES};
  }
  [[nodiscard]] bool InDomain(const rocksdb::Slice& key) const override { return key.size() >= NUMBER_BYTES; }

 private:
  static constexpr std::size_t NUMBER_BYTES = 8;
};

class NoLog final : public rocksdb::Logger {
 public:
  NoLog() : Logger(rocksdb::InfoLogLevel::NUM_INFO_LOG_LEVELS) {}
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, va_list /*values*/) override {}
};

}  // namespace

std::unique_ptr<rocksdb::Env> make_environment(const std::shared_ptr<rocksdb::FileSystem>& base) {
  return rocksdb::NewCompositeEnv(std::make_shared<LedgerFileSystem>(base));
}

rocksdb::DBOptions database_options(rocksdb::Env* env) {
  rocksdb::DBOptions options;
  options.env = env;
  options.info_log = std::make_shared<NoLog>();
  options.create_if_missing = false;
  options.paranoid_checks = true;
  // A failed write is never retried behind our back: its outcome is unknown, and the handle is shut.
  options.max_bgerror_resume_count = 0;
  // Reusing logs would leave old records behind new ones, and partial syncs would acknowledge what is not on the disk.
  options.recycle_log_file_num = 0;
  options.wal_bytes_per_sync = 0;
  options.bytes_per_sync = 0;
  options.max_open_files = -1;
  // Every table stays open, so nobody looks for one among the open ones; and where memory is short, RocksDB takes the
  // room for its usual 64 shards without looking whether it got it.
  options.table_cache_numshardbits = 0;
  // A thread for each file to open costs more than opening it, and an exception in it could not be caught.
  options.max_file_opening_threads = 1;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.skip_stats_update_on_db_open = true;
  options.max_background_jobs = 2;
  options.enable_thread_tracking = false;
  // One append needs no 4 MB set aside.
  options.allow_fallocate = false;
  options.manifest_preallocation_size = LOG_SPACE_BYTES;
  // Every opening reads the list of files with all that was ever added to it and taken away; from this size on a new
  // list is begun. Playing a million records in one go left 2.3 MB of it, three quarters of what a question then took.
  options.max_manifest_file_size = MANIFEST_BYTES;
  // Every opening reads the logs. This is the most that a killed writer leaves, but for its last write. A writer that
  // is less busy flushes sooner (RocksStore).
  options.max_total_wal_size = LOG_BYTES;
  options.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> families() {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(BLOCK_CACHE_BYTES, /*num_shard_bits=*/0);
  // As the check of footers in file_system.cc expects them.
  table.format_version = 5;
  table.checksum = rocksdb::kXXH3;

  rocksdb::ColumnFamilyOptions family;
  family.write_buffer_size = WRITE_BUFFER_BYTES;
  family.memtable_insert_with_hint_prefix_extractor = std::make_shared<Series>();
  family.compaction_style = rocksdb::kCompactionStyleUniversal;
  family.compression = rocksdb::kLZ4Compression;
  family.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  // Of these there is little. Each table that waits to be merged costs every opening, so two are merged at once.
  rocksdb::ColumnFamilyOptions snapshots = family;
  snapshots.level0_file_num_compaction_trigger = 2;
  rocksdb::ColumnFamilyOptions tiles = snapshots;
  tiles.compression = rocksdb::kNoCompression;  // hashes do not compress

  static_assert(TABLES == 5);
  return {{rocksdb::kDefaultColumnFamilyName, family},
          {"records", family},
          {"tiles", tiles},
          {"snapshots", snapshots},
          {"index", family}};
}

}  // namespace nomic::ledger
