// When a move is said to have happened, as it was typed: a time, or a day.
#pragma once

#include <cstdint>
#include <string>

#include "making.h"

namespace nomic::tools {

// Puts it into the event, as a game founded so keeps it: a day is kept as it was written, with its span in the game's
// zone, in a game that was recorded afterwards. In another it is the first instant of that day in UTC. BAD_POINT.
replay::Status put_said_time(const std::string& typed, const v1::GameFounded& founding, v1::Event& event);

// A time, or the first instant of a day in the game's zone. BAD_POINT.
replay::Result<std::int64_t> said_time(const Making& making, const std::string& typed);

}  // namespace nomic::tools
