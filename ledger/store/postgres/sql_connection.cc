#include "sql_connection.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "secrets.h"

namespace nomic::ledger {
namespace {

constexpr int BINARY = 1;
// pg_terminate_backend() waits from this one on.
constexpr int OLDEST_SERVER = 140'000;

std::string field(const PqLibrary& pq, const PGresult* result, int code) {
  const char* text = pq.PQresultErrorField(result, code);
  return text == nullptr ? std::string() : std::string(text);
}

PGconn* connect(const PqLibrary& pq, const std::string& conninfo, const char* whom) {
  // What comes after the address overrides it, what comes before it is overridden.
  const std::array<const char*, 6> names = {"connect_timeout", "fallback_application_name", "target_session_attrs",
                                            "dbname",          "client_encoding",           nullptr};
  const std::array<const char*, 6> values = {"5", "nomic", whom, conninfo.c_str(), "UTF8", nullptr};
  return pq.PQconnectdbParams(names.data(), values.data(), /*expand_dbname=*/1);
}

// Counts a connection as lost, unless what was asked was read.
class Whole {
 public:
  explicit Whole(bool& lost) : lost_(lost) {}
  ~Whole() { lost_ = lost_ || !read_; }
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;
  void is_read() { read_ = true; }

 private:
  bool& lost_;
  bool read_ = false;
};

// Whether the server that was asked last has let us in, whatever came of it.
bool was_let_in(const PqLibrary& pq, PGconn* connection) {
  return pq.PQparameterStatus(connection, "server_version") != nullptr;
}

// Whether the address, with what libpq's environment and services add to it, names several servers.
bool names_several(const PqLibrary& pq, PGconn* connection) {
  const std::unique_ptr<PQconninfoOption, decltype(pq.PQconninfoFree)> options(pq.PQconninfo(connection),
                                                                               pq.PQconninfoFree);
  bool several = false;
  for (const PQconninfoOption* each = options.get(); each != nullptr && each->keyword != nullptr; ++each) {
    const std::string_view keyword = each->keyword;
    const bool is_host = keyword == "host" || keyword == "hostaddr";
    several =
        several || (is_host && each->val != nullptr && std::string_view(each->val).find(',') != std::string::npos);
  }
  return several;
}

}  // namespace

Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const std::string& conninfo, Role role,
                                                           const PostgresPatience& patience) {
  NOMIC_ASSIGN(const auto pq, PqLibrary::get());
  NOMIC_ASSIGN(auto secrets, secrets_in(*pq, conninfo));
  const auto is_connected = [&](PGconn* connection) {
    return connection != nullptr && pq->PQstatus(connection) == CONNECTION_OK;
  };
  const auto lost = [&](PGconn* connection) {
    std::unique_ptr<SqlConnection> made(new SqlConnection(*pq, connection, secrets, patience));
    made->lost_ = true;
    return fail(ErrorCode::UNREACHABLE, "cannot reach the PostgreSQL server: " + made->loss().text,
                "see that it runs, and that the address and the password are right");
  };
  PGconn* connection = connect(*pq, conninfo, "primary");
  if (connection == nullptr) return fail(ErrorCode::OUT_OF_MEMORY, "there is no memory for a connection");
  bool is_standby = false;
  if (!is_connected(connection)) {
    // Another look would wait as long as this one did.
    const bool is_in_vain = !was_let_in(*pq, connection) && !names_several(*pq, connection);
    const Error why = lost(connection);
    if (is_in_vain) return why;
    PGconn* any = connect(*pq, conninfo, "any");
    if (!is_connected(any)) {
      if (any != nullptr) pq->PQfinish(any);
      return why;
    }
    // One that was promoted in between is the primary.
    const char* standby = pq->PQparameterStatus(any, "in_hot_standby");
    is_standby = standby == nullptr || std::string_view(standby) != "off";
    // Of several servers the primary alone shows what was acknowledged; a standby that is named alone is meant.
    if (is_standby && (role != Role::READER || names_several(*pq, any))) {
      pq->PQfinish(any);
      return fail(ErrorCode::READ_ONLY, "the PostgreSQL server is a standby, which takes no writes",
                  "name the primary in the address; a standby that is named alone can be looked at");
    }
    connection = any;
  }
  std::unique_ptr<SqlConnection> made(new SqlConnection(*pq, connection, std::move(secrets), patience));
  made->is_standby_ = is_standby;
  NOMIC_TRY(made->set_up(role));
  return made;
}

