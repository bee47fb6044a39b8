#include "api/etag.h"

#include <cstddef>
#include <utility>

#include "api/problems.h"
#include "nomic/ledger/hash.h"

namespace nomic::tools {

std::string etag_of(std::string_view version, const std::vector<std::string>& texts) {
  std::string all(version);
  for (const std::string& each : texts) all += '\0' + each;
  constexpr std::size_t DIGITS = 32;
  return '"' + ledger::sha256(all).hex().substr(0, DIGITS) + '"';
}

bool names_etag(std::string_view values, std::string_view etag) {
  while (!values.empty()) {
    const std::size_t comma = values.find(',');
    std::string_view one = values.substr(0, comma);
    while (one.starts_with(' ') || one.starts_with('\t')) one.remove_prefix(1);
    while (one.ends_with(' ') || one.ends_with('\t')) one.remove_suffix(1);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
    if (comma == std::string_view::npos) break;
    values.remove_prefix(comma + 1);
  }
  return false;
}

HttpAnswer with_etag(const std::string& match, const std::string& etag,
                     const std::function<Result<std::string>()>& document) {
  HttpAnswer given;
  if (!match.empty() && names_etag(match, etag)) {
    given.status = 304;
    given.headers = {{"cache-control", "no-cache"}};
  } else {
    Result<std::string> made = document();
    if (!made) return not_answered(made.error());
    given = json_answer(200, *std::move(made) + "\n");
  }
  given.headers.emplace_back("etag", etag);
  return given;
}

}  // namespace nomic::tools
