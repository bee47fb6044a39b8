// Clause lists: the provisions of the rules in force by kind, as one law hands them on to the next.
//
//     lists.change(difference_between(rules_before, rules_after));    // those of other kinds stay as they are
//
// Clauses point into the rules, which whoever holds the lists must hold too.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "nomic/replay/state/rule_difference.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::replay {

struct RuleClause {
  const v1::Rule* rule = nullptr;
  const v1::Provision* provision = nullptr;
  int place = 0;                             // among the provisions of its rule
  std::shared_ptr<const std::string> bytes;  // of what it says, without its scope: two with the same bytes say the same
};

// By number, and within a rule by place.
using RuleClauses = std::vector<RuleClause>;

class ClauseLists {
 public:
  using Kind = v1::Provision::KindCase;

  ClauseLists();

  // O(clauses of the kinds of which a rule that has changed has, or had, one).
  void change(const RuleDifference& difference);

  // One more than the highest number of a kind.
  [[nodiscard]] std::size_t kinds() const { return by_kind_.size(); }
  [[nodiscard]] const RuleClauses& of(Kind kind) const { return *shared(kind); }
  // The same list as before where no rule with a clause of that kind has changed.
  [[nodiscard]] const std::shared_ptr<const RuleClauses>& shared(Kind kind) const {
    return by_kind_[static_cast<std::size_t>(kind)];
  }

 private:
  std::vector<std::shared_ptr<const RuleClauses>> by_kind_;  // by its number; never null
};

// Every kind that a provision can be of, ascending by number.
const std::vector<v1::Provision::KindCase>& provision_kinds();

}  // namespace nomic::replay
