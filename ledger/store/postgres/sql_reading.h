// Reading rows: what a store, a reader and a view do alike, each by a connection of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/store.h"
#include "sql_connection.h"

namespace nomic::ledger {

// Who has a connection, and knows what to do when it is lost.
class SqlAsker {
 public:
  virtual ~SqlAsker() = default;
  SqlAsker(const SqlAsker&) = delete;
  SqlAsker& operator=(const SqlAsker&) = delete;
  virtual Result<SqlRows> ask(const SqlCommand& command, std::string_view doing) = 0;

 protected:
  SqlAsker() = default;
};

// Each one round trip.
Result<std::optional<std::string>> get_row(SqlAsker& asker, Table table, std::string_view key);
Result<std::optional<Row>> last_row(SqlAsker& asker, Table table, std::string_view from, std::string_view until);

// A round trip a page: 64 rows first, then 4,096, or two megabytes of them if that is less. One page is in memory. A
// cursor of an asker that is in no transaction may show of a later page what came after the first.
std::unique_ptr<Cursor> scan_rows(SqlAsker& asker, Table table, std::string_view from, std::string_view until);

// What is at its end, and says why.
std::unique_ptr<Cursor> failed_cursor(Error error);

}  // namespace nomic::ledger
