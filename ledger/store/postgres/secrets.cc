#include "secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/postgres/open_postgres.h"

namespace nomic::ledger {

namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(PqLibrary::PQconninfoFree)>;

Options options_of(const PqLibrary& pq, const std::string& conninfo) {
  // What libpq says of a malformed address repeats it.
  char* said = nullptr;
  Options options(pq.PQconninfoParse(conninfo.c_str(), &said), pq.PQconninfoFree);
  if (said != nullptr) pq.PQfreemem(said);
  return options;
}

bool is_word(std::string_view text) {
  const auto is_of_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_of_word);
}

// The first parameter that libpq does not know, of those that may be shown; empty: there is none.
std::string unknown_parameter(const PqLibrary& pq, const std::string& conninfo) {
  if (!is_postgres_address(conninfo)) return {};
  std::set<std::string, std::less<>> known = {"ssl"};
  const Options all = options_of(pq, "postgresql://");
  for (const PQconninfoOption* each = all.get(); each != nullptr && each->keyword != nullptr; ++each) {
    known.emplace(each->keyword);
  }
  const std::string shown = shown_postgres_address(conninfo);
  const std::size_t query = shown.find('?');
  if (query == std::string::npos) return {};
  for (std::string_view rest = std::string_view(shown).substr(query + 1);;) {
    const std::string_view each = rest.substr(0, rest.find('&'));
    const std::string_view name = each.substr(0, each.find('='));
    if (name.size() < each.size() && is_word(name) && !known.contains(name)) return std::string(name);
    if (each.size() == rest.size()) return {};
    rest.remove_prefix(each.size() + 1);
  }
}

}  // namespace

Result<std::vector<std::string>> secrets_in(const PqLibrary& pq, const std::string& conninfo) {
  constexpr const char* FORM = "it has the form postgresql://ROLE@HOST/DATABASE; special characters are written as %XX";
  if (is_misread_address(conninfo)) {
    return fail(ErrorCode::BAD_INPUT,
                "the address of the PostgreSQL server is malformed: an @ stands in it that does not end the password",
                "write special characters of a password as %XX: @ is %40, / is %2F; or put it into a password file");
  }
  const Options options = options_of(pq, conninfo);
  if (!options) {
    const std::string unknown = unknown_parameter(pq, conninfo);
    if (unknown.empty()) return fail(ErrorCode::BAD_INPUT, "the address of the PostgreSQL server is malformed", FORM);
    return fail(
        ErrorCode::BAD_INPUT,
        fmt::format("the address of the PostgreSQL server is malformed: libpq knows no parameter '{}'", unknown), FORM);
  }
  std::vector<std::string> secrets;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    const std::string_view keyword = each->keyword;
    // The display of a password is '*'.
    const bool is_secret = keyword.ends_with("password") || (each->dispchar != nullptr && *each->dispchar == '*');
    // Of a password with a slash in it libpq takes the beginning for a port, and says so.
    const bool is_no_port = keyword == "port" && each->val != nullptr &&
                            std::string_view(each->val).find_first_not_of("0123456789,") != std::string_view::npos;
    if ((is_secret || is_no_port) && each->val != nullptr && *each->val != '\0') secrets.emplace_back(each->val);
  }
  // What holds another goes first.
  std::sort(secrets.begin(), secrets.end(),
            [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  return secrets;
}

std::string without_secrets(std::string text, const std::vector<std::string>& secrets) {
  for (const std::string& each : secrets) {
    for (std::size_t at = text.find(each); at != std::string::npos; at = text.find(each, at + 3)) {
      text.replace(at, each.size(), "***");
    }
  }
  return text;
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!is_blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace nomic::ledger
