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

// Of `scheme://user:password@host/database?name=value&...`.
std::string without_passwords(std::string_view ledger) {
  if (!is_database_address(ledger)) return std::string(ledger);
  const std::size_t query = ledger.find('?');
  std::string shown(ledger.substr(0, query));
  const std::size_t begin = shown.find("://") + 3;
  // A password with @ or / in it makes the address malformed, and is not to be shown all the same.
  const std::size_t at = shown.rfind('@');
  const std::size_t colon = shown.find(':', begin);
  if (at != std::string::npos && at > begin && colon < at) shown.erase(colon, at - colon);
  if (query == std::string_view::npos) return shown;
  char separator = '?';
  for (std::string_view rest = ledger.substr(query + 1);;) {
    const std::size_t end = rest.find('&');
    const std::string_view each = rest.substr(0, end);
    const std::string_view name = each.substr(0, each.find('='));
    // Names may be written as %XX.
    if (name.find("passw") == std::string_view::npos && name.find('%') == std::string_view::npos) {
      shown += separator;
      shown += each;
      separator = '&';
    }
    if (end == std::string_view::npos) return shown;
    rest.remove_prefix(end + 1);
  }
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
  auto found = check_postgres_store(address);
  if (!found) return std::move(found).error();
  return DatabaseReport{found->version,   found->server,    found->is_standby,
                        found->may_write, found->waits_for, std::move(found->faults)};
}

}  // namespace nomic::ledger
