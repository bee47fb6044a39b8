// What an address says, as libpq reads it and as whoever typed it may have meant it. No server and no libpq is needed.
#include <algorithm>

#include "nomic/ledger/store/postgres/open_postgres.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t NONE = std::string_view::npos;

// Behind scheme://.
std::size_t begin_of(std::string_view address) {
  return address.find("://") + 3;
}

bool holds_secret(std::string_view parameter) {
  std::string name(parameter.substr(0, parameter.find('=')));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  // Names may be written as %XX.
  return name.find("passw") != NONE || name.find('%') != NONE;
}

// Where the user and password of `scheme://user:password@host/database?name=value&...` end, as libpq has it: at the
// first @ before any slash. Without one, where they would begin.
std::size_t libpqs_end_of_user(std::string_view address) {
  const std::size_t begin = begin_of(address);
  const std::size_t at = address.find_first_of("@/", begin);
  return at != NONE && address[at] == '@' ? at : begin;
}

// Whether in `host:port,host:port` every port is a number.
bool has_ports(std::string_view hosts) {
  for (;;) {
    const std::string_view host = hosts.substr(0, hosts.find(','));
    const std::size_t colon = host.rfind(':');
    const bool is_port =
        colon == NONE || host.find(']', colon) != NONE || host.find_first_not_of("0123456789", colon + 1) == NONE;
    if (!is_port) return false;
    if (host.size() == hosts.size()) return true;
    hosts.remove_prefix(host.size() + 1);
  }
}

// The same as whoever typed it may have meant it: an @ that stands behind what is no parameter ends a password whose
// characters are not written as %XX.
std::size_t end_of_user(std::string_view address) {
  const std::size_t begin = begin_of(address);
  const std::size_t own = libpqs_end_of_user(address);
  const std::size_t query = address.find('?', own);
  const bool is_password =
      own == begin && !has_ports(address.substr(begin, address.find_first_of("/?", begin) - begin));
  const bool is_query = !is_password && query != NONE && address.find('=', query) < address.find_first_of("@&", query);
  const std::size_t last = address.rfind('@', is_query ? query : NONE);
  return last == NONE || last < own ? own : last;
}

}  // namespace

bool is_postgres_address(std::string_view address) {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

std::string shown_postgres_address(std::string_view address) {
  const std::size_t begin = begin_of(address);
  const std::size_t user = end_of_user(address);
  std::string shown(address.substr(0, user));
  if (const std::size_t colon = shown.find(':', begin); colon != std::string::npos) shown.resize(colon);
  const std::size_t query = address.find('?', user);
  shown += address.substr(user, query - user);
  if (query == NONE) return shown;
  char separator = '?';
  for (std::string_view rest = address.substr(query + 1);;) {
    const std::size_t end = rest.find('&');
    const std::string_view each = rest.substr(0, end);
    if (!holds_secret(each)) {
      shown += separator;
      shown += each;
      separator = '&';
    }
    if (end == NONE) return shown;
    rest.remove_prefix(end + 1);
  }
}

bool is_misread_address(std::string_view address) {
  if (!is_postgres_address(address)) return false;
  const std::size_t own = libpqs_end_of_user(address);
  const std::size_t meant = end_of_user(address);
  if (own == meant) return false;
  // A name of a database may have an @ in it.
  const std::string_view between = address.substr(own, meant - own);
  const bool is_in_hosts = own != begin_of(address) && between.find('/') == NONE;
  return is_in_hosts || address.substr(begin_of(address), meant - begin_of(address)).find(':') != NONE;
}

}  // namespace nomic::ledger
