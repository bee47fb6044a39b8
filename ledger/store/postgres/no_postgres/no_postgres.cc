// A build without PostgreSQL.
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#include "nomic/ledger/store/postgres/postgres_text.h"

namespace nomic::ledger {
namespace {

Error not_built_in() {
  return fail(ErrorCode::BAD_INPUT, "this program was built without PostgreSQL",
              "name a folder, or build it with libpq");
}

}  // namespace

bool has_postgres() {
  return false;
}

Status create_postgres_store(const std::string& /*conninfo*/, const PostgresPatience& /*patience*/) {
  return not_built_in();
}

Status upgrade_postgres_store(const std::string& /*conninfo*/, const PostgresPatience& /*patience*/) {
  return not_built_in();
}

Result<PostgresReport> check_postgres_store(const std::string& /*conninfo*/, const PostgresPatience& /*patience*/) {
  return not_built_in();
}

Result<std::unique_ptr<Store>> open_postgres_store(const std::string& /*conninfo*/, Access /*access*/,
                                                   const PostgresPatience& /*patience*/) {
  return not_built_in();
}

struct PostgresText::Self {};
PostgresText::PostgresText(std::string /*conninfo*/, std::string /*name*/, const PostgresPatience& /*patience*/) {}
PostgresText::~PostgresText() = default;
Result<std::optional<std::string>> PostgresText::read() const {
  return not_built_in();
}
std::string PostgresText::stamp() const {
  return {};
}
Status PostgresText::change(const Change& /*change*/) const {
  return not_built_in();
}

Result<std::string> postgres_mark(const std::string& /*conninfo*/, const PostgresPatience& /*patience*/) {
  return not_built_in();
}

Result<std::int64_t> postgres_clock(const std::string& /*conninfo*/, const PostgresPatience& /*patience*/) {
  return not_built_in();
}

}  // namespace nomic::ledger
