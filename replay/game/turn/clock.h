// Clock: what happens because time has passed. Replay needs no clock: whatever is due by the time of a record
// (turn/game_time.h) has happened before its move is looked at. A tick is a record for nothing else.
//
// Under semantics 2 it happens when it fell due, instant by instant, each as if a tick had been recorded then, whatever
// follows from it included (Engine). So a game does not depend on who ticked, and when. Under semantics 1 all of it
// happens at the record and at its time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "nomic/replay/game_limits.h"
#include "play.h"

namespace nomic::replay {

// Times are FIRST_TIME to LAST_TIME (game_limits.h): sums of them and of what rules say of time stay far below 2^63.

std::int64_t micros_of(const v1::Period& period);

// A time, and how much earlier it may be, where it rests on a day without a time of day.
struct When {
  std::int64_t at = 0;
  std::int64_t within = 0;
};

// When something that began then is over under a rule: counted from when the rule came into force, if that is later.
When end_of(const State& state, const v1::RuleVersion& rule, const When& began, const v1::Period& period);

// Something that will happen when its time has come.
struct Due {
  enum class What : std::uint8_t {
    DEBATE_ENDS,
    VOTE_ENDS,
    VOTE_CAN_END,
    EFFECT,
    CHANGE,
    REPEAL,
    INACTIVITY,
    TURN,
    ROUND
  };
  std::int64_t at = 0;      // microseconds since 1970-01-01T00:00:00Z: by then it has fallen due for certain
  std::int64_t within = 0;  // how much earlier it may have, where what it is counted from is known as a day
  What what = What::TURN;
  std::uint32_t number = 0;  // of the proposal, or of the rule
  std::string player;        // INACTIVITY: who; TURN: who is passed over, or throws no more; ROUND: whose throw
  v1::RuleVersion rule;      // that says so
};

// What falls due at or before a time, the first first.
std::vector<Due> what_is_due(const State& state, const Law& law,
                             std::int64_t until = std::numeric_limits<std::int64_t>::max());

// The same, with what may fall due by then.
std::vector<Due> what_may_be_due(const State& state, const Law& law, std::int64_t until);

// Whether the game is one in which things happen when they fall due (semantics 2).
bool happens_when_due(const State& state);

// The earliest time, not before that of the last record, at which anything falls due by `until`; none: nothing does, or
// the game is won.
std::optional<std::int64_t> next_instant(const State& state, const Law& law, std::int64_t until);

// Makes everything happen that is due by the time of this record. Fails only as the history fails.
Status let_time_pass(Play& play);

// Whether what fell due before this record, and what has followed from the record so far, have so many consequences
// that what else falls due waits for the next one.
bool has_enough_due(const Play& play);

}  // namespace nomic::replay
