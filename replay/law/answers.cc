#include "answers.h"

#include <algorithm>

namespace nomic::replay {

Answers::Answers(const RuleClauses& clauses) {
  for (const RuleClause& clause : clauses) {
    const v1::Scope& scope = clause.provision->scope();
    names_changes_ = names_changes_ || !scope.changes().empty();
    players_.insert(players_.end(), scope.players().begin(), scope.players().end());
  }
  std::sort(players_.begin(), players_.end());
  players_.erase(std::unique(players_.begin(), players_.end()), players_.end());
}

Answers::Answer& Answers::of_case(const Case& c) {
  if (!names_changes_ && players_.empty()) return anywhere_;
  const int change = names_changes_ ? static_cast<int>(c.change) : 0;
  std::size_t who = 0;
  const auto named = std::lower_bound(players_.begin(), players_.end(), c.player);
  if (named != players_.end() && *named == c.player) who = static_cast<std::size_t>(named - players_.begin()) + 1;
  return by_case_[{change, who}];
}

}  // namespace nomic::replay
