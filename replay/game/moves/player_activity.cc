// A player says that they are away, or back, where a rule knows that.

#include "moves/moves.h"
#include "turn/activity.h"

namespace nomic::replay {

Status must_be_active(const Play& play, v1::Inactivity::Suspended from, std::string_view variant) {
  const auto& player = *find_player(play.state, play.move.author);
  if (player.inactive_since() == 0) return ledger::Done{};
  const auto rule = play.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = play.move.author});
  for (const auto suspended : rule.value.suspends()) {
    if (suspended != from) continue;
    return refuse(ErrorCode::INACTIVE, variant, {{"player", play.move.author}, {"record", player.inactive_since()}},
                  {rule.source("suspends")});
  }
  return ledger::Done{};
}

Status play_activity(Play& play, const v1::ActivityChanged& event) {
  NOMIC_TRY(must_be_playing(play));
  const auto& author = play.move.author;
  const auto& player = *find_player(play.state, author);
  const auto rule = play.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = author});
  const bool inactive = player.inactive_since() != 0;
  // Whoever is inactive may always come back, whatever has become of the rule since.
  if (event.active() && inactive) {
    become_active(play, author, rule.source("ends_by"));
    return ledger::Done{};
  }
  if (event.active()) {
    return refuse(ErrorCode::ACTIVE_ALREADY, "active", {{"player", author}});
  }
  const bool provided = play.law().knows(v1::Provision::kInactivity) && rule.is_regulated();
  if (!provided || (rule.value.has_declared() && !rule.value.declared())) {
    Status unknown = provided ? refuse(ErrorCode::ACTIVITY_NOT_PROVIDED, "not_declared", {}, {rule.source("declared")})
                              : refuse(ErrorCode::ACTIVITY_NOT_PROVIDED, "not_known", {}, {rule.source("declared")});
    if (bars(play, unknown)) return unknown;
  }
  if (inactive) {
    return refuse(ErrorCode::ACTIVE_ALREADY, "inactive", {{"player", author}, {"record", player.inactive_since()}});
  }
  return become_inactive(play, author, rule.source("declared"), v1::Consequence::BecameInactive::DECLARED,
                         event.reason());
}

}  // namespace nomic::replay
