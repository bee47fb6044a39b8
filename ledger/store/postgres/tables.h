// The schema: a table for each of the store's, and one row that says how they are to be read.
//
//     nomic.store                          version integer, format integer
//     nomic.{catalog,records,tiles,snapshots,index}   key bytea PRIMARY KEY, value bytea NOT NULL
//     nomic.beside                         name text PRIMARY KEY, content bytea NOT NULL: what is no ledger's
//                                          (invitations)
//
// bytea compares as bytes do, whatever the collation of the database is.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "nomic/ledger/store.h"
#include "sql_connection.h"

namespace nomic::ledger {

// Of these tables. What is in their rows has the number of every ledger's format (formats.h).
inline constexpr std::int32_t POSTGRES_SCHEMA = 1;

// In the order of Table.
inline constexpr std::array<std::string_view, TABLES> SQL_TABLES = {"nomic.catalog", "nomic.records", "nomic.tiles",
                                                                    "nomic.snapshots", "nomic.index"};
// What is beside a ledger (postgres_text.h).
inline constexpr std::string_view SQL_BESIDE = "nomic.beside";
inline std::string_view sql_table(Table table) {
  return SQL_TABLES.at(static_cast<std::size_t>(table));
}

// What makes the tables; `schema`: and the schema.
std::vector<SqlCommand> creation(bool schema);

// Done if the tables are there and are ours to read. NOT_A_LEDGER, NEWER_FORMAT.
Status check_version(SqlConnection& connection);
// READ_ONLY where the role may not write them.
Status check_may_write(SqlConnection& connection);

// What is wrong with the tables themselves; "store" is the word of each fault.
Result<std::vector<Fault>> faults_of_tables(SqlConnection& connection);
// That, and what in the server's settings could lose or hold up what is recorded. It says nothing against what is
// there.
Result<std::vector<Fault>> faults_of_server(SqlConnection& connection);

}  // namespace nomic::ledger
