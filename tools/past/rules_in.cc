#include "nomic/past/rules_in.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// The place of the only commit that begins so.
PastResult<std::size_t> place_of(const std::string& digits, const RulesIn& told, const std::vector<Commit>& line) {
  std::size_t found = line.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!line[i].id.starts_with(digits)) continue;
    found = i;
    ++count;
  }
  if (count == 1) return found;
  return PastError{fmt::format("{} of --rules-in {} is {}", digits, in_quotes(told.typed),
                               count == 0 ? "no commit of the main branch" : "the beginning of several commits"),
                   "git log --first-parent --oneline lists them"};
}

}  // namespace

RulesIn read_rules_in(std::string_view typed) {
  static const RE2 RANGE(R"(([^/=.]*)\.\.([^/=.]*)=(.+))");
  RulesIn told;
  told.typed = typed;
  told.ranged =
      RE2::FullMatch(re2::StringPiece(typed.data(), typed.size()), RANGE, &told.from, &told.to, &told.pattern);
  if (!told.ranged) told.pattern = typed;
  return told;
}

PastResult<std::vector<std::vector<std::string>>> patterns_of(const std::vector<RulesIn>& told,
                                                              const std::vector<Commit>& line) {
  std::vector<std::vector<std::string>> patterns(line.size());
  for (const bool ranged : {true, false}) {
    for (const RulesIn& one : told) {
      if (one.ranged != ranged || line.empty()) continue;
      std::size_t first = 0;
      std::size_t last = line.size() - 1;
      if (!one.from.empty()) {
        NOMIC_ASSIGN(auto from, place_of(one.from, one, line));
        first = from;
      }
      if (!one.to.empty()) {
        NOMIC_ASSIGN(auto to, place_of(one.to, one, line));
        last = to;
      }
      if (last < first) {
        return PastError{fmt::format("{} comes before {} in --rules-in {}", one.to, one.from, in_quotes(one.typed)),
                         "name the earlier commit first: A..B=GLOB"};
      }
      for (std::size_t i = first; i <= last; ++i) patterns[i].push_back(one.pattern);
    }
  }
  return patterns;
}

}  // namespace nomic::tools
