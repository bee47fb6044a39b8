// Points: the words for a past moment of a game.
//
//     57                   just after record 57
//     2012-05-30T10:00Z    after the last record at or before that time (a date alone: its end, UTC): the time at which
//     it
//                          was recorded or, if so asked, at which it is said to have happened
//     proposal:305         just after the vote on proposal 305 was complete
//     outcome:305          just after its outcome was declared: later where no rule determined it
//     proposal:record:57   the same of one whose number nobody knows, which record 57 made
//     turn:12  circuit:2   at their end
//     start  head          the last founding record; the last record
//     ^POINT               just before that record
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/replay/error.h"

namespace nomic::replay {

struct Point {
  enum class Kind : std::uint8_t { HEAD, START, RECORD, TIME, PROPOSAL, OUTCOME, TURN, CIRCUIT };
  Kind kind = Kind::HEAD;
  std::uint64_t number = 0;  // record, proposal (or what stands for its number: reference.h), turn or circuit
  std::int64_t time = 0;     // microseconds since 1970-01-01T00:00:00Z, inclusive
  bool by_occurred = false;  // the time is that at which records are said to have happened, not that of recording
  std::uint32_t before = 0;  // how many ^ stand before it
  std::string words;         // as typed, for messages
};

// A leading # is allowed before a record's number. Signs, leading zeros, exponents and numbers beyond 2^63 are refused.
Result<Point> parse_point(std::string_view words);

// "2012-05-30T10:00Z", "2012-05-30T10:00:07.5+02:00", "2012-05-30": microseconds. A date alone is its first instant, or
// its last if `end_of_day`. An instant needs a zone.
Result<std::int64_t> parse_time(std::string_view words, bool end_of_day);

// "2012-05-30T10:00:07.500000Z"; without the fraction where it is zero.
std::string print_time(std::int64_t micros);

}  // namespace nomic::replay
