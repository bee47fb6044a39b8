// Time has passed: what is due happens. It has happened already when the move is looked at (clock.h).

#include "moves/moves.h"
#include "nomic/replay/point.h"
#include "turn/clock.h"

namespace nomic::replay {

Status play_tick(Play& play) {
  // A game that was won by what time brought is not a game in which nothing was due.
  if (!play.fell_due.empty() || !play.consequences.empty()) return ledger::Done{};
  NOMIC_TRY(must_be_running(play));
  const auto due = what_is_due(play.state, play.law());
  if (due.empty()) {
    return refuse(ErrorCode::NOTHING_DUE, "never");
  }
  return refuse(ErrorCode::NOTHING_DUE, "later", {{"time", Moment{due.front().at}}}, {due.front().rule});
}

}  // namespace nomic::replay
