#include "nomic/replay/game_status.h"

#include <fmt/core.h>

#include <algorithm>

#include "dispute/judge.h"
#include "play.h"
#include "status_parts.h"
#include "turn/clock.h"
#include "turn/ring.h"
#include "turn/throws.h"
#include "turn/turn.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

std::string change_command(const State& state) {
  return state.proposals_size() == 1 ? std::string() : fmt::format(" {}", state.turn().proposal());
}

void ways_to_vote(const Engine& engine, const v1::Proposal& proposal, StatusOf& status) {
  const auto rule = engine.law().voting_duty({}).source("every_voter");
  for (const auto& player : missing_voters(engine, proposal)) {
    must(status, {player, fmt::format("nomic vote for|against {}", proposal.number()), rule});
  }
}

void ways_in_debate(const Engine& engine, const v1::Proposal& proposal, StatusOf& status) {
  const auto debate = engine.law().debate({});
  const bool asked = engine.state().dispute().debate_asked() == proposal.number();
  const std::string call = fmt::format("nomic call-vote {}", proposal.number());
  const auto bench = judges_of(engine.state(), engine.law(), nullptr);
  if (!asked || bench.empty()) {
    must(status, {proposal.proponent(), call, debate.source("caller")});
  } else {
    must(status, {bench.front(), call, debate.source("judge_may_be_asked")});
  }
  if (debate.value.judge_may_be_asked() && !asked && !bench.empty()) {
    for (const auto& player : playing_order(engine)) {
      status.ways.push_back(
          {player, fmt::format("nomic judgment ask-time {}", proposal.number()), debate.source("judge_may_be_asked")});
    }
  }
  status.ways.push_back(
      {proposal.proponent(), fmt::format("nomic revise {} --text ...", proposal.number()), debate.source("caller")});
  for (const auto& player : playing_order(engine)) {
    status.ways.push_back(
        {player, fmt::format("nomic debate TEXT{}", change_command(engine.state())), debate.source("caller")});
  }
}

void ways_to_propose(const Engine& engine, StatusOf& status) {
  const auto order = engine.law().turn_order({}).source("order");
  const bool beside = engine.law().turn_order({}).value.order() == v1::TurnOrder::ALL_AT_ONCE;
  for (const auto& player : playing_order(engine)) {
    if (!status.next.empty() && player != status.next) continue;
    const auto& found = *find_player(engine.state(), player);
    if (!takes_turns(engine.law(), found)) continue;
    if (beside && found.last_circuit() > engine.state().turn().circuits_complete()) continue;
    const Way way = {player, "nomic propose enact|amend|repeal|transmute|reenact|restore ...", order};
    if (status.consents_needed == 0) must(status, way);
  }
}

std::string words_of(const Due& due) {
  switch (due.what) {
    case Due::What::DEBATE_ENDS:
      return fmt::format("the debate on proposal {} ends and its vote is called", due.number);
    case Due::What::VOTE_ENDS:
      return fmt::format("the vote on proposal {} ends", due.number);
    case Due::What::VOTE_CAN_END:
      return fmt::format("the vote on proposal {}, in which everybody has voted, is complete", due.number);
    case Due::What::EFFECT:
      return fmt::format("proposal {} takes effect", due.number);
    case Due::What::CHANGE:
      return fmt::format("rule {} changes by itself", due.number);
    case Due::What::REPEAL:
      return fmt::format("rule {} repeals itself", due.number);
    case Due::What::INACTIVITY:
      return fmt::format("{} becomes inactive", due.player);
    case Due::What::TURN:
      return due.number != 0 ? fmt::format("{}'s time to throw is over", due.player)
                             : fmt::format("{}'s time to begin the turn is over", due.player);
    case Due::What::ROUND:
      return fmt::format("the time to commit, or to reveal, for {}'s throw is over", due.player);
  }
  return {};
}

void say_what_is_due(const Engine& engine, StatusOf& status) {
  for (const auto& due : what_is_due(engine.state(), engine.law())) {
    status.due.push_back({due.at, words_of(due), due.rule});
  }
}

// Who waits for approval, and who can give it; who is away.
void ways_of_players(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  for (const auto& application : state.applications()) {
    const auto rule = application.leaving() ? engine.law().forfeit({}).source("approval")
                                            : engine.law().joining({}).source("approval");
    const auto& name = application.names().name();
    status.notes.push_back(fmt::format("{} has asked to {}, which the players must approve", name,
                                       application.leaving() ? "leave" : "join"));
    for (const auto& player : playing_order(engine)) {
      const auto& approved = application.approved();
      if (player == name || std::find(approved.begin(), approved.end(), player) != approved.end()) continue;
      status.ways.push_back({player, "nomic approve " + name, rule});
    }
  }
  for (const auto& player : state.players()) {
    if (player.inactive_since() == 0 || !in_game(player)) continue;
    const auto& name = player.names().name();
    const auto rule = engine.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = name});
    status.notes.push_back(fmt::format("{} is inactive since #{}", name, player.inactive_since()));
    status.ways.push_back({name, "nomic active", rule.source("ends_by")});
  }
  for (const auto& pending : state.pending()) {
    status.notes.push_back(fmt::format("proposal {} is adopted and still to take effect", pending.proposal().number()));
  }
}

void ways_to_throw(const v1::Turn& turn, const v1::RuleRef& rule, StatusOf& status) {
  if (turn.phase() != v1::Turn::THROWING) return;
  if (turn.has_dice()) {
    for (const auto& player : missing_in(turn.dice())) {
      must(status, {player, turn.dice().revealing() ? "nomic roll --reveal" : "nomic roll --commit", rule});
    }
    return;
  }
  must(status, {turn.mover(), "nomic roll", rule});
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
  ways_to_throw(state.turn(), parts, status);
  for (const auto& turn : state.other_turns()) ways_to_throw(turn, parts, status);
  const auto phase = state.turn().phase();
  add_dispute(engine, status);
  if (phase == v1::Turn::PROPOSING || phase == v1::Turn::TURN_COMPLETE) ways_to_propose(engine, status);
  if (phase != v1::Turn::WON) {
    say_what_is_due(engine, status);
    ways_of_players(engine, status);
  }
  if (state.turn().phase() != v1::Turn::WON) {
    const auto forfeit = engine.law().forfeit({}).source("always");
    for (const auto& player : playing_order(engine)) status.ways.push_back({player, "nomic forfeit", forfeit});
  }
  add_what_is_free(engine, status);
  note_conflicts(engine, status);
  note_what_is_open(engine, status);
  return status;
}

}  // namespace nomic::replay
