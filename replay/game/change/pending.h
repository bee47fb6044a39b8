// Pending: adopted rule-changes that take effect later than their vote, where a rule says so (205, once it is amended).
#pragma once

#include <vector>

#include "play.h"
#include "voting/tally.h"

namespace nomic::replay {

// Puts the adopted changes of a proposal in force now, or has each wait for its moment. Fails only as the history
// fails.
Status take_or_await_effect(Play& play, const v1::Proposal& proposal, const Outcome& outcome);

// Puts in force what waits for that moment; for AFTER_DELAY, what is due by the time of this record.
Status take_pending_effects(Play& play, v1::Effectiveness::Moment moment);

}  // namespace nomic::replay
