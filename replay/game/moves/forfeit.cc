// A player leaves for good (113). His ballot on an open vote is not counted; the vote completes if all who remain have
// voted.

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "game/completion.h"
#include "game/moves/moves.h"
#include "game/turn.h"

namespace nomic::replay {
namespace {

void drop_ballots(Play& play, const std::string& leaver) {
  for (const auto& proposal : play.state.proposals()) {
    if (proposal.phase() != v1::Proposal::VOTE) continue;
    const bool voted = std::any_of(proposal.ballots().begin(), proposal.ballots().end(),
                                   [&](const auto& ballot) { return ballot.player() == leaver; });
    if (!voted) continue;
    auto& told = play.tell(v1::Consequence::BALLOT_DROPPED, play.law().franchise({}).source("electorate"));
    told.set_player(leaver);
    told.set_proposal(proposal.number());
  }
}

// A proposal whose proponent leaves in the debate is put to the vote at once (104).
void call_votes_of(Play& play, const std::string& leaver) {
  for (auto& proposal : *play.state.mutable_proposals()) {
    if (proposal.phase() != v1::Proposal::DEBATE || proposal.proponent() != leaver) continue;
    proposal.set_phase(v1::Proposal::VOTE);
    proposal.set_called_at(play.move.index);
    if (play.state.turn().proposal() == proposal.number()) play.state.mutable_turn()->set_phase(v1::Turn::VOTING);
    play.tell(v1::Consequence::VOTE_CALLED, play.law().voting_duty({}).source("every_proposal"))
        .set_proposal(proposal.number());
  }
}

// What the leaver leaves behind of his own turn, or of the circuit.
void leave_the_turn(Play& play, const std::string& leaver) {
  const auto phase = play.state.turn().phase();
  if (phase == v1::Turn::TURN_COMPLETE) {
    end_circuit_if_complete(play);
  } else if (play.state.turn().mover() == leaver && (phase == v1::Turn::PROPOSING || phase == v1::Turn::THROWING)) {
    end_turn(play);
  }
}

}  // namespace

Status play_forfeit(Play& play) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  const auto& leaver = play.move.author;
  const auto forfeit = play.law().forfeit({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = leaver});
  if (forfeit.value.has_always() && !forfeit.value.always()) {
    return refuse(ErrorCode::FORFEIT_NOT_ALLOWED, "no player may forfeit now", {}, {forfeit.source("always")});
  }
  std::map<std::uint32_t, std::vector<Prepared>> completing;
  for (const auto& proposal : play.state.proposals()) {
    if (proposal.phase() != v1::Proposal::VOTE || !would_complete(play.state, proposal, {}, leaver)) continue;
    auto prepared = prepare(play, proposal);
    if (!prepared) return prepared.error();
    completing.emplace(proposal.number(), *std::move(prepared));
  }

  find_player(play.state, leaver)->set_left_at(play.move.index);
  play.tell(v1::Consequence::PLAYER_LEFT, forfeit.source("always")).set_player(leaver);
  drop_ballots(play, leaver);
  leave_the_turn(play, leaver);
  call_votes_of(play, leaver);
  for (const auto& entry : completing) complete_vote(play, entry.first, entry.second);
  return ledger::Done{};
}

}  // namespace nomic::replay
