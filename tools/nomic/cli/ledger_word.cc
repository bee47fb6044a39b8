#include "cli/ledger_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "nomic/client/ascii.h"
#include "nomic/client/server_address.h"
#include "nomic/ledger/address.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

bool is_of_a_scheme(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

// The word as far as it is the beginning of an address: `mysql://`, `postgresql:`; empty: it is no address.
std::string_view beginning_of_address(std::string_view named) {
  const std::size_t colon = named.find(':');
  if (colon == 0 || colon == std::string_view::npos) return {};
  const std::string scheme = ascii_lower(named.substr(0, colon));
  if (!std::all_of(scheme.begin(), scheme.end(), is_of_a_scheme)) return {};
  if (named.substr(colon).starts_with("://")) return named.substr(0, colon + 3);
  return scheme == "postgresql" || scheme == "postgres" ? named.substr(0, colon + 1) : std::string_view();
}

}  // namespace

Status check_ledger_word(const Io& io, const std::string& named) {
  if (is_url(named) || ledger::is_database_address(named)) return ledger::Done{};
  const std::string_view beginning = beginning_of_address(named);
  std::error_code error;
  if (beginning.empty() || std::filesystem::exists(path_in(io, named), error)) return ledger::Done{};
  return usage(fmt::format("no address of a ledger begins with {}.", in_quotes(beginning)),
               "a database is postgresql://HOST/DATABASE, a server https://HOST; a folder of such a name is written "
               "with ./ before it");
}

}  // namespace nomic::tools
