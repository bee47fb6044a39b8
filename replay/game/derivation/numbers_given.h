// The numbers that a rule-change which acts on the past gives rules: found when it is put in force first, and given
// again whenever it is.
#pragma once

#include <cstdint>

#include "nomic/replay/state.h"

namespace nomic::replay {

// Notes what it gave. `there`: just after the record from which it applies; `form`: of its proposal.
void note_numbers(const State& there, const v1::Proposal& form, v1::Retroaction& what);

// The next number of a proposal after those that were given beside it: integers in their order, as of any proposal. A
// sequence that rules have of their own moves no count. `present`: the game as it stood before.
std::uint32_t next_after(const State& present, const v1::Retroaction& what);

}  // namespace nomic::replay
