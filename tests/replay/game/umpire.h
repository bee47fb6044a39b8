// Rule 212 as anybody reads it, for games that have not amended it: what a record of a dispute told is compared with
// what a reader of the rule would say, found without the engine.
#pragma once

#include "replay/game/table.h"

namespace nomic::replay::test {

// Whether the state's rules on Judgment and on the order of turns are those of the Initial Set, at a table.
bool judges_by_the_initial_set(const State& state);

// Looks at one record by those rules: who is to judge, whether all the others overruled, whether enough consented.
void umpire(const Consequences& emitted, const State& before, const State& now);

}  // namespace nomic::replay::test
