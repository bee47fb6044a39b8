// The store of a writer.
//
// A write is one round trip: its commands and their commit go over in one piece. What has become of one whose answer
// was lost is found by repeating it, since each batch names what it depends on: if the condition still holds, the first
// has not happened and never will, for it would find another row; if not, whether the rows that only this write could
// have made lie there. Looking alone would be guessing: a server may carry a command out after its client is gone.
//
// Of many who write one game whoever is overtaken looks at the game again, and most likely is overtaken again before
// that has led to a write. So the row on which the write depended is read under a lock the next time: whoever has it
// writes next, and goes on without a look until somebody else has waited for a turn (writer_turns.h).
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "nomic/ledger/store/postgres/open_postgres.h"
#include "postgres_reader.h"
#include "sql_reading.h"
#include "sql_writing.h"
#include "writer_turns.h"

namespace nomic::ledger {

class PostgresStore final : public Store, private SqlAsker {
 public:
  PostgresStore(std::string conninfo, const PostgresPatience& patience, std::unique_ptr<SqlConnection> connection);
  ~PostgresStore() override;

  Result<std::optional<std::string>> get(Table table, std::string_view key) override;
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override;
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override;
  Status write_group(std::span<const Batch> group) override;
  Result<std::unique_ptr<Load>> load() override;
  [[nodiscard]] bool has_other_writers() const override { return true; }
  void drop_load() override;
  Status confirm(Table table, std::string_view key) override;
  [[nodiscard]] std::uint64_t generation() const override { return generation_; }
  Result<std::vector<Fault>> check() override;
  std::shared_ptr<SharedStore> shared() override;

 private:
  friend class PostgresLoad;

  // A load is one transaction, in which its rows wait for the write that makes them count.
  enum class Loading : std::uint8_t { NO, BEGUN, FINISHED };
  enum class Became : std::uint8_t { DONE, UNMET, REFUSED, UNKNOWN };
  struct Attempt {
    Became became = Became::UNKNOWN;
    Error error = {};       // unless it is done
    bool again = false;     // REFUSED only since others were in the way
    bool is_taken = false;  // UNMET by a row that must be new and is not
  };
  // A write that has been sent, until it is known what became of it.
  struct Question {
    std::span<const Batch> group;
    std::chrono::steady_clock::time_point until;
    SqlConnection::Backend backend = {};  // whoever may yet carry it out
    std::string why = {};
  };

  Result<SqlRows> ask(const SqlCommand& command, std::string_view doing) override;
  // Makes the connection anew if it is lost.
  Status connect();
  Attempt attempt(const SqlWrite& write, bool commits);
  Status repeat(const SqlWrite& write, Question question);
  Status settle_loaded(const Question& question);
  // Whether all conditions of the group hold now. One round trip.
  bool holds(std::span<const Batch> group);
  // Ends the server's process that may yet carry the write out; false: it may be there.
  bool end_backend(const Question& question);
  // Whether the write has happened; nothing: the server could not tell.
  std::optional<bool> has_happened(const Question& question);
  [[nodiscard]] Question question_of(std::span<const Batch> group) const;
  Error unknown(const Question& question);
  // Reads a row under a lock, which lasts until release(), or the write that depends on it.
  Status reserve(std::string_view key);
  void wait_for_turn(std::string_view key);
  void release();
  void release_alone();  // whoever calls it has locked reading_

  const std::string conninfo_;
  const PostgresPatience patience_;
  std::mutex reading_;  // by several threads
  std::unique_ptr<SqlConnection> connection_;
  std::shared_ptr<PostgresSharing> sharing_;  // null: nobody has asked for it
  std::uint64_t generation_ = 0;              // of the connections, one after the other
  Loading loading_ = Loading::NO;
  bool shut_ = false;
  Turns turns_;
  // A transaction is open in which this row of the catalog is locked, so that it stays as it is.
  struct Reserved {
    std::string key;
    std::optional<std::string> value;
    std::chrono::steady_clock::time_point until;  // for that long it surely is
  };
  std::optional<Reserved> reserved_;
};

}  // namespace nomic::ledger
