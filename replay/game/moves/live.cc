// A game that was recorded afterwards goes live. What fell due between its last record and this one has happened
// already when the move is looked at (clock.h), and the engine changes the clock with the record.

#include "moves/moves.h"
#include "turn/victory.h"

namespace nomic::replay {

Status play_live(Play& play) {
  if (!is_won(play)) NOMIC_TRY(must_be_running(play));
  play.emit({}).mutable_went_live()->set_at(play.move.recorded_at);
  return ledger::Done{};
}

}  // namespace nomic::replay
