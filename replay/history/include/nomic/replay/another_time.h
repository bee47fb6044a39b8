// Another time: what a record would have brought about, had it been made at another time than the one that it has in
// its game. Nothing is decided by it.
//
// It is asked of a move in a live game that is said to have happened before it was recorded, and of a record whose time
// a clerical correction says was another: a ballot that would have been in time for an award, or too late.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"

namespace nomic::replay {

// What would have come of it.
struct AtAnotherTime {
  std::int64_t time = 0;
  Consequences consequences;     // without what fell due before it
  std::optional<Error> refused;  // the rules would not have allowed it
};

// `before`: the engine before the record; `made`: what it brought about, nothing if it was refused. Nothing: the same.
// A contested move is looked at as the move that it contests. Fails only as the history fails. Cost: that of the move.
Result<std::optional<AtAnotherTime>> at_another_time(const Engine& before, const Move& move, const Consequences* made,
                                                     std::int64_t time, const History& history);

// The time at which it is said to have happened, where the game decided it by another: as corrected by that state, or
// as it says itself in a live game.
std::optional<std::int64_t> said_otherwise(const Move& move, const State& known);

}  // namespace nomic::replay
