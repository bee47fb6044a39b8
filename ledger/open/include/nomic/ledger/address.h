// Where a ledger is: a folder, or a PostgreSQL database by its address (nomic/ledger/store/postgres/open_postgres.h).
// Whatever takes a folder of a ledger takes such an address, but for what looks into a folder's files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

// Whether it is that of a database: it begins with postgresql:// or postgres://.
[[nodiscard]] bool is_database_address(std::string_view ledger);

// Whether this build knows databases.
[[nodiscard]] bool has_databases();

// The same without the passwords in it, to be shown. What is no address stays as it is.
[[nodiscard]] std::string without_passwords(std::string_view ledger);

// A text in which somebody's word may be repeated, without the passwords of an address in that word.
[[nodiscard]] std::string without_passwords(std::string text, std::string_view word);

// Makes the tables of an empty ledger in a database. ALREADY_A_LEDGER, BAD_INPUT, READ_ONLY, IO_FAILED.
Status create_in_database(const std::string& address);

// Brings its tables to the version of this program. NOT_A_LEDGER, NEWER_FORMAT, READ_ONLY, IO_FAILED.
Status upgrade_database(const std::string& address);

// How a database keeps its ledger.
struct DatabaseReport {
  std::uint32_t version = 0;  // of the schema
  std::string server;         // its version
  bool is_standby = false;
  bool may_write = false;  // the role of the address
  std::string waits_for;   // synchronous_standby_names
  // Of the store: settings with which acknowledged records may be lost, tables and keys that are missing.
  std::vector<Fault> faults;
};
Result<DatabaseReport> check_database(const std::string& address);

// What the clock of its server says: microseconds since 1970-01-01T00:00:00Z. One round trip on the connection of
// recorded_mark(). UNREACHABLE, BAD_INPUT, IO_FAILED.
Result<std::int64_t> database_clock(const std::string& address);

}  // namespace nomic::ledger
