// The memory of a Law for one kind of provision: answers by what they can depend on, which is, of the case, only what
// the scopes of that kind name. A thousand players whom no scope names share one answer.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clause_lists.h"
#include "nomic/replay/law.h"

namespace nomic::replay {

class Answers {
 public:
  using Answer = std::shared_ptr<const void>;  // its type follows from the kind

  // Of all provisions in force of the kind.
  explicit Answers(const RuleClauses& clauses);

  // The answer for a case; null until the caller fills it in.
  Answer& of_case(const Case& c);
  // The one answer of a kind whose provisions add up.
  Answer& of_all() { return anywhere_; }

 private:
  bool names_changes_ = false;
  std::vector<std::string> players_;  // named by a scope; sorted
  Answer anywhere_;                   // where no scope names anything
  // By change (0 where no scope names any) and by 1 + position in `players_` (0: anybody else).
  std::map<std::pair<int, std::size_t>, Answer> by_case_;
};

}  // namespace nomic::replay
