// Moves, each with the row of the table that tells of it.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "nomic/past/told_proposals.h"

namespace nomic::tools {

struct ToldMove {
  replay::PastMove move;
  const ToldProposal* row = nullptr;
};
using ToldMoves = std::list<ToldMove>;
using ToldMovePlaces = std::vector<ToldMoves::iterator>;

// "line 3 of the table of proposals fits none that the commits tell"
PastError error_in_row(const ToldProposal& told, const std::string& what, const std::string& hint);

// No two proposals have one number. What was only told from a commit gives way to the table. Error: two rows, or a row
// and the rule that a proposal makes, have one.
std::optional<PastError> number_once(const PostedHistory& history, const std::vector<ToldProposal>& told,
                                     ToldMoves& moves);

// No two proposals that are open at once have or give one number: the later one was proposed once the other was
// settled.
void wait_for_numbers(const PostedHistory& history, const std::vector<ToldProposal>& told, ToldMoves& moves);

// Whether the moves of one version can be one proposal: each changes a rule of its own as it stood before, and gives no
// number that another rule bore then. Error: the row, and what is against it.
std::optional<PastError> cannot_be_one(const PostedHistory& history, const ToldMoves& moves,
                                       const ToldMovePlaces& places);

// A proposal over several versions: it was adopted as a whole with the first that shows any of it, and the others post
// the rest. `places` are its moves, in the order of the versions; those of later versions go to the first, or into the
// move of the same rule there, and moves between take over the rule's number. What is left of them is in `places`, and
// a slip says which rules were posted late. Error: something between them changes the same.
std::optional<PastError> adopt_with_first(const PostedHistory& history, ToldMoves& moves, ToldMovePlaces& places,
                                          std::vector<replay::PastSlip>& slips);

}  // namespace nomic::tools
