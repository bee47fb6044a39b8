#include "tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/formats.h"

namespace nomic::ledger {
namespace {

Fault fault_of_store(std::string what) {
  return {"store", std::nullopt, std::move(what)};
}

Error newer(std::string_view what, std::int32_t number, std::uint64_t known) {
  return fail(ErrorCode::NEWER_FORMAT,
              fmt::format("the {} of the ledger has version {}; this program knows {}", what, number, known),
              "use a newer version of the program");
}

// Of the one row of nomic.store.
Error unreadable(std::string what) {
  return fail(ErrorCode::DAMAGED, std::move(what),
              "restore the database from a backup; or make a ledger in another one with nomic store init, and take its "
              "games in from a nomic backup or from other players' copies");
}

// What an operating system or an administrator can take away, and no later look can find.
Status look_at_settings(SqlConnection& connection, std::vector<Fault>& faults) {
  NOMIC_ASSIGN(const auto rows,
               connection.ask({{},
                               "SELECT name, CASE name WHEN 'synchronous_commit' THEN reset_val ELSE setting END,"
                               " current_setting('synchronous_standby_names') <> '' FROM pg_settings"
                               " WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name"},
                              "look at the server's settings"));
  for (int row = 0; row < rows.size(); ++row) {
    const std::string_view name = rows.at(row, 0);
    const std::string_view value = rows.at(row, 1);
    const bool waits_too_short = rows.flag(row, 2) && (value == "local" || value == "remote_write");
    if (value == "off") {
      faults.push_back(fault_of_store(
          fmt::format("the server's setting {} is off: what it has acknowledged may be lost in a crash", name)));
    } else if (waits_too_short) {
      faults.push_back(fault_of_store(
          fmt::format("the server's setting {} is {}: what it has acknowledged may be lost with the primary, though it "
                      "names standbys",
                      name, value)));
    }
  }
  return Done{};
}

// Who is no administrator is shown that standbys are connected, though not which.
Status look_at_standbys(SqlConnection& connection, std::vector<Fault>& faults) {
  NOMIC_ASSIGN(const auto rows,
               connection.ask({{},
                               "SELECT current_setting('synchronous_standby_names') FROM pg_stat_replication"
                               " HAVING count(*) = 0 AND current_setting('synchronous_standby_names') <> ''"
                               " AND NOT pg_is_in_recovery()"},
                              "look at the standbys"));
  if (rows.size() > 0) {
    faults.push_back(fault_of_store(fmt::format(
        "no standby is connected, and of {} one has to be: what is recorded waits for it without end", rows.at(0, 0))));
  }
  return Done{};
}

Status look_at_tables(SqlConnection& connection, std::vector<Fault>& faults) {
  NOMIC_ASSIGN(
      const auto rows,
      connection.ask({{},
                      "SELECT 'nomic.' || c.relname, c.relpersistence = 'p', coalesce(bool_or(i.indisvalid), false)"
                      " FROM pg_class c LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary"
                      " WHERE c.relnamespace = 'nomic'::regnamespace AND c.relkind = 'r' GROUP BY c.oid, c.relname, "
                      "c.relpersistence"},
                     "look at the tables"));
  std::vector<std::string> missing(SQL_TABLES.begin(), SQL_TABLES.end());
  missing.emplace_back(SQL_BESIDE);
  for (int row = 0; row < rows.size(); ++row) {
    const std::string table(rows.at(row, 0));
    if (std::erase(missing, table) == 0) continue;
    if (!rows.flag(row, 1))
      faults.push_back(fault_of_store(table + " is not logged: a crash of the server empties it"));
    if (!rows.flag(row, 2)) faults.push_back(fault_of_store(table + " has no valid primary key"));
  }
  for (const std::string& table : missing) faults.push_back(fault_of_store(table + " is missing"));
  return Done{};
}

}  // namespace

std::vector<SqlCommand> creation(bool schema) {
  std::vector<SqlCommand> commands;
  if (schema) commands.push_back({{}, "CREATE SCHEMA nomic"});
  commands.push_back({{}, "CREATE TABLE nomic.store (version integer NOT NULL, format integer NOT NULL)"});
  commands.push_back({{}, "CREATE TABLE nomic.beside (name text PRIMARY KEY, content bytea NOT NULL)"});
  for (const std::string_view table : SQL_TABLES) {
    commands.push_back({{}, fmt::format("CREATE TABLE {} (key bytea PRIMARY KEY, value bytea NOT NULL)", table)});
  }
  // The game's entry is rewritten by each of its appends: with room on its page no index entry is added for it. Hashes
  // cannot be compressed.
  commands.push_back({{}, "ALTER TABLE nomic.catalog SET (fillfactor = 90)"});
  commands.push_back({{}, "ALTER TABLE nomic.tiles ALTER COLUMN value SET STORAGE EXTERNAL"});
  commands.push_back({{},
                      "INSERT INTO nomic.store VALUES ($1::integer, $2::integer)",
                      {int4(POSTGRES_SCHEMA), int4(static_cast<std::int32_t>(LEDGER_FORMAT))}});
  return commands;
}

Status check_version(SqlConnection& connection) {
  const SqlCommand look{{}, "SELECT version, format FROM nomic.store"};
  SqlOutcome outcome = connection.run({&look, 1});
  if (outcome.failure && (outcome.failure->is("42P01") || outcome.failure->is("3F000"))) {
    return fail(ErrorCode::NOT_A_LEDGER, "there is no ledger in this database",
                "make one with nomic store init, or name another database");
  }
  if (outcome.failure && outcome.failure->is("42703"))
    return unreadable("nomic.store lacks a column that it should have");
  if (outcome.failure) return as_error(*outcome.failure, "read the version of the ledger");
  const SqlRows& rows = outcome.rows.front();
  if (rows.size() != 1) return unreadable("nomic.store does not hold the one row that it should");
  const std::int32_t version = rows.number(0, 0);
  const std::int32_t format = rows.number(0, 1);
  if (version > POSTGRES_SCHEMA) return newer("schema", version, POSTGRES_SCHEMA);
  if (format > static_cast<std::int32_t>(LEDGER_FORMAT)) return newer("format", format, LEDGER_FORMAT);
  if (version < 1 || format < 1) {
    return unreadable(fmt::format("nomic.store names versions that there never were: {}, {}", version, format));
  }
  if (version != POSTGRES_SCHEMA || format != static_cast<std::int32_t>(LEDGER_FORMAT)) {
    return fail(ErrorCode::NOT_A_LEDGER,
                fmt::format("the ledger in this database has schema {} and format {}, which no released program wrote",
                            version, format),
                "export its games with the program that made it, and import the bundles into a new ledger");
  }
  return Done{};
}

Status check_may_write(SqlConnection& connection) {
  std::string sql = "SELECT true";
  const auto asks = [&sql](std::string_view table, std::string_view right) {
    sql += fmt::format(" AND has_table_privilege('{}', '{}')", table, right);
  };
  for (const std::string_view table : SQL_TABLES) {
    for (const std::string_view right : {"SELECT", "INSERT", "UPDATE", "DELETE"}) asks(table, right);
  }
  for (const std::string_view right : {"SELECT", "INSERT", "UPDATE"}) asks(SQL_BESIDE, right);
  NOMIC_ASSIGN(const auto rows, connection.ask({{}, std::move(sql)}, "look at what the role may do"));
  if (rows.size() == 1 && rows.flag(0, 0)) return Done{};
  return fail(ErrorCode::READ_ONLY, "the role may only read the ledger", "use a role that may write");
}

Result<std::vector<Fault>> faults_of_tables(SqlConnection& connection) {
  std::vector<Fault> faults;
  NOMIC_TRY(look_at_tables(connection, faults));
  return faults;
}

Result<std::vector<Fault>> faults_of_server(SqlConnection& connection) {
  NOMIC_ASSIGN(auto faults, faults_of_tables(connection));
  NOMIC_TRY(look_at_settings(connection, faults));
  NOMIC_TRY(look_at_standbys(connection, faults));
  return faults;
}

}  // namespace nomic::ledger
