#include "moves/moves.h"
#include "nomic/replay/unnumbered.h"
#include "voting/completion.h"

namespace nomic::replay {

namespace {

// Which proposals are open, as a case of NO_SUCH_PROPOSAL.
Error those_open(const Play& play) {
  const auto& all = play.state.proposals();
  if (all.empty()) return error_of(ErrorCode::NO_SUCH_PROPOSAL, "none_open");
  Parameter::Names open;
  for (const auto& proposal : all) open.push_back(short_name_of_proposal(proposal.number()));
  return error_of(ErrorCode::NO_SUCH_PROPOSAL, "open", {{"proposals", open}});
}

}  // namespace

Result<const v1::Proposal*> open_proposal(const Play& play, std::uint32_t number) {
  const auto* proposal = find_proposal(play.state, number);
  const bool is_left = proposal != nullptr && play.state.votes_left() && vote_is_complete(play, *proposal);
  if (proposal != nullptr && !is_left) {
    if (proposal->phase() != v1::Proposal::UNDETERMINED) return proposal;
    return refuse(ErrorCode::PROPOSAL_CLOSED, "no_outcome", {{"proposal", number}});
  }
  if (is_left || was_proposed(play, number)) {
    return refuse(ErrorCode::PROPOSAL_CLOSED, "", {{"proposal", number}}, {play.law().effectiveness({}).source("when")},
                  those_open(play));
  }
  return no_such_proposal(play, number, those_open(play));
}

}  // namespace nomic::replay
