// Standstill: whether play can go on at all (213), by the rules in force.
#pragma once

#include <cstdint>
#include <string>

#include "nomic/replay/law.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// Whether a rule-change of that kind could be adopted at all.
struct Adoptable {
  enum class Is : std::uint8_t {
    POSSIBLE,
    NOT_REGULATED,  // no rule says what adopts it
    NOBODY_VOTES,   // nobody is an eligible voter
    TOO_FEW_VOTES,  // not even all votes together are enough
  };
  Is is = Is::POSSIBLE;
  std::uint64_t needed = 0;
  std::uint64_t votes = 0;
  v1::RuleVersion rule;  // that asks for so many
};
Adoptable adoptable(const State& state, const Law& law, v1::ChangeKind kind);

}  // namespace nomic::replay
