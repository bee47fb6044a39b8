// Changes that a rule makes of itself at a moment (203, edition of 1990).
#pragma once

#include "game/play.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::replay {

// Makes the change that the provision holds in store; whether it held one.
bool change_by_itself(v1::Provision& provision);

// Makes the changes that fall due when that circuit is complete, in every rule that holds one, whether or not it
// prevails. A rule keeps its number.
void make_automatic_changes(Play& play, std::uint32_t circuit);

}  // namespace nomic::replay
