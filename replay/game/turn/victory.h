// Victory: who stands at the points that win (112, 208).
#pragma once

#include "play.h"

namespace nomic::replay {

// After a record that moved a score or a rule: whoever stands at the points that win now has won; if several do, all
// are named, each with the record at which they first stood there (heights.h), and "the first" is left to a Judgment.
void settle_victory(Play& play);

// The game is won: no further moves but those of a dispute.
void win_the_game(Play& play);
bool is_won(const Play& play);
// What the win ends: the game, unless it says otherwise.
v1::Victory::Ends ended_by(const v1::Winner& winner);

}  // namespace nomic::replay
