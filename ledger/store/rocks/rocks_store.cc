#include "nomic/ledger/store/rocks/rocks_store.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "load.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/mark.h"
#include "nomic/ledger/store/rocks/options.h"
#include "nomic/ledger/store/rocks/status.h"
#include "waiting_logs.h"
#include "writes.h"

namespace nomic::ledger {
namespace {

// What a store can tell of its files, beside the rows in them.

// How often what a writer at work may have spoilt is looked at again.
constexpr int FRESH_VIEWS = 20;

enum class Beside : std::uint8_t { NOBODY, A_WRITER };

// What `look` finds to be wrong with the tables, and what is wrong with the mark, of which a writer may be overwriting
// a slot.
Result<std::vector<Fault>> faults_of_files(const std::function<RocksStatus()>& look, const Mark& mark, Beside beside) {
  std::vector<Fault> faults;
  NOMIC_ASSIGN(auto what, fault_found_by(look));
  if (what) faults.push_back({"file", std::nullopt, *std::move(what)});
  auto read = mark.read();
  for (int attempt = 0; attempt < FRESH_VIEWS && beside == Beside::A_WRITER && read && !read->whole; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    read = mark.read();
  }
  if (!read) {
    faults.push_back({"mark", std::nullopt, read.error().what});
  } else if (!read->whole) {
    faults.push_back({"mark", std::nullopt, fmt::format("one of the two slots of {} cannot be read", mark.path())});
  }
  return faults;
}

// Sharing: what other threads see of a database that this process has open for writing.
//
// The writer says when all that it has written is durable, log and mark; then the rows as they are become what a look
// shows (a snapshot of RocksDB's, which costs a microsecond). In between a look shows what was durable before. So what
// a look shows was durable when it began, whatever the writer does meanwhile and whatever becomes of it.
//
// The database cannot be closed while a snapshot of it is held: shut() waits for those who look.

}  // namespace

class Sharing final : public SharedStore, public std::enable_shared_from_this<Sharing> {
 public:
  // Rows that do not change.
  class Durable {
   public:
    explicit Durable(Sharing& of);
    ~Durable();
    Durable(const Durable&) = delete;
    Durable& operator=(const Durable&) = delete;

    [[nodiscard]] Database& database() const { return of_.database_; }
    [[nodiscard]] Database::Snapshot* rows() const { return rows_; }

   private:
    Sharing& of_;
    Database::Snapshot* const rows_;
  };

  // By the writer, when everything in the database is durable. `mark` is where its mark is.
  Sharing(Database& database, std::string mark);

  // By the writer: all that is in the database now is durable.
  void publish();
  // By the writer: nobody begins to look any more. Nobody looks, and the database is not used, once it returns.
  void shut();

  // What is durable; null once it is shut. Any thread.
  std::shared_ptr<const Durable> look();
  std::unique_ptr<StoreView> view() override;

  // The bytes of the tables, and the mark, which the writer may be writing.
  Result<std::vector<Fault>> check(Database& database) const;

 private:
  Database& database_;
  const std::string mark_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t held_ = 0;                    // under mutex_: how many Durables there are
  std::shared_ptr<const Durable> durable_;  // under mutex_; null: shut
};

namespace {

Error not_looking() {
  return fail(ErrorCode::HANDLE_SHUT, "nothing is shown between two looks", "look again");
}

class NoCursor final : public Cursor {
 public:
  [[nodiscard]] bool valid() const override { return false; }
  [[nodiscard]] std::string_view key() const override { return {}; }
  [[nodiscard]] std::string_view value() const override { return {}; }
  void next() override {}
  Status status() const override { return not_looking(); }
};

class View final : public StoreView {
 public:
  explicit View(std::shared_ptr<Sharing> sharing) : sharing_(std::move(sharing)) {}

  bool look() override {
    shown_ = sharing_->look();
    return shown_ != nullptr;
  }
  void rest() override { shown_.reset(); }

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    if (!shown_) return not_looking();
    return shown_->database().get(table, key, shown_->rows());
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    if (!shown_) return std::make_unique<NoCursor>();
    return shown_->database().scan(table, from, until, shown_->rows());
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    if (!shown_) return not_looking();
    return shown_->database().last(table, from, until, shown_->rows());
  }
  Status write_group(std::span<const Batch> /*group*/) override {
    return fail(ErrorCode::READ_ONLY, "the ledger is looked into, and another thread writes it", "ask the writer");
  }
  Result<std::vector<Fault>> check() override {
    if (!shown_) return not_looking();
    return sharing_->check(shown_->database());
  }

 private:
  const std::shared_ptr<Sharing> sharing_;
  std::shared_ptr<const Sharing::Durable> shown_;  // null: it rests
};

}  // namespace

Sharing::Durable::Durable(Sharing& of) : of_(of), rows_(of.database_.snapshot()) {
  const std::lock_guard lock(of_.mutex_);
  ++of_.held_;
}

Sharing::Durable::~Durable() {
  of_.database_.release(rows_);
  const std::lock_guard lock(of_.mutex_);
  // Under the lock: who waits for it may end all of this as soon as it is let go.
  if (--of_.held_ == 0) of_.changed_.notify_all();
}

Sharing::Sharing(Database& database, std::string mark)
    : database_(database), mark_(std::move(mark)), durable_(std::make_shared<Durable>(*this)) {}

void Sharing::publish() {
  // What it takes the place of goes after the lock.
  std::shared_ptr<const Durable> next = std::make_shared<Durable>(*this);
  const std::lock_guard lock(mutex_);
  durable_.swap(next);
}

void Sharing::shut() {
  std::shared_ptr<const Durable> last;
  std::unique_lock lock(mutex_);
  last.swap(durable_);
  lock.unlock();
  last.reset();
  lock.lock();
  changed_.wait(lock, [this] { return held_ == 0; });
}

std::shared_ptr<const Sharing::Durable> Sharing::look() {
  const std::lock_guard lock(mutex_);
  return durable_;
}

std::unique_ptr<StoreView> Sharing::view() {
  return std::make_unique<View>(shared_from_this());
}

Result<std::vector<Fault>> Sharing::check(Database& database) const {
  return faults_of_files([&] { return database.verify_files(); }, Mark(mark_), Beside::A_WRITER);
}

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
