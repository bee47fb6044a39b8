// Dispute: what Judgments of this turn do to its moves (212). The turn is derived again from its first record: without
// the moves that a standing Judgment strikes, with the contested ones that it upholds, and without what an overruled
// one found.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "game/play.h"

namespace nomic::replay {

// What the Judgments of the turn that stand have ordered.
struct Disposition {
  std::set<std::uint64_t> struck;
  std::set<std::uint64_t> upheld;
  std::set<std::uint64_t> overruled;  // Judgments
};

Disposition disposition_of(const v1::State& state);

// Derives the turn again, this record included, and tells what is different. Fails only as the history fails.
Status derive_turn_again(Play& play);

// Applies what a Judgment finds, each a consequence whose source is the rule it construes. Fails only as the history
// fails.
Status apply_findings(Play& play, const v1::JudgmentDelivered& judgment);

// Whether the findings are about what there is.
Status may_find(const Play& play, const v1::JudgmentDelivered& judgment);

// Upholding a contested move waives what prohibits it; what makes it impossible, nothing waives.
bool is_prohibition(ErrorCode code);

}  // namespace nomic::replay
