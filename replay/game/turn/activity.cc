#include "turn/activity.h"

#include "turn/awards.h"
#include "turn/turn.h"
#include "voting/completion.h"

namespace nomic::replay {

Status become_inactive(Play& play, const std::string& player, const v1::RuleRef& rule, const std::string& why) {
  find_player(play.state, player)->set_inactive_since(play.move.index);
  auto& told = play.tell(v1::Consequence::BECAME_INACTIVE, rule);
  told.set_player(player);
  told.set_text(why);
  pay_awards(play, {v1::Award::BECAME_INACTIVE, nullptr, nullptr, player});
  if (play.state.turn().phase() == v1::Turn::PROPOSING) seat_first_mover(play);
  if (auto done = end_circuit_if_complete(play); !done) return done;
  return complete_ready_votes(play);
}

void become_active(Play& play, const std::string& player, const v1::RuleRef& rule) {
  auto& found = *find_player(play.state, player);
  found.clear_inactive_since();
  found.clear_missed_votes();
  play.tell(v1::Consequence::BECAME_ACTIVE, rule).set_player(player);
  // Where nobody was left to vote, his ballot may be the last that a vote waited for; after his move.
  play.electors_are_back = true;
  if (play.state.turn().phase() == v1::Turn::PROPOSING) seat_first_mover(play);
}

}  // namespace nomic::replay
