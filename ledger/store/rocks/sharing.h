// Sharing: what other threads see of a database that this process has open for writing.
//
// The writer says when all that it has written is durable, log and mark; then the rows as they are become what a look
// shows (a snapshot of RocksDB's, which costs a microsecond). In between a look shows what was durable before. So what
// a look shows was durable when it began, whatever the writer does meanwhile and whatever becomes of it.
//
// The database cannot be closed while a snapshot of it is held: shut() waits for those who look.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>

#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/mark.h"

namespace nomic::ledger {

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

}  // namespace nomic::ledger
