#include "nomic/ledger/store/postgres/open_postgres.h"

namespace nomic::ledger {

bool is_postgres_address(std::string_view address) {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

}  // namespace nomic::ledger
