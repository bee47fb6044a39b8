// Activity: players who are away, and come back.
#pragma once

#include <string>

#include "play.h"

namespace nomic::replay {

// The player becomes inactive, by that rule. What waited for them alone goes on. Fails only as the history fails.
Status become_inactive(Play& play, const std::string& player, const v1::RuleVersion& rule,
                       v1::Consequence::BecameInactive::Why why, const std::string& reason = {});

void become_active(Play& play, const std::string& player, const v1::RuleVersion& rule);

}  // namespace nomic::replay
