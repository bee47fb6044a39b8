#include "postgres/databases.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>

namespace nomic::test {

std::optional<std::string> postgres_server() {
  const char* address = std::getenv("NOMIC_TEST_POSTGRES");
  if (address == nullptr || *address == '\0') return std::nullopt;
  return address;
}

bool keeps_ledgers_in_postgres() {
  const char* store = std::getenv("NOMIC_TEST_STORE");
  return store != nullptr && std::string(store) == "postgres" && postgres_server();
}

std::string run_sql(const std::string& address, const std::string& sql) {
  const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(address.c_str()), &PQfinish);
  const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), sql.c_str()), &PQclear);
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
    throw std::runtime_error(fmt::format("{}: {}", sql, PQerrorMessage(connection.get())));
  }
  return PQntuples(result.get()) > 0 ? std::string(PQgetvalue(result.get(), 0, 0)) : std::string();
}

TestDatabase::TestDatabase() {
  static std::atomic<int> count = 0;
  const auto server = postgres_server();
  if (!server) throw std::runtime_error("no PostgreSQL server was started for this test (tests/postgres/server.py)");
  name_ = fmt::format("t{}_{}", ::getpid(), ++count);
  run_sql(*server, "CREATE DATABASE " + name_ + " TEMPLATE template0");
  address_ = *server;
  const std::string of = "/postgres?";
  address_.replace(address_.find(of), of.size(), "/" + name_ + "?");
}

TestDatabase::~TestDatabase() {
  try {
    run_sql(*postgres_server(), "DROP DATABASE " + name_ + " WITH (FORCE)");
  } catch (const std::exception&) {
    // It goes with the server.
  }
}

std::string TestDatabase::address_by(const std::string& folder) const {
  return address_.substr(0, address_.find("host=")) + "host=" + folder;
}

}  // namespace nomic::test
