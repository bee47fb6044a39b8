// Kinds of records, as people narrow a log down by them: vote_cast, or what it brings about (score, proposal_adopted),
// or a word of such names (vote, proposal, rule).
#pragma once

#include <string>

#include "nomic/replay/game.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// A kind, or a word of kinds, as it is spelt. Case does not count, and a hyphen is as good as an underscore.
Result<std::string> read_log_kind(const std::string& typed);

// Whether the record is of such a kind, or the move that it contests, or anything that it brought about.
bool has_log_kind(const replay::Played& played, const std::string& wanted);

}  // namespace nomic::tools
