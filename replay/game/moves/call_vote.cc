// Debate ends and voting begins (111). What could not be adopted under the present rules is not put to the vote (114,
// 209).

#include <fmt/core.h>

#include "game/changes.h"
#include "game/moves/moves.h"

namespace nomic::replay {

Status play_call_vote(Play& play, const v1::VoteCalled& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  auto open = open_proposal(play, event.proposal());
  if (!open) return open.error();
  auto& proposal = **open;
  const auto debate = play.law().debate({});
  if (proposal.phase() == v1::Proposal::VOTE) {
    return refuse(
        ErrorCode::VOTE_CALLED_ALREADY,
        fmt::format("the vote on proposal {} was called already, at #{}", proposal.number(), proposal.called_at()),
        "`nomic vote for` or `nomic vote against`", {debate.source("caller")});
  }
  if (debate.value.caller() != v1::Debate::ANYONE && proposal.proponent() != play.move.author) {
    return refuse(
        ErrorCode::NOT_PROPONENT,
        fmt::format("only {}, its proponent, calls the vote on proposal {}", proposal.proponent(), proposal.number()),
        {}, {debate.source("caller")});
  }
  for (const auto& change : proposal.changes()) {
    if (auto bounds = within_bounds(play, change); !bounds) return bounds;
  }

  proposal.set_phase(v1::Proposal::VOTE);
  proposal.set_called_at(play.move.index);
  if (play.state.turn().proposal() == proposal.number()) play.state.mutable_turn()->set_phase(v1::Turn::VOTING);
  auto& told = play.tell(v1::Consequence::VOTE_CALLED, debate.source("caller"));
  told.set_player(play.move.author);
  told.set_proposal(proposal.number());
  return ledger::Done{};
}

}  // namespace nomic::replay
