// The proponent takes a proposal back, where a rule lets them (104 does not).

#include <algorithm>

#include "moves/moves.h"
#include "nomic/replay/reference.h"
#include "turn/awards.h"
#include "turn/turn.h"
#include "voting/electorate.h"

namespace nomic::replay {

Status may_take_back(const Play& play, const v1::Proposal& proposal) {
  const auto rule = play.law().proposing(case_of(proposal, play.move.author));
  const auto until = rule.value.withdrawal();
  const auto duty = play.law().voting_duty(case_of(proposal)).source("every_proposal");
  if (until != v1::Proposing::BEFORE_VOTE && until != v1::Proposing::BEFORE_OUTCOME) {
    return proposal.phase() == v1::Proposal::DEBATE
               ? refuse(ErrorCode::MAY_NOT_WITHDRAW, "until_voted", {{"proposal", proposal.number()}},
                        {rule.source("withdrawal"), duty})
               : refuse(ErrorCode::MAY_NOT_WITHDRAW, "voted_on", {{"proposal", proposal.number()}},
                        {rule.source("withdrawal"), duty});
  }
  if (until == v1::Proposing::BEFORE_OUTCOME || proposal.phase() == v1::Proposal::DEBATE) return ledger::Done{};
  return refuse(ErrorCode::MAY_NOT_WITHDRAW, "vote_called",
                {{"proposal", proposal.number()}, {"record", proposal.called_at()}}, {rule.source("withdrawal")});
}

Status play_withdraw(Play& play, const v1::ProposalWithdrawn& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_ASSIGN(auto open, open_proposal(play, number_in(event.proposal())));
  const v1::Proposal proposal = *open;  // a copy: it leaves the state below
  const auto rule = play.law().proposing(case_of(proposal, play.move.author)).source("withdrawal");
  if (proposal.proponent() != play.move.author) {
    Status theirs = refuse(ErrorCode::NOT_PROPONENT, "takes_back",
                           {{"player", proposal.proponent()}, {"proposal", proposal.number()}}, {rule});
    if (bars(play, theirs)) return theirs;
  }
  if (auto may = may_take_back(play, proposal); bars(play, may)) return may;

  play.state.edit_proposals().erase_if([&](const auto& one) { return one.number() == proposal.number(); });
  drop_ballots_on(play.state, proposal.number());
  auto& emitted = *play.emit(rule).mutable_proposal_withdrawn();
  emitted.set_player(play.move.author);
  emitted.set_proposal(reference(proposal.number()));
  pay_awards(play, {v1::Award::WITHDRAWN, &proposal, nullptr, play.move.author});
  auto* turn = incomplete_turn_with(play.state, proposal.number());
  if (turn == nullptr) return ledger::Done{};
  // It is no proposal of the turn any more: another is due before anything else of the turn (L64).
  turn->set_proposal(0);
  set_phase(play, *turn, v1::Turn::BEGUN);
  return ledger::Done{};
}

}  // namespace nomic::replay
