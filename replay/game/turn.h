// Turn: its parts, its end, the circuit's end (201-203).
#pragma once

#include "game/play.h"
#include "game/tally.h"

namespace nomic::replay {

// What was paid of a turn's parts before the rule-change took effect.
struct TurnAwards {
  bool before_effect = false;
};

// Founds the first turn: the first player counts as moving before anything is proposed.
void seat_first_mover(Play& play);

// Begins the next turn (or the first) with a proposal of the author's.
void begin_turn(Play& play, std::uint32_t proposal);

// The vote on the turn's proposal is complete: its first part is done. Pays a part that is reckoned before the effect.
TurnAwards begin_parts(Play& play, const Tally& tally);

// Goes on with the parts that need no move, until one does.
void go_on_with_parts(Play& play, TurnAwards paid);

// Ends the turn if no part is left: its end, the circuit's end, the automatic changes that then fall due.
void end_turn_if_complete(Play& play);

// Ends the turn as it stands: its player is gone.
void end_turn(Play& play);

// Ends the circuit if the player whose turn comes next has had one in it.
void end_circuit_if_complete(Play& play);

// The throw that is due, null if none is.
const v1::ThrowPart* throw_due(const v1::State& state, const Prevailing<v1::TurnParts>& parts);

}  // namespace nomic::replay
