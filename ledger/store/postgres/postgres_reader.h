// Stores that show one moment of a database.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "nomic/ledger/store.h"
#include "sql_moment.h"

namespace nomic::ledger {

// From its opening to its end.
std::unique_ptr<Store> postgres_reader(const std::string& conninfo, const PostgresPatience& patience,
                                       std::unique_ptr<SqlConnection> connection);

// Views with a connection each, that is made at the first look: a writer's of the primary, a reader's of whatever it
// reads.
class PostgresSharing final : public SharedStore, public std::enable_shared_from_this<PostgresSharing> {
 public:
  PostgresSharing(std::string conninfo, const PostgresPatience& patience, Role role);
  std::unique_ptr<StoreView> view() override;
  // Nobody looks through it from now on.
  void shut();
  [[nodiscard]] bool is_shut() const;

 private:
  const std::string conninfo_;
  const PostgresPatience patience_;
  const Role role_;
  std::atomic<bool> shut_ = false;
};

}  // namespace nomic::ledger
