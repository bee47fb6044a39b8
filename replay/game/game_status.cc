#include "nomic/replay/game_status.h"

#include <algorithm>

#include "dispute/judge.h"
#include "nomic/replay/duties.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/player_keys.h"
#include "nomic/replay/reference.h"
#include "play.h"
#include "status_parts.h"
#include "turn/clock.h"
#include "turn/ring.h"
#include "turn/turn.h"
#include "voting/attestations.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

void note(StatusOf& status, std::string_view variant, std::vector<Parameter> parameters = {}) {
  status.notes.push_back(remark_of(Topic::NOTE, variant, std::move(parameters)));
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

// From when on a vote may be called whose debate is too short so far.
void say_what_may_be_called(const Engine& engine, StatusOf& status) {
  for (const auto& proposal : engine.state().proposals()) {
    if (proposal.phase() != v1::Proposal::DEBATE) continue;
    const auto period = engine.law().voting_period({.change = proposal.changes(0).kind(), .player = {}});
    if (!period.value.has_debate_at_least()) continue;
    const auto from = proposal.made_time() + micros_of(period.value.debate_at_least());
    if (from <= engine.state().recorded_at()) continue;
    status.due.push_back({from, remark_of(Topic::DUE, "may_be_called", {{"proposal", proposal.number()}}),
                          period.source("debate_at_least")});
  }
}

void say_what_is_due(const Engine& engine, StatusOf& status) {
  for (const auto& due : what_is_due(engine.state(), engine.law())) {
    status.due.push_back({due.at, what_of(due), due.rule});
  }
  say_what_may_be_called(engine, status);
  std::stable_sort(status.due.begin(), status.due.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
}

// Who waits for approval; who is away; what is adopted and not in force yet.
void note_what_is_awaited(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  for (const auto& application : state.applications()) {
    note(status, application.leaving() ? "asks_to_leave" : "asks_to_join", {{"player", application.names().name()}});
  }
  for (const auto& player : state.players()) {
    if (player.inactive_since() == 0 || !in_game(player)) continue;
    note(status, "inactive", {{"player", player.names().name()}, {"record", player.inactive_since()}});
  }
  for (const auto& player : state.players()) {
    if (!player.successor_key().empty() && in_game(player)) {
      note(status, "key_named", {{"player", player.names().name()}});
    }
    if (player.restored_at() == 0 || has_had_key(player) || !in_game(player)) continue;
    note(status, "seat_restored", {{"player", player.names().name()}, {"record", player.restored_at()}});
  }
  for (const auto& pending : state.pending()) {
    note(status, "pending", {{"proposal", pending.proposal().number()}});
  }
}

// Everybody whom an offer waits for, each once, in the order of the offers.
std::vector<std::string> waited_for(const std::vector<Offer>& offers) {
  std::vector<std::string> names;
  for (const auto& offer : offers) {
    if (offer.must && std::find(names.begin(), names.end(), offer.player) == names.end()) {
      names.push_back(offer.player);
    }
  }
  return names;
}

void note_conflicts(const Engine& engine, StatusOf& status) {
  const auto& conflicts = engine.law().conflicts();
  const std::size_t named = std::min(conflicts.size(), CONFLICTS_NAMED_LIMIT);
  for (std::size_t at = 0; at < named; ++at) status.notes.push_back(remark_of(conflicts[at]));
  if (named < conflicts.size()) note(status, "conflicts_left", {{"count", conflicts.size() - named}});
}

void note_awards_left(const Engine& engine, StatusOf& status) {
  const auto awards = engine.law().awards();
  if (awards.size() <= AWARDS_LIMIT) return;
  note(status, "awards_left",
       {{"limit", AWARDS_LIMIT},
        {"count", awards.size() - AWARDS_LIMIT},
        {"rule", (awards.begin() + AWARDS_LIMIT)->source.number()}});
}

Result<std::vector<AttestedSo>> attested_outcomes(const Engine& engine, const History& history) {
  std::vector<AttestedSo> all;
  for (const auto& proposal : engine.state().proposals()) {
    const auto first = all.size();
    for (const auto& one : proposal.attestations()) {
      auto group = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                [&](const auto& other) { return attests_the_same(other.outcome, one.outcome()); });
      if (group == all.end()) {
        NOMIC_ASSIGN(auto assent, assent_to(engine.state(), engine.law(), history, proposal, one.outcome()));
        all.push_back({proposal.number(), one.outcome(), {}, {}, assent.votes, assent.needed, assent.rule});
        group = all.end() - 1;
      }
      group->players.push_back(one.player());
      group->records.push_back(one.record());
    }
  }
  return all;
}

// Who attests what, and what it still takes.
void note_attested(StatusOf& status) {
  for (const auto& group : status.attested) {
    const auto& word = group.outcome;
    const auto* variant = word.has_votes_for() && word.has_votes_against() ? "attested_votes"
                          : word.has_votes_for()                           ? "attested_for"
                          : word.has_votes_against()                       ? "attested_against"
                          : word.votes_unknown()                           ? "attested_unknown"
                                                                           : "attested";
    note(status, variant,
         {{"proposal", group.proposal},
          {"outcome", word.adopted() ? "adopted" : "defeated"},
          {"players", group.players},
          {"votes_for", word.votes_for()},
          {"votes_against", word.votes_against()},
          {"votes", group.votes},
          {"needed", group.needed},
          {"record", group.records.front()}});
  }
}

void note_what_is_open(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  for (const auto& proposal : state.proposals()) {
    if (proposal.phase() != v1::Proposal::UNDETERMINED) continue;
    note(status, "undetermined", {{"proposal", proposal.number()}});
  }
  const int left = players_in_game(state);
  if (left == 1 && state.winners().empty()) note(status, "one_left");
  // While the game is founded, the first player may still be to come.
  if (left == 0 && state.size() >= state.founding().founding_records()) note(status, "nobody_left");
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

Result<StatusOf> status_without_offers(const Engine& engine, const History& history) {
  StatusOf status;
  const auto& state = engine.state();
  status.turn_of = player_moving(state, engine.law());
  status.next = next_player(engine);
  add_dispute(engine, status);
  if (state.turn().phase() != v1::Turn::WON) note_what_is_awaited(engine, status);
  note_conflicts(engine, status);
  note_awards_left(engine, status);
  note_what_is_open(engine, status);
  NOMIC_ASSIGN(auto attested, attested_outcomes(engine, history));
  status.attested = std::move(attested);
  note_attested(status);
  return status;
}

Result<StatusOf> status_of(const Engine& engine, const History& history, std::optional<std::int64_t> now) {
  NOMIC_ASSIGN(auto offered, offers_of(engine, history, now));
  NOMIC_ASSIGN(auto without, status_without_offers(engine, history));
  StatusOf status = std::move(without);
  status.offered = std::move(offered);
  status.waiting_for = waited_for(status.offered.offers);
  if (engine.state().turn().phase() != v1::Turn::WON) say_what_is_due(engine, status);
  return status;
}

}  // namespace nomic::replay
