// Play lines: moves as they are typed, each with the time at which it happened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/past/play_of_past.h"

namespace nomic::tools {

// A line, or the record that an earlier line makes.
struct PlayLine {
  std::int64_t at = 0;
  std::size_t version = 0;
  std::string before;                 // "attest "
  std::optional<std::size_t> record;  // of the line of this place, where a proposal has no number: "record:57"
  std::string after;                  // " adopted --votes unknown ..."
};

// The lines of all moves, in the order of the moves; texts go to the play. `cited` is the rule that acts are done
// under.
std::vector<PlayLine> lines_of(const PostedHistory& history, const replay::Past& past, const PlayOptions& options,
                               std::uint32_t cited, PlayOfPast& play);

}  // namespace nomic::tools
