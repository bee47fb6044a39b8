#include "nomic/ledger/store/rocks/open_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>

#include "nomic/ledger/base/errors.h"
#include "waiting_logs.h"
#include "writes.h"

namespace nomic::ledger {
namespace {

constexpr std::chrono::milliseconds RETRY_FOR{2000};
constexpr std::chrono::milliseconds RETRY_EVERY{20};

// How far the database goes, if it holds all of what the mark vouches for: the last write, the mark's or the one above
// it. `logs` as counted before opening.
Result<Write> reach(Database& database, const Written& mark, const WaitingLogs& logs) {
  NOMIC_TRY(check_reaches(database, mark));
  NOMIC_ASSIGN(auto last, last_write(database));
  NOMIC_TRY(check_follows(mark, last.written));
  const std::uint64_t number = last.written.number;
  // A log that is missing from the middle leaves a hole among the writes that the logs hold.
  const std::uint64_t window = logs.most_writes();
  NOMIC_TRY(check_dense(database, number > window ? number - window : 1, number));
  return last;
}

bool is_damage(const Error& error) {
  return error.code == ErrorCode::DAMAGED;
}

Result<std::unique_ptr<Database>> open_for_writing(const Folder& folder, const Written& mark, const WaitingLogs& logs,
                                                   rocksdb::Env* env) {
  auto database = Database::open(folder.store(), OpenAs::WRITER, env);
  if (database || !is_damage(database.error())) return database;
  {
    NOMIC_ASSIGN(auto view, Database::open(folder.store(), OpenAs::VIEW, env));
    NOMIC_TRY(reach(*view, mark, logs).status());
  }
  return Database::open(folder.store(), OpenAs::REPAIRING, env);
}

// The files that RocksDB's list of files names, or that are read after it.
struct DataFiles {
  std::set<std::string> tables;
  std::set<std::string> logs;
};

DataFiles list_data_files(const std::string& store_folder) {
  DataFiles files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(store_folder, error), end; !error && at != end; at.increment(error)) {
    const std::filesystem::path& path = at->path();
    if (path.extension() == ".sst") files.tables.insert(path.filename());
    if (path.extension() == ".log") files.logs.insert(path.filename());
  }
  return files;
}

// Whether a store opened in between is one state of all its tables. RocksDB reads the list of files first, then opens
// what it names, and lists the logs last. What a writer has removed by then it passes over without a word: of a family
// whose files were merged into another it shows what it was before them, and what a log held is gone, while the other
// families go on to the end. Nothing is removed but what a new table replaces, so it is enough that no table comes or
// goes, and that no log goes.
bool is_one_state(const DataFiles& before, const DataFiles& after) {
  return before.tables == after.tables &&
         std::includes(after.logs.begin(), after.logs.end(), before.logs.begin(), before.logs.end());
}

struct Reading {
  std::unique_ptr<Database> database;
  Mark mark;
  Written written;
  std::vector<std::string> undecided;
  bool is_one_state;
};

// One look, which a writer at work may spoil.
Result<Reading> look(const Folder& folder, rocksdb::Env* env) {
  Mark mark(folder.mark());
  NOMIC_ASSIGN(auto before, mark.read());
  const WaitingLogs logs = count_waiting_logs(folder.store());
  const DataFiles files = list_data_files(folder.store());
  NOMIC_ASSIGN(auto database, Database::open(folder.store(), OpenAs::READER, env));
  const bool undisturbed = is_one_state(files, list_data_files(folder.store()));
  // The writer may have gone on since, and its mark with it: what it vouches for by now is to be shown.
  NOMIC_ASSIGN(auto after, mark.read());

  NOMIC_TRY(check_reaches(*database, before.written));
  NOMIC_ASSIGN(auto last, last_write(*database));
  const Written shown = last.written.number <= after.written.number ? last.written : after.written;
  NOMIC_ASSIGN(auto reached, reach(*database, shown, logs));
  // A slot is touched only after its write is synced in the log; so if one slot is unreadable, the write above the
  // other is as safe as if it were marked.
  const bool is_decided = !after.whole || reached.written.number == shown.number;
  return Reading{std::move(database), Mark(folder.mark()), reached.written,
                 is_decided ? std::vector<std::string>{} : std::move(reached.witnesses), undisturbed};
}

}  // namespace

Result<std::unique_ptr<Store>> open_writer(const Folder& folder, Lock lock, RocksStore::Ground ground) {
  Mark mark(folder.mark());
  NOMIC_ASSIGN(auto marked, mark.read());
  const WaitingLogs logs = count_waiting_logs(folder.store());
  NOMIC_ASSIGN(auto database, open_for_writing(folder, marked.written, logs, ground.env.get()));
  NOMIC_ASSIGN(auto reached, reach(*database, marked.written, logs));
  if (reached.written.number > marked.written.number) {
    // What RocksDB recovered from a log is not synced by it; in a table it is.
    const RocksStatus flushed = database->flush();
    if (!flushed) return flushed.error("flush");
    NOMIC_TRY(mark.write(reached.written, *ground.mark_disk));
  }
  return std::unique_ptr<Store>(std::make_unique<RocksStore>(std::move(ground), folder.store(), std::move(database),
                                                             std::move(mark), reached.written, std::move(lock)));
}

Result<std::unique_ptr<Store>> open_reader(const Folder& folder,
                                           const std::function<RocksStore::Ground()>& make_ground) {
  RocksStore::Ground ground = make_ground();
  const auto until = std::chrono::steady_clock::now() + RETRY_FOR;
  std::optional<Lock> quiet;
  for (;;) {
    auto reading = look(folder, ground.env.get());
    if (reading) {
      if (!reading->is_one_state && std::chrono::steady_clock::now() < until) continue;
      return std::unique_ptr<Store>(std::make_unique<RocksStore>(
          std::move(ground), folder.store(), std::move(reading->database), std::move(reading->mark), reading->written,
          std::nullopt, std::move(reading->undecided)));
    }
    if (quiet || !is_damage(reading.error())) return std::move(reading).error();
    if (std::chrono::steady_clock::now() < until) {
      // Nobody writes while we hold the writer's lock; if it is free, there is nothing to wait for.
      auto lock = Lock::borrow(folder.lock(), 0);
      if (lock) {
        quiet.emplace(*std::move(lock));
      } else {
        std::this_thread::sleep_for(RETRY_EVERY);
      }
      continue;
    }
    return std::move(reading).error();
  }
}

Status create_store(const Folder& folder, RocksStore::Ground& ground) {
  NOMIC_ASSIGN(const auto database, Database::open(folder.store(), OpenAs::NEW, ground.env.get()));
  return Mark(folder.mark()).create();
}

}  // namespace nomic::ledger
