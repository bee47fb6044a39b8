// Completion: what happens at the one record that completes a vote (104-107, 203-206).
#pragma once

#include <vector>

#include "game/changes.h"
#include "game/play.h"

namespace nomic::replay {

// Players in the game who have not voted on the proposal, in seating order.
std::vector<const v1::Player*> voters_missing(const v1::State& state, const v1::Proposal& proposal);

// Whether everyone who may vote would have voted once `voter` has (or once `leaver` is gone). Either may be empty.
bool would_complete(const v1::State& state, const v1::Proposal& proposal, const std::string& voter,
                    const std::string& leaver);

// Completes the vote on the open proposal of that number: outcome, awards, effect, and the parts of the turn that
// follow of themselves.
void complete_vote(Play& play, std::uint32_t number, const std::vector<Prepared>& prepared);

}  // namespace nomic::replay
