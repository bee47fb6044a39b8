// Game time: which time a record has in its game, and what follows from a time that is known as a day only.
//
// In a live game that is the time at which it was recorded. In a game recorded afterwards it is the time at which it is
// said to have happened. A day without a time of day is an interval. Of two things that have to be settled of it, each
// is settled so that nothing is decided which might have been otherwise:
//
//   what has fallen due before the record    what had, by the beginning of the interval (Move::recorded_at)
//   when a period begins with the record     at the end of the interval (latest)
//
// What lies between is reported (CANNOT_TELL) and left undecided. Within a day the order of the records is the order in
// which things happened, so the interval begins no earlier than that of the record before.
#pragma once

#include <cstdint>
#include <optional>

#include "play.h"
#include "turn/clock.h"

namespace nomic::replay {

// The latest time at which the record that is being made, or what falls due before it, can have happened.
inline std::int64_t latest(const Play& play) {
  return play.move.recorded_at + play.move.within;
}

// How much earlier than that it may have happened.
inline std::int64_t within(const Play& play) {
  return play.move.within + play.due_within;
}

// The version of a rule is in force from that time on.
inline void begin_version(const Play& play, v1::Rule& rule) {
  rule.set_since_time(latest(play));
  rule.set_since_within(within(play));
}

// Whether the record says its time as its game has it: TIME_NOT_SAID, TIME_GOES_BACK, LIVE_ALREADY, TIME_AHEAD.
Status says_its_time(const State& state, const Move& move);

// The move with the time that it has in this game; nothing where that is the time it has: nearly always. For a record
// that does not say its time as it must, that of the record before.
std::optional<Move> by_the_clock(const State& state, const Move& move);

// A game founded without a time begins with its first move.
void begin_clock(Play& play);

// Emits what may have fallen due before this move or after it, and concerns it; or before or after what falls due at
// this instant.
enum class Beside : std::uint8_t { MOVE, WHAT_FALLS_DUE };
void emit_what_cannot_be_told(Play& play, Beside beside);

// Emits that a time which is over at `latest`, or so much earlier, may be over by this move; nothing if it is over for
// certain, or is not. The caller completes what it is about.
v1::Consequence::CannotTell* emit_if_untold(Play& play, const v1::RuleVersion& rule, std::int64_t over,
                                            std::int64_t over_within);

}  // namespace nomic::replay
