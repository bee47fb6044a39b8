#include "nomic/replay/status.h"

#include <fmt/core.h>

#include <algorithm>

#include "game/electorate.h"
#include "game/play.h"
#include "game/ring.h"
#include "game/turn.h"

namespace nomic::replay {
namespace {

std::string change_command(const v1::State& state) {
  return state.proposals_size() == 1 ? std::string() : fmt::format(" {}", state.turn().proposal());
}

void ways_to_vote(const Engine& engine, const v1::Proposal& proposal, StatusOf& status) {
  const auto rule = engine.law().voting_duty({}).source("every_voter");
  for (const auto& player : missing_voters(engine, proposal)) {
    status.waiting_for.push_back(player);
    status.ways.push_back({player, fmt::format("nomic vote for|against {}", proposal.number()), rule});
  }
}

void ways_in_debate(const Engine& engine, const v1::Proposal& proposal, StatusOf& status) {
  const auto debate = engine.law().debate({});
  status.waiting_for.push_back(proposal.proponent());
  status.ways.push_back(
      {proposal.proponent(), fmt::format("nomic call-vote {}", proposal.number()), debate.source("caller")});
  status.ways.push_back(
      {proposal.proponent(), fmt::format("nomic revise {} --text ...", proposal.number()), debate.source("caller")});
  for (const auto& player : playing_order(engine)) {
    status.ways.push_back(
        {player, fmt::format("nomic debate TEXT{}", change_command(engine.state())), debate.source("caller")});
  }
}

void ways_to_propose(const Engine& engine, StatusOf& status) {
  const auto order = engine.law().turn_order({}).source("order");
  for (const auto& player : playing_order(engine)) {
    if (!status.next.empty() && player != status.next) continue;
    status.waiting_for.push_back(player);
    status.ways.push_back({player, "nomic propose enact|amend|repeal|transmute|reenact|restore ...", order});
  }
}

void note_conflicts(const Engine& engine, StatusOf& status) {
  for (const auto& conflict : engine.law().conflicts()) status.notes.push_back(conflict.reason);
}

void note_what_is_open(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  for (const auto& proposal : state.proposals()) {
    if (proposal.phase() != v1::Proposal::UNDETERMINED) continue;
    status.notes.push_back(fmt::format(
        "no rule in force says what adopts proposal {}: its outcome is left to a Judgment or to an attested outcome",
        proposal.number()));
  }
  const int left = players_in_game(state);
  if (left == 1 && state.winners().empty())
    status.notes.emplace_back("one player is left; that alone wins nothing, only points do");
  if (left == 0) status.notes.emplace_back("every player has forfeited: nobody is left to move");
  if (state.winners_size() > 1) {
    status.notes.emplace_back(
        "several players stand at the points that win; which of them was first is left to a Judgment");
  }
}

}  // namespace

std::vector<std::string> playing_order(const Engine& engine) {
  std::vector<std::string> names;
  for (const auto* player : ring_of(engine.state(), engine.law())) {
    if (in_game(*player)) names.push_back(player->names().name());
  }
  return names;
}

std::string next_player(const Engine& engine) {
  if (engine.state().turn().phase() == v1::Turn::WON) return {};
  return next_in_order(engine.state(), engine.law());
}

std::vector<std::string> missing_voters(const Engine& engine, const v1::Proposal& proposal) {
  std::vector<std::string> names;
  if (proposal.phase() == v1::Proposal::UNDETERMINED) return names;
  for (const auto* player : voters_missing(engine.state(), engine.law(), proposal))
    names.push_back(player->names().name());
  return names;
}

StatusOf status_of(const Engine& engine) {
  StatusOf status;
  const auto& state = engine.state();
  status.turn_of = state.turn().mover();
  status.next = next_player(engine);
  for (const auto& proposal : state.proposals()) {
    if (proposal.phase() == v1::Proposal::DEBATE) ways_in_debate(engine, proposal, status);
    if (proposal.phase() == v1::Proposal::VOTE) ways_to_vote(engine, proposal, status);
  }
  const auto parts = engine.law().turn_parts(case_of_mover(engine.state())).source("parts");
  switch (state.turn().phase()) {
    case v1::Turn::PROPOSING:
    case v1::Turn::TURN_COMPLETE:
      ways_to_propose(engine, status);
      break;
    case v1::Turn::THROWING:
      status.waiting_for.push_back(state.turn().mover());
      status.ways.push_back({state.turn().mover(), "nomic roll", parts});
      break;
    default:
      break;
  }
  if (state.turn().phase() != v1::Turn::WON) {
    const auto forfeit = engine.law().forfeit({}).source("always");
    for (const auto& player : playing_order(engine)) status.ways.push_back({player, "nomic forfeit", forfeit});
  }
  note_conflicts(engine, status);
  note_what_is_open(engine, status);
  return status;
}

}  // namespace nomic::replay