SqlConnection::SqlConnection(const PqLibrary& pq, PGconn* connection, std::vector<std::string> secrets,
                             const PostgresPatience& patience)
    : pq_(pq), connection_(connection), secrets_(std::move(secrets)), patience_(patience) {}

SqlConnection::~SqlConnection() {
  if (connection_ != nullptr) pq_.PQfinish(connection_);
}

// What this session needs, whatever the server's and the role's settings are. Plans are made once a session and with a
// table that may be empty then: rows are to be looked up by their keys all the same.
Status SqlConnection::set_up(Role role) {
  if (pq_.PQserverVersion(connection_) < OLDEST_SERVER) {
    return fail(ErrorCode::IO_FAILED, "the server is older than PostgreSQL 14", "use PostgreSQL 15");
  }
  pq_.PQsetNoticeReceiver(connection_, &SqlConnection::on_notice, this);
  if (pq_.PQsetnonblocking(connection_, 1) != 0 || pq_.PQenterPipelineMode(connection_) != 1) {
    return as_error(loss(), "set up a connection");
  }
  // What waits for a standby waits until it has it on its disk, and says so where it does not.
  const SqlCommand settings{
      {},
      fmt::format(
          "SELECT set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', false),"
          " set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false),"
          " set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false),"
          " set_config('search_path', 'pg_catalog', false), set_config('client_min_messages', 'warning', false),"
          " set_config('lock_timeout', '{}', false), set_config('statement_timeout', '0', false),"
          " set_config('idle_in_transaction_session_timeout', '0', false),"
          " set_config('idle_session_timeout', '0', false),"
          " (SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'),"
          " set_config('default_transaction_isolation', 'read committed', false),"
          " set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply'"
          " THEN 'remote_apply' ELSE 'on' END, false)",
          std::max<std::int64_t>(patience_.answer.count() / 3, 1))};
  NOMIC_TRY(ask(settings, "set up a connection").status());
  if (role != Role::WRITER) return Done{};
  // What libpq takes for the server's process may be that of a pooler.
  NOMIC_ASSIGN(auto self,
               ask({{},
                    "SELECT pid, backend_start, current_setting('transaction_read_only') = 'on' FROM pg_stat_activity"
                    " WHERE pid = pg_backend_pid()"},
                   "look at the session"));
  if (self.size() == 1) {
    backend_ = {self.number(0, 0), std::string(self.at(0, 1))};
    if (self.flag(0, 2)) {
      return fail(ErrorCode::READ_ONLY, "the PostgreSQL server lets this role only read", "use a role that may write");
    }
  }
  return Done{};
}

void SqlConnection::on_notice(void* self, const PGresult* notice) {
  auto* connection = static_cast<SqlConnection*>(self);
  // The texts of warnings are in the server's language, and those of a wait for standbys that was cut short have no
  // state of their own: they are told by where they come from.
  if (field(connection->pq_, notice, PG_DIAG_SOURCE_FUNCTION) == "SyncRepWaitForLSN") connection->warned_ = true;
}

SqlFailure SqlConnection::loss() {
  lost_ = true;
  const char* said = connection_ == nullptr ? "" : pq_.PQerrorMessage(connection_);
  std::string text = silent_ ? "the server does not answer" : one_line(said);
  if (text.empty()) text = "the connection was closed";
  return {{}, without_secrets(std::move(text), secrets_), true};
}

SqlFailure SqlConnection::failure_of(const PGresult* result) {
  SqlFailure failure;
  failure.state = field(pq_, result, PG_DIAG_SQLSTATE);
  const std::string severity = field(pq_, result, PG_DIAG_SEVERITY_NONLOCALIZED);
  const bool is_over = severity == "FATAL" || severity == "PANIC" || pq_.PQstatus(connection_) != CONNECTION_OK ||
                       failure.state.empty() || failure.state.starts_with("08") || failure.state == "57P01" ||
                       failure.state == "57P02" || failure.state == "57P03";
  std::string text = one_line(field(pq_, result, PG_DIAG_MESSAGE_PRIMARY));
  if (is_over) {
    failure = loss();
    failure.state = field(pq_, result, PG_DIAG_SQLSTATE);
  }
  if (!text.empty()) failure.text = without_secrets(std::move(text), secrets_);
  return failure;
}

