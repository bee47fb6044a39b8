// What becomes of the game if a proposal is adopted, found by putting it in force on a draft.
#pragma once

#include <vector>

#include "nomic/replay/engine.h"

namespace nomic::replay {

// Adds to `found` that somebody would win at once, and why play would stand still as it does not now; what `found` says
// already is not said again. And of the first enactment of a game whose rule would have no provisions, that the rule
// is for people; which version of an amended award counts the vote; and what a rule would not do by itself, though it
// says so. Of a proposal that acts on the past nothing is said: that derives the game anew.
Status warn_of_outlook(const Engine& engine, const v1::Proposal& proposal, const History& history,
                       std::vector<Remark>& found);

}  // namespace nomic::replay
