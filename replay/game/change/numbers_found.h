// Numbers of rules that are not given by a rule-change: a clerical correction, or a Judgment, finds that a rule bears
// another one than it is recorded under.
//
//     332 -> 340, from here on      the rule bore 332 until this record
//     332 -> 340, all along         it was recorded under a wrong number: what named 340 before meant this rule
//     303 <-> 304 (swap)            each bears the other's
//
// The version, its text and provisions, the lineage, and whatever knows the rule by its lineage (findings, the targets
// of open proposals) stay as they are. What was decided while it was recorded under the old number stays decided,
// though precedence goes by numbers (211). The old number still leads to the rule: it is one that it bore.
#pragma once

#include <vector>

#include "play.h"

namespace nomic::replay {

// Whether the rule may bear that number from this record on: it is another, no rule bears it, or the one that does
// takes this one's (`swap`), and no proposal that is open or still to take effect does.
Status may_bear(const Play& play, const v1::NumberCorrection& wanted);

// It bears it; with `swap` both. To be told by the caller, and followed by Play::rules_changed().
void bear_number(Play& play, const v1::NumberCorrection& wanted);

// A rule that bears its old number again, since what gave it another stands no longer. `to` is 0 where it is not in
// force, or bears yet another by now.
struct BornAgain {
  std::uint64_t correction = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

// Takes back the number that the correction of that record gave, and those of later ones that stand in its way; in the
// order in which they fall, each rule of each. NUMBER_NOT_FREE where a rule that was not corrected bears the old number
// by now.
Result<std::vector<BornAgain>> take_back_number(Play& play, std::uint64_t correction);

}  // namespace nomic::replay
