// One moment of a database: a transaction that sees what was committed when it first looked, and nothing later.
#pragma once

#include <memory>
#include <string>

#include "nomic/ledger/store/postgres/open_postgres.h"
#include "sql_reading.h"

namespace nomic::ledger {

class SqlMoment final : public SqlAsker {
 public:
  SqlMoment(std::string conninfo, const PostgresPatience& patience, std::unique_ptr<SqlConnection> connection = nullptr);

  // The transaction begins with the first question, in one round trip with it: a connection that was lost before is
  // made anew. One that is lost later is an error: what was seen cannot be seen again.
  Result<SqlRows> ask(const SqlCommand& command, std::string_view doing) override;
  // Lets go of the moment; the connection stays for the next. A round trip, if there was a question.
  void end();
  // The connection, within the transaction.
  Result<SqlConnection*> connection();

 private:
  Status begin();

  const std::string conninfo_;
  const PostgresPatience patience_;
  std::unique_ptr<SqlConnection> connection_;  // null: not yet
  bool begun_ = false;
};

}  // namespace nomic::ledger
