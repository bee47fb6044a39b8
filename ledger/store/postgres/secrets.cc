#include "secrets.h"

#include <algorithm>
#include <memory>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {

Result<std::vector<std::string>> secrets_in(const PqLibrary& pq, const std::string& conninfo) {
  // What libpq says of a malformed address repeats it.
  char* said = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(pq.PQconninfoFree)> options(
      pq.PQconninfoParse(conninfo.c_str(), &said), pq.PQconninfoFree);
  if (said != nullptr) pq.PQfreemem(said);
  if (!options) {
    return fail(ErrorCode::BAD_INPUT, "the address of the PostgreSQL server is malformed",
                "it has the form postgresql://ROLE@HOST/DATABASE; special characters are written as %XX");
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
