#include "game/completion.h"

#include <algorithm>
#include <cassert>

#include "game/scopes.h"
#include "game/tally.h"
#include "game/turn.h"

namespace nomic::replay {
namespace {

bool has_voted(const v1::Proposal& proposal, const std::string& player) {
  return std::any_of(proposal.ballots().begin(), proposal.ballots().end(),
                     [&](const v1::Ballot& ballot) { return ballot.player() == player; });
}

void tell_outcome(Play& play, const v1::Proposal& proposal, const Tally& tally, const Outcome& outcome) {
  auto kind = v1::Consequence::OUTCOME_UNDETERMINED;
  if (outcome.adopted) kind = *outcome.adopted ? v1::Consequence::PROPOSAL_ADOPTED : v1::Consequence::PROPOSAL_DEFEATED;
  auto& told = play.tell(kind, outcome.rule);
  told.set_proposal(proposal.number());
  told.set_player(proposal.proponent());
  told.set_votes_for(tally.in_favour);
  told.set_votes_against(tally.against);
  told.set_eligible(tally.eligible);
}

std::vector<std::string> recipients(const v1::Award& award, const v1::Proposal& proposal, const Tally& tally) {
  switch (award.recipient()) {
    case v1::Award::THE_PROPONENT:
      return {proposal.proponent()};
    case v1::Award::VOTERS_FOR:
      return tally.voters_for;
    case v1::Award::VOTERS_AGAINST:
      return tally.voters_against;
    case v1::Award::OTHER_VOTERS_FOR: {
      auto others = tally.voters_for;
      others.erase(std::remove(others.begin(), others.end(), proposal.proponent()), others.end());
      return others;
    }
    default:
      return {};
  }
}

bool occurs(v1::Award::Occasion occasion, bool adopted) {
  return occasion == v1::Award::VOTED_ON || occasion == (adopted ? v1::Award::ADOPTED : v1::Award::DEFEATED);
}

// Awards and penalties that attach to the vote, of those reckoned at this side of the effect.
void pay_awards(Play& play, const v1::Proposal& proposal, const Tally& tally, bool adopted, v1::Reckoned reckoned) {
  for (const auto& award : play.law().awards()) {
    if (award.value.reckoned() != reckoned || !occurs(award.value.occasion(), adopted)) continue;
    const auto points = amount_of(award.value.amount(), proposal.number(), tally.in_favour, tally.cast());
    for (const auto& name : recipients(award.value, proposal, tally)) {
      const Case about{.change = proposal.changes(0).kind(), .player = name};
      if (!covers(award.scope, about, play.state.founding().mode())) continue;
      auto* player = find_player(play.state, name);
      // Who has forfeited neither gains nor loses any more.
      if (player != nullptr && in_game(*player)) play.score(*player, points, award.source, proposal.number());
    }
  }
}

void close(v1::State& state, std::uint32_t number) {
  auto& open = *state.mutable_proposals();
  open.erase(std::find_if(open.begin(), open.end(), [&](const auto& proposal) { return proposal.number() == number; }));
}

}  // namespace

std::vector<const v1::Player*> voters_missing(const v1::State& state, const v1::Proposal& proposal) {
  std::vector<const v1::Player*> missing;
  for (const auto& player : state.players()) {
    if (in_game(player) && !has_voted(proposal, player.names().name())) missing.push_back(&player);
  }
  return missing;
}

bool would_complete(const v1::State& state, const v1::Proposal& proposal, const std::string& voter,
                    const std::string& leaver) {
  const auto missing = voters_missing(state, proposal);
  const bool anybody = players_in_game(state) > (leaver.empty() ? 0 : 1);
  return anybody && std::all_of(missing.begin(), missing.end(), [&](const auto* player) {
           return player->names().name() == voter || player->names().name() == leaver;
         });
}

void complete_vote(Play& play, std::uint32_t number, const std::vector<Prepared>& prepared) {
  auto* open = find_proposal(play.state, number);
  assert(open != nullptr);
  const v1::Proposal proposal = *open;  // a copy: it leaves the state below
  const Tally tally = tally_of(play, proposal);
  const Outcome outcome = outcome_of(play, proposal, tally);
  tell_outcome(play, proposal, tally, outcome);
  const bool of_the_turn = play.state.turn().proposal() == number;
  TurnAwards paid;
  if (of_the_turn) paid = begin_parts(play, tally);
  if (outcome.adopted) {
    pay_awards(play, proposal, tally, *outcome.adopted, v1::BEFORE_EFFECT);
    close(play.state, number);
    if (*outcome.adopted) take_effect(play, proposal, prepared);
  } else {
    open->set_phase(v1::Proposal::UNDETERMINED);
  }
  if (of_the_turn) go_on_with_parts(play, paid);
  if (outcome.adopted) pay_awards(play, proposal, tally, *outcome.adopted, v1::AFTER_EFFECT);
  if (of_the_turn) end_turn_if_complete(play);
}

}  // namespace nomic::replay
