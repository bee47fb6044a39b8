// Which consequences end a vote.
#pragma once

#include "nomic/replay/consequence.h"

namespace nomic::replay {

inline bool ends_vote(const v1::Consequence& emitted) {
  return outcome_in(emitted) != nullptr;
}

}  // namespace nomic::replay
