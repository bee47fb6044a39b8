// Where the rules are told to be: a pattern of files, of all commits or of a range of them, since files move.
//
//     rules/*.md                    of all
//     6516b3c..e18af04=rule*.md     from one commit to another, both of them too; either may be left out
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/past/repository.h"

namespace nomic::tools {

struct RulesIn {
  std::string typed;
  std::string from;  // the first digits of a commit; empty: of the first
  std::string to;    // likewise, of the last
  bool ranged = false;
  std::string pattern;
};

RulesIn read_rules_in(std::string_view typed);

// For each commit of the main branch its patterns, in the order in which they were told: those with a range first.
// Errors: a commit that is not on it, a range that ends before it begins.
PastResult<std::vector<std::vector<std::string>>> patterns_of(const std::vector<RulesIn>& told,
                                                              const std::vector<Commit>& line);

}  // namespace nomic::tools