bool SqlConnection::send(const SqlCommand& command, std::vector<const SqlCommand*>& sent) {
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const std::string& each : command.parameters) {
    values.push_back(each.data());
    lengths.push_back(static_cast<int>(each.size()));
  }
  const std::vector<int> formats(values.size(), BINARY);
  const int count = static_cast<int>(values.size());
  if (command.name.empty()) {
    sent.push_back(nullptr);
    return pq_.PQsendQueryParams(connection_, command.sql.c_str(), count, nullptr, values.data(), lengths.data(),
                                 formats.data(), BINARY) == 1;
  }
  const auto is_it = [&](const SqlCommand* other) { return other != nullptr && other->name == command.name; };
  if (!prepared_.contains(command.name) && std::none_of(sent.begin(), sent.end(), is_it)) {
    sent.push_back(&command);
    if (pq_.PQsendPrepare(connection_, command.name.c_str(), command.sql.c_str(), 0, nullptr) != 1) return false;
  }
  sent.push_back(nullptr);
  return pq_.PQsendQueryPrepared(connection_, command.name.c_str(), count, values.data(), lengths.data(),
                                 formats.data(), BINARY) == 1;
}

bool SqlConnection::wait() {
  for (;;) {
    const int left = pq_.PQflush(connection_);
    if (left < 0) {
      // What the server said before it went is still to be read.
      if (pq_.PQconsumeInput(connection_) == 0) return false;
    }
    if (pq_.PQisBusy(connection_) == 0) return true;
    const auto events = static_cast<short>(left > 0 ? POLLIN | POLLOUT : POLLIN);
    pollfd ready{pq_.PQsocket(connection_), events, 0};
    if (ready.fd < 0) return false;
    const int found = ::poll(&ready, 1, static_cast<int>(patience_.answer.count()));
    if (found == 0) silent_ = true;
    if (found == 0 || (found < 0 && errno != EINTR)) return false;
    if (found > 0 && (ready.revents & ~POLLOUT) != 0 && pq_.PQconsumeInput(connection_) == 0 &&
        pq_.PQisBusy(connection_) != 0) {
      return false;
    }
  }
}

// `sent`: for each that was sent, in order, what is prepared by it; null: rows.
void SqlConnection::receive(const std::vector<const SqlCommand*>& sent, SqlOutcome& outcome) {
  std::size_t at = 0;
  bool synced = false;
  while (!synced && !lost_) {
    if (!wait()) {
      SqlFailure lost = loss();
      if (!outcome.failure) outcome.failure = std::move(lost);
      return;
    }
    PGresult* result = pq_.PQgetResult(connection_);
    if (result == nullptr) {
      // The end of one command's results; or of everything.
      ++at;
      if (pq_.PQstatus(connection_) != CONNECTION_OK || at > sent.size()) {
        if (!outcome.failure) outcome.failure = loss();
        lost_ = true;
      }
      continue;
    }
    SqlRows rows(pq_, result);
    switch (pq_.PQresultStatus(result)) {
      case PGRES_PIPELINE_SYNC:
        synced = true;
        break;
      case PGRES_TUPLES_OK:
        outcome.rows.push_back(std::move(rows));
        break;
      case PGRES_COMMAND_OK:
        if (at < sent.size() && sent[at] != nullptr) {
          prepared_.insert(sent[at]->name);
        } else {
          outcome.rows.push_back(std::move(rows));
        }
        break;
      case PGRES_PIPELINE_ABORTED:
        break;
      default: {
        SqlFailure failure = failure_of(result);
        // A loss says more about what may have happened than what failed before it.
        if (!outcome.failure || (failure.lost && !outcome.failure->lost)) outcome.failure = std::move(failure);
        break;
      }
    }
  }
}

SqlOutcome SqlConnection::run(std::span<const SqlCommand> commands) {
  SqlOutcome outcome;
  if (lost_) {
    outcome.failure = loss();
    return outcome;
  }
  warned_ = false;
  // Whatever is not read to its end, memory being short, would be taken for the answer to the next question.
  Whole whole(lost_);
  std::vector<const SqlCommand*> sent;
  for (const SqlCommand& command : commands) {
    if (!send(command, sent)) {
      // Without a Sync the server ends what it was sent.
      outcome.failure = loss();
      return outcome;
    }
  }
  if (pq_.PQpipelineSync(connection_) != 1) {
    outcome.failure = loss();
    return outcome;
  }
  receive(sent, outcome);
  whole.is_read();
  outcome.warned = warned_;
  return outcome;
}

Result<SqlRows> SqlConnection::ask(const SqlCommand& command, std::string_view doing) {
  SqlOutcome outcome = run({&command, 1});
  if (outcome.failure) return as_error(*outcome.failure, doing);
  if (outcome.rows.size() != 1) return fail(ErrorCode::IO_FAILED, fmt::format("cannot {}: no rows came", doing));
  return std::move(outcome.rows.front());
}

}  // namespace nomic::ledger
