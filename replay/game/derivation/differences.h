// What is different in a game derived anew: emitted at the record that had it derived.
#pragma once

#include <cstdint>

#include "play.h"

namespace nomic::replay {

// Emits each rule, player, score, holding, value and winner in which `then` differs from the state, which stays as it
// is but for its scores: one entry a score, so that scores stay sums of their entries. `proposal`: that brought it
// about; 0: none. `from`: the record from which the game, or the turn, was derived anew.
void emit_differences(Play& play, const State& then, const v1::RuleVersion& by, std::uint32_t proposal,
                      std::uint64_t from);

}  // namespace nomic::replay
