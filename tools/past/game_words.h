// Game words: whether numbered items are the rules of a game of rules, and not of a manual.
#pragma once

#include <vector>

#include "nomic/replay/rule_matching.h"

namespace nomic::tools {

// Whether two of three things are spoken of without which there is no game of rules, in a language that is known:
// rules, players, votes.
bool speak_of_a_game(const std::vector<replay::RuleCopy>& rules);

}  // namespace nomic::tools
