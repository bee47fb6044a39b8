#include "nomic/ledger/address.h"

#include <utility>

#include "nomic/ledger/store/postgres/open_postgres.h"

namespace nomic::ledger {

bool is_database_address(std::string_view ledger) {
  return is_postgres_address(ledger);
}

bool has_databases() {
  return has_postgres();
}

std::string without_passwords(std::string_view ledger) {
  return is_database_address(ledger) ? shown_postgres_address(ledger) : std::string(ledger);
}

std::string without_passwords(std::string text, std::string_view word) {
  for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
    const std::size_t at = word.find(scheme);
    if (at == std::string_view::npos) continue;
    const std::string address(word.substr(at));
    const std::string shown = without_passwords(address);
    if (shown == address) return text;
    for (std::size_t found = text.find(address); found != std::string::npos; found = text.find(address, found)) {
      text.replace(found, address.size(), shown);
      found += shown.size();
    }
    return text;
  }
  return text;
}

Status create_in_database(const std::string& address) {
  return create_postgres_store(address);
}

Status upgrade_database(const std::string& address) {
  return upgrade_postgres_store(address);
}

Result<std::int64_t> database_clock(const std::string& address) {
  return postgres_clock(address);
}

Result<DatabaseReport> check_database(const std::string& address) {
  NOMIC_ASSIGN(auto found, check_postgres_store(address));
  return DatabaseReport{found.version,   found.server,    found.is_standby,
                        found.may_write, found.waits_for, std::move(found.faults)};
}

}  // namespace nomic::ledger
