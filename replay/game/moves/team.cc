// A player becomes somebody's team-mate, or ceases to be, between turns (116: the Initial Set speaks of teams, not of
// how they come about).

#include <fmt/core.h>

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

}  // namespace

Status play_team(Play& play, const v1::TeamAssigned& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  const auto& team = event.team();
  if (!fit_for_a_name(team)) {
    return refuse(ErrorCode::NAME_NOT_ALLOWED,
                  fmt::format("a team's name is one line of at most {} characters", NAME_LIMIT));
  }
  auto& player = *edit_player(play.state, play.move.author);
  if (player.names().team() == team) {
    return refuse(ErrorCode::SAME_TEAM, team.empty() ? fmt::format("{} is of no team already", play.move.author)
                                                     : fmt::format("{} is of team {} already", play.move.author, team));
  }
  if (!is_between_turns(play.state) && !play.waives) {
    return refuse(ErrorCode::TEAMS_BETWEEN_TURNS,
                  fmt::format("teams change between turns, and {}'s turn goes on", play.state.turn().mover()),
                  "change it once the turn is complete; `nomic status` says who must act",
                  {play.law().turn_parts(case_of_mover(play.state)).source("parts")});
  }

  player.mutable_names()->set_team(team);
  auto& told = *play.emit(play.law().permission({}).source("unregulated")).mutable_team_set();
  told.set_player(play.move.author);
  told.set_team(team);
  return ledger::Done{};
}

}  // namespace nomic::replay
