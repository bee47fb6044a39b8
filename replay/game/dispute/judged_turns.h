// Turns that begin with a contested proposal that a Judgment upholds (L63). Such a turn has not begun after all once
// that Judgment is overruled.
#pragma once

#include <cstdint>
#include <vector>

#include "play.h"

namespace nomic::replay {

// The contested proposal that a Judgment of this record upholds as the beginning of the next turn begins it. So does
// one that was upheld before, and lacked nothing but consent, once enough players have consented. Fails only as the
// history fails.
Status begin_upheld_turn(Play& play);

// In a turn that is derived again: the contested proposal with which a turn began at this record begins it. Fails only
// as the history fails.
Status begin_turn_again(Play& play);

// What is in dispute in the turn before, with what was asked, judged and contested in the one that rests on its last
// Judgment. Returns the records of the Judgments that were delivered in that turn and count.
// REQUIRES: the present turn rests on a Judgment.
std::vector<std::uint64_t> dispute_without_turn(State& state);

}  // namespace nomic::replay
