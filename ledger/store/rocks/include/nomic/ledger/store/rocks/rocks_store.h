// The store that ledgers on disk have: a RocksDB database, and beside it the mark, which is the commit point.
//
// Writing: the batch, or a group of them as one, into the log, synced; the mark, synced; then the answer. Whatever
// fails in between has an unknown outcome, and the store takes nothing more. Who looks into a writer's store (shared())
// is shown the rows as they were when the last mark was synced.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "nomic/ledger/files/lock.h"
#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/mark.h"

namespace nomic::ledger {

class Sharing;

class RocksStore final : public Store {
 public:
  // What a store stands on. Tests put failing disks in.
  struct Ground {
    std::unique_ptr<rocksdb::Env> env;
    std::unique_ptr<MarkDisk> mark_disk;
    static Ground real();
  };

  // A writer has a lock, a reader has none.
  RocksStore(Ground ground, std::string folder, std::unique_ptr<Database> database, Mark mark, Written written,
             std::optional<Lock> lock, std::vector<std::string> undecided = {});
  ~RocksStore() override;

  Result<std::optional<std::string>> get(Table table, std::string_view key) override;
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override;
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override;
  Status write_group(std::span<const Batch> group) override;
  Result<std::unique_ptr<Load>> load() override;
  [[nodiscard]] std::vector<std::string> undecided() const override { return undecided_; }
  Result<std::vector<Fault>> check() override;
  std::shared_ptr<SharedStore> shared() override;

 private:
  // What is written is durable.
  void publish();
  void stop_sharing();
  // Keeps the log short, as every opening reads it.
  void shorten_log(const std::vector<const Row*>& written);
  RocksStatus look_at_files();
  Result<std::vector<Fault>> missing_writes();
  Status check_room(const std::vector<const Row*>& rows);

  Ground ground_;
  std::string folder_;  // the database's
  std::optional<Lock> lock_;
  Mark mark_;
  Written written_;
  const std::vector<std::string> undecided_;  // of a reader
  std::unique_ptr<Database> database_;
  std::shared_ptr<Sharing> sharing_;  // null: nobody has asked for it
  std::uint64_t logged_ = 0;          // bytes of rows since the last flush
  std::chrono::steady_clock::time_point flushed_;
  bool shut_ = false;
  std::string why_shut_{};
};

}  // namespace nomic::ledger
