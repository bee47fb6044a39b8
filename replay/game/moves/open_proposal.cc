#include <algorithm>
#include <optional>

#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/reference.h"
#include "voting/completion.h"

namespace nomic::replay {

namespace {

// Which proposals are open, as a case of NO_SUCH_PROPOSAL.
Error those_open(const Play& play) {
  const auto& all = play.state.proposals();
  if (all.empty()) return error_of(ErrorCode::NO_SUCH_PROPOSAL, "none_open");
  Parameter::Names open;
  for (const auto& proposal : all) open.push_back(reference(proposal.number()));
  return error_of(ErrorCode::NO_SUCH_PROPOSAL, "open", {{"proposals", open}});
}

// The record of a proposal of this turn that has the number, and that a Judgment left without effect.
std::optional<std::uint64_t> struck_record(const State& state, std::uint32_t number) {
  const auto& dispute = state.dispute();
  for (const auto& issued : state.issued()) {
    if (issued.number() != number || issued.change() != 0) continue;
    for (const auto* list : {&dispute.struck(), &dispute.fallen()}) {
      if (std::find(list->begin(), list->end(), issued.record()) != list->end()) return issued.record();
    }
  }
  return std::nullopt;
}

}  // namespace

Status has_not_fallen(const Play& play, std::uint32_t number) {
  const auto record = struck_record(play.state, number);
  if (!record || find_proposal(play.state, number) != nullptr) return ledger::Done{};
  return refuse(ErrorCode::PROPOSAL_CLOSED, "struck", {{"proposal", number}, {"record", *record}},
                {judgment_rule(play.state, play.law()).source("seat")}, those_open(play));
}

Result<const v1::Proposal*> open_proposal(const Play& play, std::uint32_t number) {
  const auto* proposal = find_proposal(play.state, number);
  const bool is_left = proposal != nullptr && play.state.votes_left() && vote_is_complete(play, *proposal);
  if (proposal != nullptr && !is_left) {
    if (proposal->phase() != v1::Proposal::UNDETERMINED) return proposal;
    return refuse(ErrorCode::PROPOSAL_CLOSED, "no_outcome", {{"proposal", number}});
  }
  NOMIC_TRY(has_not_fallen(play, number));
  if (is_left || was_proposed(play, number)) {
    return refuse(ErrorCode::PROPOSAL_CLOSED, "", {{"proposal", number}}, {play.law().effectiveness({}).source("when")},
                  those_open(play));
  }
  return no_such_proposal(play, number, those_open(play));
}

}  // namespace nomic::replay
