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

namespace {

bool holds_secret(std::string_view parameter) {
  std::string name(parameter.substr(0, parameter.find('=')));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  // Names may be written as %XX.
  return name.find("passw") != std::string::npos || name.find('%') != std::string::npos;
}

// Where the user and password of `scheme://user:password@host/database?name=value&...` end, as libpq has it: at the
// first @ before any slash. Where it has none, but an @ stands behind what is no parameter, a password was meant whose
// characters are not written as %XX: it is not to be shown all the same.
std::size_t end_of_user(std::string_view address, std::size_t begin) {
  const std::size_t at = address.find_first_of("@/", begin);
  const std::size_t own = at != std::string_view::npos && address[at] == '@' ? at : begin;
  const std::size_t query = address.find('?', own);
  const bool is_query =
      query != std::string_view::npos && address.find('=', query) < address.find_first_of("@&", query);
  const std::size_t last = address.rfind('@', is_query ? query : std::string_view::npos);
  return last == std::string_view::npos || last < own ? own : last;
}

}  // namespace

std::string without_passwords(std::string_view ledger) {
  if (!is_database_address(ledger)) return std::string(ledger);
  const std::size_t begin = ledger.find("://") + 3;
  const std::size_t user = end_of_user(ledger, begin);
  std::string shown(ledger.substr(0, user));
  if (const std::size_t colon = shown.find(':', begin); colon != std::string::npos) shown.resize(colon);
  const std::size_t query = ledger.find('?', user);
  shown += ledger.substr(user, query - user);
  if (query == std::string_view::npos) return shown;
  char separator = '?';
  for (std::string_view rest = ledger.substr(query + 1);;) {
    const std::size_t end = rest.find('&');
    const std::string_view each = rest.substr(0, end);
    if (!holds_secret(each)) {
      shown += separator;
      shown += each;
      separator = '&';
    }
    if (end == std::string_view::npos) return shown;
    rest.remove_prefix(end + 1);
  }
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
  auto found = check_postgres_store(address);
  if (!found) return std::move(found).error();
  return DatabaseReport{found->version,   found->server,    found->is_standby,
                        found->may_write, found->waits_for, std::move(found->faults)};
}

}  // namespace nomic::ledger
