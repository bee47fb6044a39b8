#include "nomic/replay/game_status.h"

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

Remark way(std::string_view variant, std::vector<Parameter> parameters = {}) {
  return remark_of(Topic::WAY, variant, std::move(parameters));
}

void note(StatusOf& status, std::string_view variant, std::vector<Parameter> parameters = {}) {
  status.notes.push_back(remark_of(Topic::NOTE, variant, std::move(parameters)));
}

// Which of several proposals is spoken of must be said.
Remark way_to_debate(const State& state) {
  if (state.proposals_size() == 1) return way("debate");
  return way("debate_on", {{"proposal", state.turn().proposal()}});
}

void ways_to_vote(const Engine& engine, const v1::Proposal& proposal, StatusOf& status) {
  const auto rule = engine.law().voting_duty({}).source("every_voter");
  for (const auto& player : missing_voters(engine, proposal)) {
    must(status, {player, way("vote", {{"proposal", proposal.number()}}), rule});
  }
}

void ways_in_debate(const Engine& engine, const v1::Proposal& proposal, StatusOf& status) {
  const auto debate = engine.law().debate({});
  const bool asked = engine.state().dispute().debate_asked() == proposal.number();
  const Remark call = way("call_vote", {{"proposal", proposal.number()}});
  const auto sitting = judges_of(engine.state(), engine.law(), nullptr);
  if (!asked || sitting.empty()) {
    must(status, {proposal.proponent(), call, debate.source("caller")});
  } else {
    must(status, {sitting.front(), call, debate.source("judge_may_be_asked")});
  }
  if (debate.value.judge_may_be_asked() && !asked && !sitting.empty()) {
    for (const auto& player : playing_order(engine)) {
      status.ways.push_back(
          {player, way("ask_time", {{"proposal", proposal.number()}}), debate.source("judge_may_be_asked")});
    }
  }
  status.ways.push_back(
      {proposal.proponent(), way("revise", {{"proposal", proposal.number()}}), debate.source("caller")});
  for (const auto& player : playing_order(engine)) {
    status.ways.push_back({player, way_to_debate(engine.state()), debate.source("caller")});
  }
}

// In place of a proposal that is struck.
void ways_to_propose_anew(const Engine& engine, StatusOf& status) {
  const auto order = engine.law().turn_order({}).source("order");
  for (const auto& player : playing_order(engine)) {
    if (awaits_proposal_of(engine.state(), player)) must(status, {player, way("propose"), order});
  }
}

void ways_to_propose(const Engine& engine, StatusOf& status) {
  const auto order = engine.law().turn_order({}).source("order");
  // The first turn waits for no consent (L50).
  const bool consented = status.consents_needed == 0 || engine.state().turn().phase() == v1::Turn::PROPOSING;
  const bool beside = engine.law().turn_order({}).value.order() == v1::TurnOrder::ALL_AT_ONCE;
  for (const auto& player : playing_order(engine)) {
    if (!status.next.empty() && player != status.next) continue;
    const auto& found = *find_player(engine.state(), player);
    if (!takes_turns(engine.law(), found)) continue;
    if (beside && found.last_circuit() > engine.state().turn().circuits_complete()) continue;
    if (consented) must(status, {player, way("propose"), order});
  }
}

Remark what_of(const Due& due) {
  const auto of_proposal = [&](std::string_view variant) {
    return remark_of(Topic::DUE, variant, {{"proposal", due.number}});
  };
  const auto of_player = [&](std::string_view variant) {
    return remark_of(Topic::DUE, variant, {{"player", due.player}});
  };
  switch (due.what) {
    case Due::What::DEBATE_ENDS:
      return of_proposal("debate_ends");
    case Due::What::VOTE_ENDS:
      return of_proposal("vote_ends");
    case Due::What::VOTE_CAN_END:
      return of_proposal("vote_can_end");
    case Due::What::EFFECT:
      return of_proposal("effect");
    case Due::What::CHANGE:
      return remark_of(Topic::DUE, "change", {{"rule", due.number}});
    case Due::What::REPEAL:
      return remark_of(Topic::DUE, "repeal", {{"rule", due.number}});
    case Due::What::INACTIVITY:
      return of_player("inactivity");
    case Due::What::TURN:
      return of_player(due.number != 0 ? "throw_over" : "turn_over");
    case Due::What::ROUND:
      return of_player("round_over");
  }
  return {};
}

void say_what_is_due(const Engine& engine, StatusOf& status) {
  for (const auto& due : what_is_due(engine.state(), engine.law())) {
    status.due.push_back({due.at, what_of(due), due.rule});
  }
}

// Who waits for approval, and who can give it; who is away.
void ways_of_players(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  for (const auto& application : state.applications()) {
    const auto rule = application.leaving() ? engine.law().forfeit({}).source("approval")
                                            : engine.law().joining({}).source("approval");
    const auto& name = application.names().name();
    note(status, application.leaving() ? "asks_to_leave" : "asks_to_join", {{"player", name}});
    for (const auto& player : playing_order(engine)) {
      const auto& approved = application.approved();
      if (player == name || std::find(approved.begin(), approved.end(), player) != approved.end()) continue;
      status.ways.push_back({player, way("approve", {{"player", name}}), rule});
    }
  }
  for (const auto& player : state.players()) {
    if (player.inactive_since() == 0 || !in_game(player)) continue;
    const auto& name = player.names().name();
    const auto rule = engine.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = name});
    note(status, "inactive", {{"player", name}, {"record", player.inactive_since()}});
    status.ways.push_back({name, way("active"), rule.source("ends_by")});
  }
  for (const auto& pending : state.pending()) {
    note(status, "pending", {{"proposal", pending.proposal().number()}});
  }
}

void ways_to_throw(const v1::Turn& turn, const v1::RuleRef& rule, StatusOf& status) {
  if (turn.phase() != v1::Turn::THROWING) return;
  if (turn.has_dice()) {
    for (const auto& player : missing_in(turn.dice())) {
      must(status, {player, way(turn.dice().revealing() ? "reveal" : "commit"), rule});
    }
    return;
  }
  must(status, {turn.mover(), way("roll"), rule});
}

void note_conflicts(const Engine& engine, StatusOf& status) {
  for (const auto& conflict : engine.law().conflicts()) status.notes.push_back(remark_of(conflict));
}

void note_what_is_open(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  for (const auto& proposal : state.proposals()) {
    if (proposal.phase() != v1::Proposal::UNDETERMINED) continue;
    note(status, "undetermined", {{"proposal", proposal.number()}});
  }
  const int left = players_in_game(state);
  if (left == 1 && state.winners().empty()) note(status, "one_left");
  if (left == 0) note(status, "nobody_left");
  if (state.winners_size() > 1) note(status, "several_winners");
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
  ways_to_propose_anew(engine, status);
  if (phase != v1::Turn::WON) {
    say_what_is_due(engine, status);
    ways_of_players(engine, status);
  }
  if (state.turn().phase() != v1::Turn::WON) {
    const auto forfeit = engine.law().forfeit({}).source("always");
    for (const auto& player : playing_order(engine)) status.ways.push_back({player, way("forfeit"), forfeit});
  }
  add_what_is_free(engine, status);
  note_conflicts(engine, status);
  note_what_is_open(engine, status);
  return status;
}

}  // namespace nomic::replay
