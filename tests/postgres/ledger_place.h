// Where a test keeps a ledger: in a folder, or, when all tests are run so (NOMIC_TEST_STORE=postgres), in a database of
// its own.
#pragma once

#include <memory>
#include <string>

namespace nomic::test {

class TestDatabase;

class LedgerPlace {
 public:
  // A database is there at once, without a ledger; the folder is not.
  explicit LedgerPlace(std::string folder);
  ~LedgerPlace();
  LedgerPlace(const LedgerPlace&) = delete;
  LedgerPlace& operator=(const LedgerPlace&) = delete;

  // What stands where a folder does.
  [[nodiscard]] const std::string& ledger() const { return ledger_; }
  [[nodiscard]] bool is_database() const { return database_ != nullptr; }
  // An empty ledger in the database.
  void make() const;

 private:
  std::unique_ptr<TestDatabase> database_;  // null: a folder
  std::string ledger_;
};

}  // namespace nomic::test
