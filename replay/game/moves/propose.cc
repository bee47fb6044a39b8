// A rule-change is proposed (103, 108, 201, 202). It begins the proponent's turn and takes the next number.

#include <fmt/core.h>

#include "game/changes.h"
#include "game/moves/moves.h"
#include "game/ring.h"
#include "game/turn.h"

namespace nomic::replay {
namespace {

constexpr int OPEN_PROPOSALS_LIMIT = 1000;
constexpr std::uint32_t LAST_NUMBER = 999'999'999;

std::string what_is_missing(const v1::State& state) {
  switch (state.turn().phase()) {
    case v1::Turn::DEBATING:
      return fmt::format("proposal {} is being debated", state.turn().proposal());
    case v1::Turn::VOTING:
      return fmt::format("proposal {} is being voted on", state.turn().proposal());
    default:
      return "the dice are not thrown";
  }
}

Status may_begin_a_turn(const Play& play) {
  const auto& turn = play.state.turn();
  const auto& author = play.move.author;
  const auto order = play.law().turn_order({}).source("order");
  if (turn.phase() == v1::Turn::PROPOSING) {
    if (author == turn.mover() || !order_is_regulated(play.law())) return ledger::Done{};
    return refuse(ErrorCode::OUT_OF_TURN, fmt::format("it is not {}'s turn: {} moves first", author, turn.mover()), {},
                  {order});
  }
  if (turn.phase() != v1::Turn::TURN_COMPLETE) {
    return refuse(ErrorCode::TURN_NOT_COMPLETE,
                  fmt::format("{}'s turn is not complete: {}", turn.mover(), what_is_missing(play.state)),
                  "`nomic status` says who must act",
                  {play.law().turn_parts(case_of_mover(play.state)).source("parts"), order});
  }
  if (!order_is_regulated(play.law())) return ledger::Done{};
  const auto* next = successor(play.state, play.law(), turn.mover());
  if (next != nullptr && next->names().name() == author) return ledger::Done{};
  return refuse(
      ErrorCode::OUT_OF_TURN,
      fmt::format("it is not {}'s turn: {} is next", author, next == nullptr ? "nobody" : next->names().name()), {},
      {order});
}

v1::Proposal proposal_of(const Play& play, const v1::ProposalMade& event) {
  v1::Proposal proposal;
  proposal.set_number(play.state.next_number());
  proposal.set_proponent(play.move.author);
  proposal.set_phase(v1::Proposal::DEBATE);
  *proposal.mutable_changes() = event.changes();
  proposal.set_together(event.together());
  proposal.set_made_at(play.move.index);
  proposal.set_form_at(play.move.index);
  for (const auto& change : event.changes()) proposal.add_target_since(target_since(play.state, change));
  return proposal;
}

}  // namespace

Status play_propose(Play& play, const v1::ProposalMade& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  if (auto turn = may_begin_a_turn(play); !turn) return turn;
  if (play.state.proposals_size() >= OPEN_PROPOSALS_LIMIT) {
    return refuse(ErrorCode::TOO_MANY_PROPOSALS,
                  fmt::format("{} proposals are open, the most a game may have", OPEN_PROPOSALS_LIMIT));
  }
  if (play.state.next_number() > LAST_NUMBER) {
    return refuse(ErrorCode::NUMBERS_EXHAUSTED, fmt::format("the numbers are used up: the last is {}", LAST_NUMBER));
  }
  if (auto changes = may_be_proposed(play, event.changes()); !changes) return changes;

  auto& proposal = *play.state.add_proposals();
  proposal = proposal_of(play, event);
  play.state.set_next_number(proposal.number() + 1);
  begin_turn(play, proposal.number());
  auto& told = play.tell(v1::Consequence::PROPOSAL_MADE, play.law().numbering({}).source("first"));
  told.set_player(play.move.author);
  told.set_proposal(proposal.number());
  told.set_changed(event.changes(0).kind());
  told.set_from_number(event.changes(0).rule());
  if (event.call_vote()) {
    proposal.set_phase(v1::Proposal::VOTE);
    proposal.set_called_at(play.move.index);
    play.state.mutable_turn()->set_phase(v1::Turn::VOTING);
    play.tell(v1::Consequence::VOTE_CALLED, play.law().debate({}).source("caller")).set_proposal(proposal.number());
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
