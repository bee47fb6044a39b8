// Which consequences end a vote, and whether two end it alike.
#pragma once

#include "nomic/replay/consequence.h"

namespace nomic::replay {

inline bool ends_vote(const v1::Consequence& emitted) {
  return outcome_in(emitted) != nullptr;
}

// Both end votes: whether with the same outcome, by the same votes.
inline bool is_same_outcome(const v1::Consequence& one, const v1::Consequence& other) {
  const auto& a = *outcome_in(one);
  const auto& b = *outcome_in(other);
  return one.kind_case() == other.kind_case() && a.votes_for() == b.votes_for() &&
         a.votes_against() == b.votes_against() && a.abstentions() == b.abstentions() && a.eligible() == b.eligible();
}

}  // namespace nomic::replay
