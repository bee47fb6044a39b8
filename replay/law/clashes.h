// Clashes: the pairs of clauses that cannot both be obeyed, whoever of the two prevails, as one law hands them on to
// the next. Only the clauses of rules that have changed are compared with the others.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clause_lists.h"

namespace nomic::replay {

struct Clash {
  RuleClause first;
  RuleClause second;
  std::string point;  // "Adoption.quota"
  // What either would lose: a field of its kind by number, 0: all of it.
  int first_loses = 0;
  int second_loses = 0;
  bool across = false;  // they are about different matters (across.h)
};

class Clashes {
 public:
  using List = std::vector<Clash>;
  // By kinds, the lower number first (both the same for clauses of one kind); within a list in the order of the
  // clauses.
  using Lists = std::map<std::pair<int, int>, std::shared_ptr<const List>>;

  // `clauses` are those after the change. O(clauses of the changed rules x clauses of their kinds).
  void change(const RuleDifference& difference, const ClauseLists& clauses, v1::Mode mode);

  // The lists that are not empty.
  [[nodiscard]] const Lists& all() const { return by_kinds_; }

 private:
  Lists by_kinds_;
};

}  // namespace nomic::replay
