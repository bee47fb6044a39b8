// A connection to a server, always in libpq's pipeline mode: whatever is asked goes over in one piece and comes back in
// one, however many commands it is, and is one transaction unless it says otherwise.
//
// Waiting is bounded: a server that neither takes nor gives a byte for PostgresPatience::answer is taken for lost.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/store/postgres/open_postgres.h"
#include "pq_library.h"

namespace nomic::ledger {

// One SQL command. Parameters and results are binary; every parameter's type follows from the SQL.
struct SqlCommand {
  // Under this name it is prepared when a connection meets it first: the SQL of a name is always the same. Empty: it is
  // not prepared.
  std::string name;
  std::string sql;
  std::vector<std::string> parameters = {};
};

// Parameters in their binary forms.
std::string bytea_array(std::span<const std::string_view> values);
std::string int4(std::int32_t value);

class SqlRows {
 public:
  SqlRows(const PqLibrary& pq, PGresult* result) : pq_(&pq), result_(result, pq.PQclear) {}
  [[nodiscard]] int size() const { return pq_->PQntuples(result_.get()); }
  [[nodiscard]] bool is_null(int row, int column) const { return pq_->PQgetisnull(result_.get(), row, column) != 0; }
  // Lives as long as these rows.
  [[nodiscard]] std::string_view at(int row, int column) const {
    return {pq_->PQgetvalue(result_.get(), row, column),
            static_cast<std::size_t>(pq_->PQgetlength(result_.get(), row, column))};
  }
  [[nodiscard]] bool flag(int row, int column) const { return at(row, column) == std::string_view("\1", 1); }
  [[nodiscard]] std::int32_t number(int row, int column) const;  // of an int4

 private:
  const PqLibrary* pq_;
  std::unique_ptr<PGresult, decltype(PqLibrary::PQclear)> result_;
};

// Why commands were not carried out.
struct SqlFailure {
  std::string state;  // SQLSTATE; empty: libpq's own
  std::string text;   // holds no password
  bool lost = false;  // the connection is no more: what was sent may have been carried out, or yet be
  [[nodiscard]] bool is(std::string_view sqlstate) const { return state == sqlstate; }
};

// What became of commands: the rows of each, or why none of them counts.
struct SqlOutcome {
  std::vector<SqlRows> rows;
  std::optional<SqlFailure> failure;
  // The server has warned: a commit was not waited for until it was safe.
  bool warned = false;
};

// What a failure is to whoever uses a store. `doing` as in "cannot DOING".
Error as_error(const SqlFailure& failure, std::string_view doing);

enum class Role : std::uint8_t {
  READER,          // of any server, where one is named alone; of several, of the primary
  PRIMARY_READER,  // of the primary alone: beside a writer
  WRITER,
};

class SqlConnection {
 public:
  // Goes to the primary of the hosts that are named; a READER's, where one host is named alone, to that, whatever it
  // is. BAD_INPUT, IO_FAILED, READ_ONLY where there is only a standby. Cost: one round trip, or a writer's two, after
  // those of connecting.
  static Result<std::unique_ptr<SqlConnection>> open(const std::string& conninfo, Role role,
                                                     const PostgresPatience& patience);
  ~SqlConnection();
  SqlConnection(const SqlConnection&) = delete;
  SqlConnection& operator=(const SqlConnection&) = delete;

  // Carries the commands out, as one: after the first that fails none is. They are one transaction, unless one is
  // begun.
  SqlOutcome run(std::span<const SqlCommand> commands);
  // One command.
  Result<SqlRows> ask(const SqlCommand& command, std::string_view doing);

  [[nodiscard]] bool is_lost() const { return lost_; }
  // When it was made, at least.
  [[nodiscard]] bool is_standby() const { return is_standby_; }
  // It is not to be used any more.
  void drop() { lost_ = true; }
  // The server's process behind it: its number, and when it began, as the server writes that.
  struct Backend {
    std::int32_t pid = 0;
    std::string began;
  };
  [[nodiscard]] const Backend& backend() const { return backend_; }

 private:
  SqlConnection(const PqLibrary& pq, PGconn* connection, std::vector<std::string> secrets,
                const PostgresPatience& patience);
  Status set_up(Role role);
  bool send(const SqlCommand& command, std::vector<const SqlCommand*>& sent);
  void receive(const std::vector<const SqlCommand*>& sent, SqlOutcome& outcome);
  // Until there is a result; false: there will be none.
  bool wait();
  [[nodiscard]] SqlFailure failure_of(const PGresult* result);
  [[nodiscard]] SqlFailure loss();
  static void on_notice(void* self, const PGresult* notice);

  const PqLibrary& pq_;
  PGconn* const connection_;
  const std::vector<std::string> secrets_;
  const PostgresPatience patience_;
  std::set<std::string> prepared_;
  Backend backend_;
  bool is_standby_ = false;
  bool warned_ = false;
  bool lost_ = false;
  bool silent_ = false;  // it is lost since nothing came
};

}  // namespace nomic::ledger
