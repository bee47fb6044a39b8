// The target of a request, taken apart: "/v1/games/friday%20night/log?limit=3" is the parts v1, games, friday night and
// log, and limit is 3.
//
// Each part and each value is decoded once, after it was cut out: what was written as %2F cuts nothing. In values a
// plus is a space, as forms write it; a plus itself is written %2B. What is no UTF-8 once decoded, or not well encoded,
// is refused and never guessed at.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/views/failure.h"

namespace nomic::tools {

// The parameters of a request, each of which is taken once by who knows it.
class Query {
 public:
  Query() = default;
  explicit Query(std::vector<std::pair<std::string, std::string>> all) : all_(std::move(all)) {}

  // The value, if it is given; given twice it is a failure.
  Result<std::optional<std::string>> one(std::string_view name) const;
  // All that are given.
  [[nodiscard]] std::vector<std::string> several(std::string_view name) const;
  // Whether all that are given are among those known; else the first that is not, with what may have been meant.
  [[nodiscard]] Status check(const std::vector<std::string>& known) const;

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

struct Target {
  std::vector<std::string> parts;
  Query query;
};
Result<Target> parse_target(std::string_view target);

}  // namespace nomic::tools
