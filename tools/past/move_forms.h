// How moves are typed: which are acts, which proposals, and by what words.
#pragma once

#include <string>

#include "nomic/past/posted_history.h"
#include "nomic/replay/past.h"

namespace nomic::tools {

// What no proposal is on record of. An act changes no immutable rule, so that takes a proposal whose number is not
// known.
bool is_act(const replay::PastMove& move);
bool is_proposal(const replay::PastMove& move);

// Whether a rule that stays as it is to the end gives changed rules the numbers of their proposals.
bool take_numbers(const PostedHistory& history, const replay::Past& past);

// " amend 203"
std::string words_of_kind(const replay::PastMove& move);

}  // namespace nomic::tools
