#include "nomic/ledger/address.h"

#include "nomic/ledger/store/postgres/open_postgres.h"

namespace nomic::ledger {

bool is_database_address(std::string_view ledger) {
  return is_postgres_address(ledger);
}

// Of `scheme://user:password@host/database?name=value&...`.
std::string without_passwords(std::string_view ledger) {
  if (!is_database_address(ledger)) return std::string(ledger);
  const std::size_t query = ledger.find('?');
  std::string shown(ledger.substr(0, query));
  const std::size_t begin = shown.find("://") + 3;
  // libpq takes the first @ before the path for the end of the user; a password with one in it is malformed, and is
  // not to be shown all the same.
  const std::size_t path = shown.find('/', begin);
  const std::size_t at = shown.rfind('@', path == std::string::npos ? shown.size() : path);
  const std::size_t colon = shown.find(':', begin);
  if (at != std::string::npos && at > begin && colon < at) shown.erase(colon, at - colon);
  if (query == std::string_view::npos) return shown;
  char separator = '?';
  for (std::string_view rest = ledger.substr(query + 1);;) {
    const std::size_t end = rest.find('&');
    const std::string_view each = rest.substr(0, end);
    const std::string_view name = each.substr(0, each.find('='));
    if (name.find("passw") == std::string_view::npos) {
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

}  // namespace nomic::ledger
