// What rules do of themselves: the change of 203, and rules that repeal themselves.
#pragma once

#include "change/rule_changes.h"
#include "play.h"

namespace nomic::replay {

// Puts the later quota in the place of the present one; false if the provision has none.
bool change_by_itself(v1::Provision& provision);

// Notes which provisions of a rule that takes effect now name a moment that has passed (L60, and L14 of a change). A
// turn or a circuit has passed when it is complete, a time from its own instant on.
void note_passed(const Play& play, v1::Rule& rule);

// Makes the changes that fall due with the end of that circuit, each keeping its rule's number.
void make_automatic_changes(Play& play, std::uint32_t circuit);

// Makes those that are due by the time of this record.
void make_dated_changes(Play& play);

// Whether the rule can go without breaking a bound on the number of rules (114). `now`: how many there are, counted
// once where several rules are looked at.
bool may_go(const State& state, const Law& law, std::uint32_t rule, const RuleCounts& now);

// The rule is repealed by itself.
void repeal_itself(Play& play, std::uint32_t rule);

// Repeals the rules that repeal themselves at the end of that circuit.
void repeal_at_end_of_circuit(Play& play, std::uint32_t circuit);

// Repeals those that repeal themselves at the end of a turn that is complete.
void repeal_at_end_of_turn(Play& play);

// Repeals those that wait for somebody to stand at a number of points.
void repeal_at_points(Play& play);

}  // namespace nomic::replay
