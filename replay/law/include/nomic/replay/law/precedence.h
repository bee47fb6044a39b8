// Precedence between two rules (110, 211): who wins where both cannot be obeyed.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "nomic/replay/law.h"

namespace nomic::replay {

// The claims of rules that they prevail over other rules, or defer to them: by number, by kinds of provisions, or by
// type. Each claim is read once, because every pair of clauses that conflict asks for it.
class PrecedenceClaims {
 public:
  // `rule` makes the claim.
  void add(const v1::Rule& rule, const v1::PrecedenceClaim& claim);

  // Whether `rule` says of itself that it has that relation to `other`. O(provisions of `other`), if it claims
  // anything.
  [[nodiscard]] bool made(const v1::Rule& rule, v1::PrecedenceClaim::Relation relation, const v1::Rule& other) const;

 private:
  struct Over {
    std::set<std::uint32_t> rules;
    std::vector<bool> kinds;  // by the field number in Provision
    bool all = false;
  };
  std::map<std::pair<std::uint32_t, v1::PrecedenceClaim::Relation>, Over> claims_;  // by the rule's number
};

enum class Decision : std::uint8_t { FIRST, SECOND, UNDECIDED };

// By the method, read as it stood just before the record. Both rules are in force and not void.
Decision decide(const LawParts& law, const v1::Rule& first, const v1::Rule& second);

// By what the winner prevails.
Conflict::By reason_for(const LawParts& law, const v1::Rule& winner, const v1::Rule& loser);

}  // namespace nomic::replay
