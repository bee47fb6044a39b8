#include "sql_moment.h"

#include <array>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "tables.h"

namespace nomic::ledger {
namespace {

SqlCommand begin_moment() {
  return {"begin moment", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"};
}

}  // namespace

SqlMoment::SqlMoment(std::string conninfo, const PostgresPatience& patience, Role role,
                     std::unique_ptr<SqlConnection> connection)
    : conninfo_(std::move(conninfo)), patience_(patience), role_(role), connection_(std::move(connection)) {}

Status SqlMoment::begin() {
  if (connection_ && !connection_->is_lost()) return Done{};
  NOMIC_ASSIGN(auto fresh, SqlConnection::open(conninfo_, role_, patience_));
  connection_ = std::move(fresh);
  return Done{};
}

Result<SqlRows> SqlMoment::ask(const SqlCommand& command, std::string_view doing) {
  const std::lock_guard lock(mutex_);
  return ask_alone(command, doing);
}

Result<SqlRows> SqlMoment::ask_alone(const SqlCommand& command, std::string_view doing) {
  if (begun_) return connection_->ask(command, doing);
  const std::array<SqlCommand, 2> both = {begin_moment(), command};
  for (bool again = connection_ != nullptr;; again = false) {
    NOMIC_TRY(begin());
    SqlOutcome outcome = connection_->run(both);
    if (!outcome.failure && outcome.rows.size() == both.size()) {
      begun_ = true;
      return std::move(outcome.rows.back());
    }
    const bool lost = connection_->is_lost();
    // Whatever is left of the transaction is of no use.
    if (!lost) begun_ = true;
    end_alone();
    if (lost && again) continue;
    if (outcome.failure) return as_error(*outcome.failure, doing);
    return fail(ErrorCode::IO_FAILED, "PostgreSQL did not answer all that it was asked");
  }
}

void SqlMoment::end() {
  const std::lock_guard lock(mutex_);
  end_alone();
}

void SqlMoment::end_alone() {
  if (!std::exchange(begun_, false) || connection_->is_lost()) return;
  const SqlCommand over{"end moment", "ROLLBACK"};
  if (connection_->run({&over, 1}).failure) connection_.reset();
}

bool SqlMoment::is_of_standby() {
  const std::lock_guard lock(mutex_);
  return connection_ && connection_->is_standby();
}

Result<std::vector<Fault>> SqlMoment::faults() {
  const std::lock_guard lock(mutex_);
  if (!begun_) {
    NOMIC_TRY(ask_alone({"look", "SELECT 1"}, "look at the ledger").status());
  }
  return faults_of_tables(*connection_);
}

}  // namespace nomic::ledger
