#include "nomic/views/proposals_view.h"

namespace nomic::tools {
namespace {

// An open proposal of the state, by the record that made it.
std::string open_standing(const replay::State& state, std::uint64_t made) {
  for (const v1::Proposal& proposal : state.proposals()) {
    if (proposal.made_at() != made) continue;
    return proposal.phase() == v1::Proposal::DEBATE ? "DEBATED"
           : proposal.phase() == v1::Proposal::VOTE ? "VOTED_ON"
                                                    : "UNDETERMINED";
  }
  return {};
}

}  // namespace

std::string standing_of(const replay::ProposalHistory& life, const replay::State& state, const replay::Mark& mark) {
  using Standing = replay::Mark::Standing;
  if (std::string open = open_standing(state, life.made); !open.empty()) return open;
  const bool counts =
      mark.standing != Standing::STRUCK && mark.standing != Standing::FALLEN && mark.standing != Standing::CONTESTED;
  if (!counts) return "WITHOUT_EFFECT";
  switch (life.outcome.kind_case()) {
    case v1::Consequence::kProposalAdopted:
      return "ADOPTED";
    case v1::Consequence::kProposalDefeated:
      return "DEFEATED";
    case v1::Consequence::kProposalWithdrawn:
      return "WITHDRAWN";
    case v1::Consequence::kOutcomeUndetermined:
      return "UNDETERMINED";
    default:
      return "WITHOUT_EFFECT";
  }
}

}  // namespace nomic::tools
