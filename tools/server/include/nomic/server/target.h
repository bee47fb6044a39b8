// Target: what a request asks for, parsed once. "/v1/games/friday%20night/log?limit=3" has the parts v1, games,
// friday night and log, and the parameter limit is 3.
//
// The parser of requests makes it, and no other code sees the text that was sent. Access, routes, files, ETags and the
// log all use the same value, so a check and an action cannot read the target in two ways.
//
// Each part and each value is decoded once, after it was cut out. "%2561" is the part "%61" and nothing else. In values
// a plus is a space, as forms write it; a plus itself is written %2B. Every other text is refused:
// - a target that does not begin with a slash (a whole URL, "*"), and one with a fragment;
// - a part that is empty, "." or "..", or has a slash or a backslash, so also a slash at the end;
// - a control character, and bytes that are not UTF-8 or not well encoded.
// A game or player whose name has a slash is not addressed by that name: a game has an identity too.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/views/failure.h"

namespace nomic::tools {

// The parameters of a request.
class Query {
 public:
  Query() = default;
  explicit Query(std::vector<std::pair<std::string, std::string>> all) : all_(std::move(all)) {}

  // The value, if it is given; given twice it is a failure.
  Result<std::optional<std::string>> one(std::string_view name) const;
  // All that are given.
  [[nodiscard]] std::vector<std::string> several(std::string_view name) const;
  // Whether all that are given are among those known. Else the failure names the first that is not, with one like it.
  [[nodiscard]] Status check(const std::vector<std::string>& known) const;
  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  // As they are written: "limit=3&kind=vote".
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

class Target {
 public:
  // "/".
  Target() = default;

  // Of the path, in order; none for "/".
  [[nodiscard]] const std::vector<std::string>& parts() const { return parts_; }
  [[nodiscard]] const Query& query() const { return query_; }

  // The one canonical spelling: unreserved characters (RFC 3986) as they are, all others as %XX in capitals. It parses
  // back to the same value.
  [[nodiscard]] std::string path() const;
  [[nodiscard]] std::string text() const;

 private:
  friend Result<Target> parse_target(std::string_view sent);

  std::vector<std::string> parts_;
  Query query_;
};

// The target of a request line. The code of a failure is BAD_TARGET.
Result<Target> parse_target(std::string_view sent);

}  // namespace nomic::tools
