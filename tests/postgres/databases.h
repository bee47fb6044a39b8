// Databases of a test's own on the server that tests/postgres/server.py has started.
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <optional>
#include <string>

namespace nomic::test {

// The address of that server's database `postgres`; nothing: no server was started for these tests.
std::optional<std::string> postgres_server();

// Whether ledgers are to be kept there that a test would make in a folder: with NOMIC_TEST_STORE=postgres.
bool keeps_ledgers_in_postgres();

// An empty database, which goes with the object and with whoever is connected to it.
class TestDatabase {
 public:
  TestDatabase();
  ~TestDatabase();
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;
  [[nodiscard]] const std::string& address() const { return address_; }
  // The same by a socket in another folder: a proxy's.
  [[nodiscard]] std::string address_by(const std::string& folder) const;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::string address_;
};

// Runs SQL there; ends the test's process where it fails, since nothing that follows would mean anything. The first
// value of the result.
std::string run_sql(const std::string& address, const std::string& sql);

}  // namespace nomic::test
