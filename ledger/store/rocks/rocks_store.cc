#include "nomic/ledger/store/rocks/rocks_store.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <chrono>
#include <exception>
#include <thread>

#include "load.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger {
namespace {

// Room for a batch in the log, once more in a table, and for what RocksDB notes about both.
constexpr std::uint64_t SPARE_BYTES = std::uint64_t{256} << 10U;

constexpr int FRESH_VIEWS = 20;

Error unknown(const std::string& why) {
  return fail(ErrorCode::OUTCOME_UNKNOWN,
              fmt::format("writing failed half way ({}): it may or may not be recorded", why),
              "repeat with the same --request-id, which records it once");
}

}  // namespace

RocksStore::Ground RocksStore::Ground::real() {
  return {make_environment(rocksdb::FileSystem::Default()), std::make_unique<MarkDisk>()};
}

RocksStore::RocksStore(Ground ground, std::string folder, std::unique_ptr<Database> database, Mark mark,
                       Commit committed, std::optional<Lock> lock)
    : ground_(std::move(ground)),
      folder_(std::move(folder)),
      lock_(std::move(lock)),
      mark_(std::move(mark)),
      committed_(committed),
      database_(std::move(database)) {}

RocksStore::~RocksStore() = default;

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
  if (shut_) {
    return fail(ErrorCode::HANDLE_SHUT, "an earlier write failed half way, so this handle writes nothing more",
                "open the ledger again");
  }
  if (!lock_) return fail(ErrorCode::READ_ONLY, "the ledger was opened for reading", "open it for writing");
  if (group.empty()) return Done{};
  NOMIC_TRY(check_conditions(group));
  const std::vector<const Row*> rows = rows_left(group);
  NOMIC_TRY(check_room(rows));
  // From here on, until the mark is synced, every failure leaves the outcome open.
  shut_ = true;
  try {
    // One record of the log, so that a torn one leaves nothing of the group.
    const RocksStatus written = database_->write(rows);
    if (!written) return unknown(written.text());
  } catch (const std::exception& thrown) {
    return unknown(thrown.what());
  }
  const Commit& commit = group.back().commit;
  // What belongs to no append of its own leaves the mark as it is.
  if (commit == committed_) {
    shut_ = false;
    return Done{};
  }
  if (auto marked = mark_.write(commit, *ground_.mark_disk); !marked) return unknown(marked.error().what);
  committed_ = commit;
  shut_ = false;
  return Done{};
}

Result<std::unique_ptr<Load>> RocksStore::load() {
  if (shut_) {
    return fail(ErrorCode::HANDLE_SHUT, "an earlier write failed half way, so this handle writes nothing more",
                "open the ledger again");
  }
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

Result<std::vector<Fault>> RocksStore::check() {
  std::vector<Fault> faults;
  auto what = fault_found_by([this] { return look_at_files(); });
  if (!what) return std::move(what).error();
  if (*what) faults.push_back({"file", std::nullopt, **std::move(what)});
  auto mark = mark_.read();
  // A slot may be read while a writer overwrites it.
  for (int attempt = 0; attempt < FRESH_VIEWS && !lock_ && mark && !mark->whole; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    mark = mark_.read();
  }
  if (!mark) {
    faults.push_back({"mark", std::nullopt, mark.error().what});
  } else if (!mark->whole) {
    faults.push_back({"mark", std::nullopt, fmt::format("one of the two slots of {} cannot be read", mark_.path())});
  }
  return faults;
}

}  // namespace nomic::ledger
