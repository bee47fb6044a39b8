// A player becomes somebody's team-mate, or ceases to be, between turns (116: the Initial Set speaks of teams, not of
// how they come about).

#include <algorithm>

#include "moves/moves.h"
#include "nomic/replay/text.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// What no reader of a name could be shown; the rest of what makes a name is looked at when it is recorded.
bool fit_for_a_name(const std::string& name) {
  return name.size() <= NAME_BYTES_LIMIT &&
         std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

Status between_turns(const Play& play) {
  if (is_between_turns(play.state)) return ledger::Done{};
  return refuse(ErrorCode::TEAMS_BETWEEN_TURNS, "", {{"player", play.state.turn().mover()}},
                {play.law().turn_parts(case_of_mover(play.state)).source("parts")});
}

}  // namespace

Status play_team(Play& play, const v1::TeamAssigned& event) {
  NOMIC_TRY(must_be_playing(play));
  const auto& team = event.team();
  if (!fit_for_a_name(team)) {
    return refuse(ErrorCode::NAME_NOT_ALLOWED, "of_team", {{"limit", NAME_LIMIT}});
  }
  auto& player = *edit_player(play.state, play.move.author);
  if (player.names().team() == team) {
    return team.empty() ? refuse(ErrorCode::SAME_TEAM, "none", {{"player", play.move.author}})
                        : refuse(ErrorCode::SAME_TEAM, "same", {{"player", play.move.author}, {"team", team}});
  }
  if (auto may = between_turns(play); bars(play, may)) return may;

  player.mutable_names()->set_team(team);
  auto& emitted = *play.emit(play.law().permission({}).source("unregulated")).mutable_team_set();
  emitted.set_player(play.move.author);
  emitted.set_team(team);
  return ledger::Done{};
}

}  // namespace nomic::replay
