// A game as `log` prints it, for tests that only ask whether it can be printed at all.
#pragma once

#include <string>

#include "nomic/replay/game.h"

namespace nomic::replay::test {

// Every record as text and as JSON, a line or more each, and every state at the end as JSON. An error where the game
// cannot be replayed.
Result<std::string> printed(Game& game);

// Whether it is UTF-8 without anything that could repaint a terminal. Line ends may stand in it.
bool is_printable(const std::string& text);

}  // namespace nomic::replay::test
