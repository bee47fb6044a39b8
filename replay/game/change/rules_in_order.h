// Rules stand in a state in the order of their numbers, so a number is changed by lifting the rule out and setting it
// down again.
#pragma once

#include <cstdint>

#include "nomic/replay/state.h"

namespace nomic::replay {

// Takes the rule of that number out, which must be in force.
v1::Rule lift(State& state, std::uint32_t number);

// Puts it where its number belongs, behind one that bears the same for now.
void set_down(State& state, v1::Rule rule);

}  // namespace nomic::replay
