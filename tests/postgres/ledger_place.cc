#include "postgres/ledger_place.h"

#include <stdexcept>
#include <utility>

#include "nomic/ledger/address.h"
#if defined(NOMIC_TEST_LIBPQ)
#include "postgres/databases.h"
#endif

namespace nomic::test {

#if defined(NOMIC_TEST_LIBPQ)

LedgerPlace::LedgerPlace(std::string folder)
    : database_(keeps_ledgers_in_postgres() ? std::make_unique<TestDatabase>() : nullptr),
      ledger_(database_ ? database_->address() : std::move(folder)) {}

#else

class TestDatabase {};

LedgerPlace::LedgerPlace(std::string folder) : ledger_(std::move(folder)) {}

#endif

LedgerPlace::~LedgerPlace() = default;

void LedgerPlace::make() const {
  const auto made = ledger::create_in_database(ledger_);
  if (!made) throw std::runtime_error("cannot make a ledger: " + made.error().what);
}

}  // namespace nomic::test
