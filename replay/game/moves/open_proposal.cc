#include <fmt/core.h>

#include "moves/moves.h"

namespace nomic::replay {

Result<const v1::Proposal*> open_proposal(const Play& play, std::uint32_t number) {
  if (const auto* proposal = find_proposal(play.state, number)) {
    if (proposal->phase() != v1::Proposal::UNDETERMINED) return proposal;
    return refuse(ErrorCode::PROPOSAL_CLOSED,
                  fmt::format("the vote on proposal {} is complete; no rule in force says with what outcome", number));
  }
  std::string open;
  for (const auto& proposal : play.state.proposals())
    open += fmt::format("{}{}", open.empty() ? "" : ", ", proposal.number());
  const std::string hint = open.empty() ? "no proposal is open" : fmt::format("open: {}", open);
  const auto numbering = play.law().numbering({});
  if (number < play.state.next_number() && number >= numbering.value.first() && numbering.value.first() != 0) {
    return refuse(ErrorCode::PROPOSAL_CLOSED, fmt::format("proposal {} is not open: its vote is complete", number),
                  hint, {play.law().effectiveness({}).source("when")});
  }
  return refuse(ErrorCode::NO_SUCH_PROPOSAL, fmt::format("there is no proposal {}", number), hint,
                {numbering.source("first")});
}

}  // namespace nomic::replay
