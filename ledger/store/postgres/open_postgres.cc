#include "nomic/ledger/store/postgres/open_postgres.h"

#include <charconv>
#include <mutex>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "postgres_reader.h"
#include "postgres_store.h"
#include "tables.h"

namespace nomic::ledger {
namespace {

Error already() {
  return fail(ErrorCode::ALREADY_A_LEDGER, "there is a ledger in this database already", "open it, or name another");
}

// What of a schema `nomic` is there.
struct Found {
  bool schema = false;
  bool ledger = false;
  bool anything = false;
};

Result<Found> look_around(SqlConnection& connection) {
  NOMIC_ASSIGN(const auto rows,
               connection.ask({{},
                               "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'nomic'),"
                               " 2 = (SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('nomic.store')"
                               "      AND attname IN ('version', 'format') AND atttypid = 'integer'::regtype),"
                               " EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('nomic'))"
                               " OR EXISTS (SELECT FROM pg_proc WHERE pronamespace = to_regnamespace('nomic'))"
                               " OR EXISTS (SELECT FROM pg_type WHERE typnamespace = to_regnamespace('nomic'))"},
                              "look at the database"));
  return Found{rows.flag(0, 0), rows.flag(0, 1), rows.flag(0, 2)};
}

}  // namespace

bool has_postgres() {
  return true;
}

Status create_postgres_store(const std::string& conninfo, const PostgresPatience& patience) {
  NOMIC_ASSIGN(auto connection, SqlConnection::open(conninfo, Role::WRITER, patience));
  NOMIC_ASSIGN(auto found, look_around(*connection));
  if (found.ledger) return already();
  if (found.anything) {
    return fail(ErrorCode::BAD_INPUT, "the schema nomic of this database holds other things",
                "name another database, or rename that schema");
  }
  const SqlOutcome made = connection->run(creation(!found.schema));
  if (!made.failure) return Done{};
  // Two at once: the other was first.
  if (made.failure->is("42P06") || made.failure->is("42P07") || made.failure->is("23505")) return already();
  return as_error(*made.failure, "make the tables of the ledger");
}

Status upgrade_postgres_store(const std::string& conninfo, const PostgresPatience& patience) {
  NOMIC_ASSIGN(auto connection, SqlConnection::open(conninfo, Role::WRITER, patience));
  // The first version is the only one yet.
  return check_version(*connection);
}

Result<PostgresReport> check_postgres_store(const std::string& conninfo, const PostgresPatience& patience) {
  NOMIC_ASSIGN(auto connection, SqlConnection::open(conninfo, Role::READER, patience));
  NOMIC_TRY(check_version(*connection));
  NOMIC_ASSIGN(const auto said, (connection)
                                    ->ask({{},
                                           "SELECT current_setting('server_version'), pg_is_in_recovery(), "
                                           "current_setting('synchronous_standby_names')"},
                                          "look at the server"));
  NOMIC_ASSIGN(auto faults, faults_of_server(*connection));
  PostgresReport report;
  report.version = static_cast<std::uint32_t>(POSTGRES_SCHEMA);
  report.server = said.at(0, 0);
  report.is_standby = said.flag(0, 1);
  report.waits_for = said.at(0, 2);
  report.may_write = !report.is_standby && check_may_write(*connection).ok();
  report.faults = std::move(faults);
  return report;
}

Result<std::unique_ptr<Store>> open_postgres_store(const std::string& conninfo, Access access,
                                                   const PostgresPatience& patience) {
  const bool writes = access == Access::WRITE;
  NOMIC_ASSIGN(auto connection, SqlConnection::open(conninfo, writes ? Role::WRITER : Role::READER, patience));
  NOMIC_TRY(check_version(*connection));
  if (!writes) return postgres_reader(conninfo, patience, std::move(connection));
  NOMIC_TRY(check_may_write(*connection));
  return std::unique_ptr<Store>(std::make_unique<PostgresStore>(conninfo, patience, std::move(connection)));
}

namespace {

// One text, of a connection that is kept.
Result<std::string> ask_server(const std::string& conninfo, const PostgresPatience& patience,
                               const SqlCommand& command) {
  // Of the address that was asked for last: a program watches one.
  static std::mutex mutex;
  static std::string of;
  static std::unique_ptr<SqlConnection> kept;
  const std::lock_guard lock(mutex);
  for (int attempt = 0;; ++attempt) {
    const bool is_kept = kept && of == conninfo && !kept->is_lost();
    if (!is_kept) {
      kept.reset();
      NOMIC_ASSIGN(auto fresh, SqlConnection::open(conninfo, Role::READER, patience));
      kept = std::move(fresh);
      of = conninfo;
    }
    auto rows = kept->ask(command, "look at the ledger");
    if (rows && rows->size() == 1) return std::string(rows->at(0, 0));
    if (!is_kept || attempt > 0) return rows ? std::string() : Result<std::string>(std::move(rows).error());
    kept.reset();
  }
}

}  // namespace

Result<std::string> postgres_mark(const std::string& conninfo, const PostgresPatience& patience) {
  // It tells what is committed and seen, and so changes at the very moment at which something is.
  return ask_server(conninfo, patience, {"mark", "SELECT pg_current_snapshot()::text"});
}

Result<std::int64_t> postgres_clock(const std::string& conninfo, const PostgresPatience& patience) {
  NOMIC_ASSIGN(auto said,
               ask_server(conninfo, patience,
                          {"clock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint::text"}));
  std::int64_t micros = 0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), micros);
  if (error != std::errc() || end != said.data() + said.size()) {
    return fail(ErrorCode::IO_FAILED, "PostgreSQL does not say what time it is");
  }
  return micros;
}

}  // namespace nomic::ledger
