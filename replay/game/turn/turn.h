// Turn: its parts, its end, the circuit's end (201-203). Turns run one after another, or (where a rule says so) beside
// one another; then `turn` of the state is the one begun last, and `other_turns` are those that go on.
#pragma once

#include <cstdint>
#include <string>

#include "play.h"
#include "voting/tally.h"

namespace nomic::replay {

// The first player, in the order that the rules now give, counts as moving before anything is proposed.
void seat_first_mover(Play& play);

// Whether no turn goes on: the next proposal begins one. Before the first proposal players come in as between turns.
bool is_between_turns(const State& state);

// Who is moving, for 212: until the next turn begins that is the last to move. Where there are no turns, and none goes
// on, nobody is.
std::string player_moving(const State& state, const Law& law);

// Who may begin the next turn where turns run in a ring; empty where anyone may, or none is to begin.
std::string next_in_order(const State& state, const Law& law);

// Whether the player may begin a turn now: nothing, or the refusal.
Status may_begin_turn(const Play& play, const std::string& player);

// The turn with that proposal, or of that player, that is not complete; null if there is none.
v1::Turn* incomplete_turn_with(State& state, std::uint32_t proposal);
v1::Turn* incomplete_turn_of(State& state, const std::string& player);

// Begins a turn of the author's with a proposal; 0: it is struck, and the author makes another.
void begin_turn(Play& play, std::uint32_t proposal);

// Whether a turn of that player's waits for another proposal, since its own is struck (L52) or taken back (L64).
bool awaits_proposal_of(const State& state, const std::string& player);
// The author makes it.
void go_on_with_turn(Play& play, std::uint32_t proposal);

// Whether a contested proposal of that player's, upheld, would begin the next turn: they are next (L63). Else, in the
// first turn, and in their own, it is one beside the turn's (L50, L56).
bool upheld_begins_turn(const Play& play, const std::string& player);

// The next player did not begin in time: that was their turn. Fails only as the history fails.
Status pass_over(Play& play, const std::string& player, const v1::RuleVersion& rule);

// The vote on the turn's proposal is called.
void set_phase(Play& play, v1::Turn& turn, v1::Turn::Phase phase);

// The vote on the turn's proposal is complete: its first part is done. Pays a part that is reckoned before the effect.
// `known`: whether it is known how the vote went, and the turn after it.
void begin_parts(Play& play, v1::Turn& turn, const Tally& tally, bool known);

// Goes on with the parts that need no move, until one does. Each award is paid once: what was paid before the effect
// is not paid again, nor by parts that the effect put in its place.
void go_on_with_parts(Play& play, v1::Turn& turn);

// Where the rules changed while a turn waited for a throw that its parts no longer hold, the turn goes on without it:
// else nobody could throw, and nobody could begin the next turn.
Status go_on_without_throws(Play& play);

// Ends the turn of that player if no part is left: its end, what takes effect with it, the circuit's end, the automatic
// changes that then fall due. Fails only as the history fails.
Status end_turn_if_complete(Play& play, const std::string& mover);

// Ends the turn of that player as it stands: they are gone.
Status end_turn(Play& play, const std::string& mover);

// Ends the circuit if everybody who is to have a turn in it has had one.
Status end_circuit_if_complete(Play& play);

// Whether the dice of that part were thrown before its time, and a Judgment upheld the throw.
bool is_thrown(const v1::Turn& turn, std::uint32_t part);

// The throw that is due in the turn, null if none is.
const v1::ThrowPart* throw_due(const v1::Turn& turn, const Prevailing<v1::TurnParts>& parts);

}  // namespace nomic::replay
