// Which consequences end a vote.
#pragma once

#include "nomic/v1/consequence.pb.h"

namespace nomic::replay {

inline bool ends_vote(const v1::Consequence& told) {
  return told.kind() == v1::Consequence::PROPOSAL_ADOPTED || told.kind() == v1::Consequence::PROPOSAL_DEFEATED ||
         told.kind() == v1::Consequence::OUTCOME_UNDETERMINED;
}

}  // namespace nomic::replay
