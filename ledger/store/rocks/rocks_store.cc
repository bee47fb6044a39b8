#include "nomic/ledger/store/rocks/rocks_store.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <exception>
#include <new>
#include <utility>

#include "file_checks.h"
#include "load.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/rocks/options.h"
#include "sharing.h"
#include "waiting_logs.h"
#include "writes.h"

namespace nomic::ledger {
namespace {

// Room for a batch in the log, once more in a table, and for what RocksDB notes about both.
constexpr std::uint64_t SPARE_BYTES = std::uint64_t{256} << 10U;

// A busy writer does not flush more often by itself. RocksDB does when the log reaches its limit (options.cc).
constexpr std::chrono::milliseconds BETWEEN_FLUSHES{1000};

Error unknown(const std::string& why) {
  return fail(ErrorCode::OUTCOME_UNKNOWN,
              fmt::format("writing failed half way ({}): it may or may not be recorded", why),
              "repeat with the same --request-id, which records it once");
}

Error shut(const std::string& why) {
  return fail(ErrorCode::HANDLE_SHUT,
              fmt::format("an earlier write failed half way ({}), so this handle writes nothing more", why),
              "open the ledger again");
}

std::string words_of(const std::exception& thrown) {
  return dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr ? "there is not enough memory" : thrown.what();
}

// A flush that fails loses nothing: the log stays, and RocksDB refuses what is written after it.
void flush_quietly(Database& database, RocksStatus (Database::*flush)()) {
  try {
    static_cast<void>((database.*flush)());
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace

RocksStore::Ground RocksStore::Ground::real() {
  return {make_environment(rocksdb::FileSystem::Default()), std::make_unique<MarkDisk>()};
}

RocksStore::RocksStore(Ground ground, std::string folder, std::unique_ptr<Database> database, Mark mark,
                       Written written, std::optional<Lock> lock, std::vector<std::string> undecided)
    : ground_(std::move(ground)),
      folder_(std::move(folder)),
      lock_(std::move(lock)),
      mark_(std::move(mark)),
      written_(written),
      undecided_(std::move(undecided)),
      database_(std::move(database)) {}

RocksStore::~RocksStore() {
  stop_sharing();
  const bool is_sound = lock_ && !shut_ && !memory_was_short();
  if (is_sound && logged_ >= WaitingLogs::FLUSHED_BYTES) flush_quietly(*database_, &Database::flush);
}

Result<std::optional<std::string>> RocksStore::get(Table table, std::string_view key) {
  return database_->get(table, key);
}

std::unique_ptr<Cursor> RocksStore::scan(Table table, std::string_view from, std::string_view until) {
  return database_->scan(table, from, until);
}

Result<std::optional<Row>> RocksStore::last(Table table, std::string_view from, std::string_view until) {
  return database_->last(table, from, until);
}

// A full disk that is seen before anything is written is no mystery, so we look.
Status RocksStore::check_room(const std::vector<const Row*>& rows) {
  std::uint64_t bytes = SPARE_BYTES;
  for (const Row* row : rows) bytes += 2 * (row->key.size() + (row->value ? row->value->size() : 0));
  std::uint64_t free = 0;
  const RocksStatus status =
      ground_.env->GetFileSystem()->GetFreeSpace(folder_, rocksdb::IOOptions(), &free, /*dbg=*/nullptr);
  if (status && free < bytes) {
    return fail(ErrorCode::FULL, fmt::format("the disk is full: {} bytes are free, {} are needed", free, bytes),
                "make room on the disk, then repeat");
  }
  return Done{};
}

Status RocksStore::write_group(std::span<const Batch> group) {
  if (shut_) return shut(why_shut_);
  if (!lock_) return fail(ErrorCode::READ_ONLY, "the ledger was opened for reading", "open it for writing");
  if (group.empty()) return Done{};
  NOMIC_TRY(check_conditions(group));
  std::vector<const Row*> rows = rows_left(group);
  const Written written = written_after(written_, group);
  const Row own = row_of(written, group);
  rows.push_back(&own);
  NOMIC_TRY(check_room(rows));
  // From here on, until the mark is synced, every failure leaves the outcome open.
  shut_ = true;
  try {
    // One record of the log, so that a torn one leaves nothing of the group.
    if (const RocksStatus logged = database_->write(rows); !logged) why_shut_ = logged.text();
  } catch (const std::exception& thrown) {
    why_shut_ = words_of(thrown);
  }
  if (!why_shut_.empty()) return unknown(why_shut_);
  if (auto marked = mark_.write(written, *ground_.mark_disk); !marked) {
    why_shut_ = marked.error().what;
    return unknown(why_shut_);
  }
  written_ = written;
  shut_ = false;
  publish();
  shorten_log(rows);
  return Done{};
}

void RocksStore::shorten_log(const std::vector<const Row*>& written) {
  for (const Row* row : written) logged_ += row->key.size() + (row->value ? row->value->size() : 0);
  const auto now = std::chrono::steady_clock::now();
  if (logged_ < WaitingLogs::FLUSHED_BYTES || now - flushed_ < BETWEEN_FLUSHES) return;
  flush_quietly(*database_, &Database::begin_flush);
  logged_ = 0;
  flushed_ = now;
}

Result<std::unique_ptr<Load>> RocksStore::load() {
  if (shut_) return shut(why_shut_);
  if (!lock_) return fail(ErrorCode::READ_ONLY, "the ledger was opened for reading", "open it for writing");
  return begin_load(*database_, ground_.env.get(), folder_ + ".loading");
}

// A reader's view may name tables that a writer has merged into others since; then the present ones are looked at.
RocksStatus RocksStore::look_at_files() {
  RocksStatus files = database_->verify_files();
  for (int attempt = 0; attempt < FRESH_VIEWS && !lock_ && files.is_missing_file(); ++attempt) {
    auto fresh = Database::open(folder_, OpenAs::READER, ground_.env.get());
    if (fresh) files = (*fresh)->verify_files();
  }
  return files;
}

// Each write's row is there from the first on: what a log has lost below those that wait is found here.
Result<std::vector<Fault>> RocksStore::missing_writes() {
  NOMIC_ASSIGN(auto last, last_write(*database_));
  const Status dense = check_dense(*database_, 1, last.written.number);
  if (!dense && dense.error().code != ErrorCode::DAMAGED) return dense.error();
  std::vector<Fault> faults;
  if (!dense) faults.push_back({"mark", std::nullopt, dense.error().what});
  return faults;
}

Result<std::vector<Fault>> RocksStore::check() {
  auto faults = faults_of_files([this] { return look_at_files(); }, mark_, lock_ ? Beside::NOBODY : Beside::A_WRITER);
  if (!faults || !faults->empty()) return faults;
  return missing_writes();
}

std::shared_ptr<SharedStore> RocksStore::shared() {
  // After a write that failed nobody knows what is durable.
  if (!lock_ || shut_) return nullptr;
  if (!sharing_) sharing_ = std::make_shared<Sharing>(*database_, mark_.path());
  return sharing_;
}

void RocksStore::publish() {
  if (!sharing_) return;
  try {
    sharing_->publish();
  } catch (const std::exception&) {
    // Memory is short. Better nothing than what is older than an answer: who looks opens the ledger.
    stop_sharing();
  }
}

void RocksStore::stop_sharing() {
  if (sharing_) sharing_->shut();
  sharing_.reset();
}

}  // namespace nomic::ledger
