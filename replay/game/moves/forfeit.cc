// A player leaves for good (113). Their ballot on an open vote is not counted; the vote completes if all who remain
// have voted.

#include <algorithm>

#include "moves/moves.h"
#include "nomic/replay/reference.h"
#include "turn/turn.h"
#include "voting/completion.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

void drop_ballots(Play& play, const std::string& leaver) {
  for (const auto& proposal : play.state.proposals()) {
    if (proposal.phase() != v1::Proposal::VOTE) continue;
    if (ballot_of(ballots_on(play.state, proposal.number()), leaver) == nullptr) continue;
    auto& emitted = *play.emit(play.law().franchise({}).source("electorate")).mutable_ballot_dropped();
    emitted.set_player(leaver);
    emitted.set_proposal(reference(proposal.number()));
  }
}

// A proposal whose proponent leaves in the debate is put to the vote at once (104).
void call_votes_of(Play& play, const std::string& leaver) {
  for (int at = 0; at < play.state.proposals_size(); ++at) {
    const auto& proposal = play.state.proposals(at);
    if (proposal.phase() != v1::Proposal::DEBATE || proposal.proponent() != leaver) continue;
    call_the_vote(play, play.state.edit_proposals().edit(at), play.law().voting_duty({}).source("every_proposal"));
  }
}

// What the leaver leaves behind of their own turn, or of the circuit.
Status leave_the_turn(Play& play, const std::string& leaver) {
  const auto* turn = incomplete_turn_of(play.state, leaver);
  const bool first = play.state.turn().phase() == v1::Turn::PROPOSING && play.state.turn().mover() == leaver;
  const bool waits = turn != nullptr && (turn->phase() == v1::Turn::THROWING || turn->phase() == v1::Turn::BEGUN);
  if (first || waits) return end_turn(play, leaver);
  return end_circuit_if_complete(play);
}

// Somebody leaves who must be let go.
Status ask_to_leave(Play& play, const Prevailing<v1::Forfeit>& forfeit) {
  const auto& leaver = play.move.author;
  if (!forfeit.value.has_approval()) {
    return refuse(ErrorCode::FORFEIT_NOT_ALLOWED, "never", {}, {forfeit.source("always")});
  }
  for (const auto& application : play.state.applications()) {
    if (!application.leaving() || application.names().name() != leaver) continue;
    return refuse(ErrorCode::FORFEIT_NOT_ALLOWED, "asked", {{"player", leaver}, {"record", application.record()}},
                  {forfeit.source("approval")});
  }
  auto& application = play.state.edit_applications().add();
  *application.mutable_names() = find_player(play.state, leaver)->names();
  application.set_leaving(true);
  application.set_record(play.move.index);
  auto& emitted = *play.emit(forfeit.source("approval")).mutable_approval_asked();
  emitted.set_player(leaver);
  emitted.set_leaving(true);
  return ledger::Done{};
}

}  // namespace

Status play_forfeit(Play& play) {
  NOMIC_TRY(must_be_playing(play));
  const auto& leaver = play.move.author;
  const auto forfeit = play.law().forfeit({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = leaver});
  if (forfeit.value.has_always() && !forfeit.value.always()) {
    auto asked = ask_to_leave(play, forfeit);
    if (asked || bars(play, asked)) return asked;
  }
  return let_go(play, leaver, forfeit.source("always"));
}

Status let_go(Play& play, const std::string& leaver, const v1::RuleVersion& rule) {
  edit_player(play.state, leaver)->set_left_at(play.move.index);
  play.emit(rule).mutable_player_left()->set_player(leaver);
  drop_ballots(play, leaver);
  NOMIC_TRY(leave_the_turn(play, leaver));
  call_votes_of(play, leaver);
  return complete_ready_votes(play);
}

}  // namespace nomic::replay
