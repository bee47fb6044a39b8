// Names that are taken: by who plays, has played or has asked to join, and by how a player is shown or was until a
// correction to which one may still object.

#include <algorithm>

#include "moves/moves.h"

namespace nomic::replay {
namespace {

Error taken(const v1::PlayerNames& names, const std::string& by, const v1::Player& player) {
  return refuse(ErrorCode::NAME_TAKEN,
                by == names.name() ? (in_game(player) ? "same" : "same_forfeited")
                                   : (in_game(player) ? "alike" : "alike_forfeited"),
                {{"name", names.name()}, {"other", by}, {"player", player.names().name()}});
}

}  // namespace

Status name_is_free(const Play& play, const v1::PlayerNames& names, const std::string& but) {
  for (const auto& player : play.state.players()) {
    if (player.names().name() == but) continue;
    if (player.names().folded() == names.folded()) return taken(names, player.names().name(), player);
    if (player.has_shown() && player.shown().folded() == names.folded()) {
      return taken(names, player.shown().name(), player);
    }
  }
  for (const auto& correction : play.state.corrections()) {
    if (!correction.has_shown() || correction.player() == but) continue;
    if (correction.shown().folded() != names.folded()) continue;
    return taken(names, correction.shown().name(), *find_player(play.state, correction.player()));
  }
  for (const auto& application : play.state.applications()) {
    if (application.leaving() || application.names().folded() != names.folded()) continue;
    return refuse(ErrorCode::NAME_TAKEN, "asked",
                  {{"player", application.names().name()}, {"record", application.record()}});
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
