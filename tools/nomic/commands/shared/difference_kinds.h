// Kinds of differences between rules, by the names that --ignore and the views have for them.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "nomic/replay/rule_matching.h"

namespace nomic::tools {

// Beside those of replay: the provisions differ, where both sides have them.
constexpr std::string_view PROVISIONS = "provisions";

std::string_view name_of(replay::DifferenceKind kind);

// Those that are left out.
class IgnoredKinds {
 public:
  // --ignore KIND[,KIND...]
  void declare(Arguments& arguments);

  [[nodiscard]] bool has(std::string_view kind) const { return kinds_.count(kind) != 0; }

 private:
  std::set<std::string, std::less<>> kinds_;
};

}  // namespace nomic::tools
