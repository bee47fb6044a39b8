// One moment of a database: a transaction that sees what was committed when it first looked, and nothing later.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "nomic/ledger/store/postgres/open_postgres.h"
#include "sql_reading.h"

namespace nomic::ledger {

// Several threads may ask.
class SqlMoment final : public SqlAsker {
 public:
  // `role`: of the connections that it makes.
  SqlMoment(std::string conninfo, const PostgresPatience& patience, Role role,
            std::unique_ptr<SqlConnection> connection = nullptr);

  // The transaction begins with the first question, in one round trip with it: a connection that was lost before is
  // made anew. One that is lost later is an error: what was seen cannot be seen again.
  Result<SqlRows> ask(const SqlCommand& command, std::string_view doing) override;
  // Lets go of the moment; the connection stays for the next. A round trip, if there was a question.
  void end();
  // Whether it was a standby that was asked last.
  [[nodiscard]] bool is_of_standby();
  // What the server says of how it keeps the tables, within the transaction.
  Result<std::vector<Fault>> faults();

 private:
  Status begin();
  Result<SqlRows> ask_alone(const SqlCommand& command, std::string_view doing);
  void end_alone();

  const std::string conninfo_;
  const PostgresPatience patience_;
  const Role role_;
  std::mutex mutex_;
  std::unique_ptr<SqlConnection> connection_;  // null: not yet
  bool begun_ = false;
};

}  // namespace nomic::ledger
