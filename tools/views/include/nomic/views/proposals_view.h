// Proposals, open and settled: for `proposals`.
#pragma once

#include <string>

#include "nomic/replay/engine.h"
#include "nomic/replay/marks.h"
#include "nomic/replay/rule_history.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// How a proposal stands in that state, as nomic.v1.ProposalsView has it. `mark` is of the record that made it.
std::string standing_of(const replay::ProposalHistory& life, const replay::State& state, const replay::Mark& mark);

}  // namespace nomic::tools
