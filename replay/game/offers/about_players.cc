// Who comes and goes, is away and back, is of which team; and keys.

#include <algorithm>

#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/player_keys.h"
#include "offers/board.h"
#include "signers.h"
#include "turn/turn.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

// The rule that says how one joins: that asks for approval, sets the time or opens the game; else the one that lets
// anybody do what no rule regulates.
v1::RuleVersion rule_on_joining(const Board& board) {
  const auto joining = board.law().joining({});
  for (const char* point : {"approval", "when", "open"}) {
    if (auto rule = joining.source(point); rule.number() != 0) return rule;
  }
  return board.law().permission({}).source("unregulated");
}

void offer_to_join(Board& board) {
  const auto& play = board.nobody.play;
  if (static_cast<std::uint32_t>(play.state.players_size()) >= MOST_PLAYERS) return;
  const auto joining = play.law().joining({});
  const auto by = rule_on_joining(board);
  const bool between = is_between_turns(play.state) || joining.value.when() == v1::Joining::ANY_TIME;
  const bool may = between && room_for_a_player(play).ok();
  // Who may not can contest that, unless every move must be signed: a key of theirs comes with their joining only.
  if (!may && play.state.founding().signatures_required()) return;
  board.may({}, may ? v1::Event::kPlayerJoined : v1::Event::kMoveContested, by).blanks = {Blank::NAME};
}

bool has_asked_to_leave(const State& state, const std::string& name) {
  const auto& all = state.applications();
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& asked) { return asked.leaving() && asked.names().name() == name; });
}

void offer_to_forfeit(Board& board) {
  for (const auto& seat : board.seats) {
    const auto forfeit = seat.law().forfeit({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = seat.player()});
    const bool freely = !forfeit.value.has_always() || forfeit.value.always();
    const bool asks = forfeit.value.has_approval() && !has_asked_to_leave(seat.state(), seat.player());
    if (!freely && !asks) continue;
    board.may(seat.player(), v1::Event::kPlayerForfeited, forfeit.source(freely ? "always" : "approval"));
  }
}

void offer_approvals(Board& board) {
  for (const auto& application : board.state().applications()) {
    const auto& name = application.names().name();
    const auto& law = board.law();
    const auto by = application.leaving() ? law.forfeit({}).source("approval") : law.joining({}).source("approval");
    for (const auto& seat : board.seats) {
      const auto& player = seat.self();
      if (is_suspended(seat.law(), player, v1::Inactivity::CONSENT)) continue;
      if (application.leaving() && name == seat.player()) continue;
      auto& offer = board.may(seat.player(), v1::Event::kApprovalGiven, by);
      offer.about = name;
      offer.blanks = {Blank::CHOICE};
      offer.choices = {Choice::APPROVE, Choice::REFUSE};
    }
  }
}

// What they say of themselves: that they are away, or back.
void offer_activity(Board& board) {
  for (const auto& seat : board.seats) {
    // As they are before this move: who says so does not come back by that.
    const bool away = find_player(board.state(), seat.player())->inactive_since() != 0;
    const auto rule = board.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = seat.player()});
    const bool declared = board.law().knows(v1::Provision::kInactivity) && rule.is_regulated() &&
                          (!rule.value.has_declared() || rule.value.declared());
    if (!away && !declared) continue;
    auto& offer = board.may(seat.player(), v1::Event::kActivityChanged, rule.source(away ? "ends_by" : "declared"));
    offer.choices = {away ? Choice::ACTIVE : Choice::INACTIVE};
  }
}

void offer_teams(Board& board) {
  const auto by = board.law().permission({}).source("unregulated");
  for (const auto& seat : board.seats) {
    if (!is_between_turns(seat.state())) continue;
    board.may(seat.player(), v1::Event::kTeamAssigned, by).blanks = {Blank::NAME};
    const auto& names = seat.self().names();
    if (!names.team().empty()) board.may(seat.player(), v1::Event::kTeamAssigned, by).choices = {Choice::WITHDRAW};
  }
}

// ---- Keys ----------------------------------------------------------------------------------------------------------

void offer_key(Board& board, const v1::Player& player, v1::Event::KindCase kind) {
  board.may(player.names().name(), kind, {}).blanks = {Blank::KEY};
}

void offer_keys_of(Board& board, const v1::Player& player) {
  if (room_for_a_key(player, !player.successor_key().empty())) offer_key(board, player, v1::Event::kKeyRegistered);
  if (!has_key_in_force(player)) return;
  if (room_for_a_key(player, true)) offer_key(board, player, v1::Event::kKeyRotated);
  offer_key(board, player, v1::Event::kKeyRevoked);
}

bool any_key_in_force(const State& state) {
  const auto& players = state.players();
  return std::any_of(players.begin(), players.end(), has_key_in_force);
}

// The Judge of a Judgment that stands ends a key that is lost.
void offer_keys_of_others(Board& board) {
  if (!any_key_in_force(board.state())) return;
  for (const auto& judgment : board.state().judgments()) {
    if (!counts(judgment)) continue;
    for (const auto& seat : board.seats) {
      if (seat.player() != judgment.judge()) continue;
      const auto rule = judgment_rule(board.state(), board.law());
      auto& offer = board.may(seat.player(), v1::Event::kKeyRevoked, rule.source("seat"));
      offer.record = judgment.record();
      offer.blanks = {Blank::KEY};
    }
  }
}

}  // namespace

void offer_about_players(Board& board) {
  offer_approvals(board);
  offer_activity(board);
  offer_to_join(board);
  offer_teams(board);
  offer_to_forfeit(board);
}

void offer_keys(Board& board) {
  for (const auto& seat : board.seats) offer_keys_of(board, *find_player(board.state(), seat.player()));
  for (const auto& seat : board.silent) {
    const auto& player = *find_player(board.state(), seat.player());
    // Their first; another, once none is in force, is a Judgment's word.
    const bool may = !has_had_key(player) || !player.successor_key().empty();
    if (may && room_for_a_key(player, has_had_key(player))) offer_key(board, player, v1::Event::kKeyRegistered);
  }
  offer_keys_of_others(board);
}

}  // namespace nomic::replay
