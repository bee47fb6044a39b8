#include "turn/activity.h"

#include "turn/awards.h"
#include "turn/turn.h"
#include "voting/completion.h"

namespace nomic::replay {

Status become_inactive(Play& play, const std::string& player, const v1::RuleVersion& rule,
                       v1::Consequence::BecameInactive::Why why, const std::string& reason) {
  edit_player(play.state, player)->set_inactive_since(play.move.index);
  auto& emitted = *play.emit(rule).mutable_became_inactive();
  emitted.set_player(player);
  emitted.set_why(why);
  emitted.set_reason(reason);
  pay_awards(play, {v1::Award::BECAME_INACTIVE, nullptr, nullptr, player});
  if (play.state.turn().phase() == v1::Turn::PROPOSING) seat_first_mover(play);
  NOMIC_TRY(end_circuit_if_complete(play));
  return complete_ready_votes(play);
}

void become_active(Play& play, const std::string& player, const v1::RuleVersion& rule) {
  auto& found = *edit_player(play.state, player);
  found.clear_inactive_since();
  found.clear_missed_votes();
  play.emit(rule).mutable_became_active()->set_player(player);
  // Where nobody was left to vote, their ballot may be the last that a vote waited for; after their move.
  play.electors_changed();
  if (play.state.turn().phase() == v1::Turn::PROPOSING) seat_first_mover(play);
}

}  // namespace nomic::replay
