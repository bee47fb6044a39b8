#include "settle.h"

#include "dispute/judge.h"
#include "moves/moves.h"
#include "turn/automatic.h"
#include "turn/throws.h"
#include "turn/turn.h"
#include "turn/victory.h"
#include "voting/completion.h"

namespace nomic::replay {

Status settle(Play& play) {
  // By changed rules a turn may wait for a throw, or a vote for a ballot, that they do not ask for any more; what then
  // comes of it may change the rules again, and with them the method of precedence.
  for (bool more = true; more;) {
    play.settle();
    const auto emitted = play.consequences.size();
    NOMIC_TRY(go_on_without_throws(play));
    NOMIC_TRY(tend_throws(play));
    NOMIC_TRY(complete_votes_by_new_electors(play));
    // A rule may say of itself that it goes with somebody's points.
    if (play.scores_have_changed() && !is_won(play)) repeal_at_points(play);
    more = play.consequences.size() != emitted;
  }
  settle_victory(play);
  note_act(play);
  if (play.rules_have_changed() && !play.judgment_before) {
    forget_judgment_rule(play.state, *play.law_before, play.law());
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
