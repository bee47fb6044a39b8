// Published scoreboards: the points that somebody posted, to be compared with those of a ledger.
//
// CSV, of one row a player:              player,points
//                                        Ann,17
// or of one row a point of the game:     after,Ann,Bob
//                                        proposal:301,9,0
//                                        57,9,4
// or JSON as `nomic scores --format json` prints it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/views/failure.h"
#include "shared/csv_rows.h"

namespace nomic::tools {

// What was posted at one point of the game.
struct PostedScores {
  std::string after;  // a point, as it is typed; empty: the game as it is asked for
  std::size_t line = 0;
  std::map<std::string, std::int64_t> points;  // by the names as posted, in thousandths
};

// "14.3", "-10", "+4": thousandths.
Result<std::int64_t> parse_score(std::string_view typed, std::string_view what);

// `name` is the file's, for messages.
Result<std::vector<PostedScores>> parse_scoreboard(std::string_view bytes, const std::string& name);

// A score that moved, as a ledger has it.
struct ScoreEntry {
  std::uint64_t record = 0;
  std::int64_t points = 0;  // thousandths
};

// Entries that account for a difference together.
struct Accounted {
  std::vector<std::size_t> entries;  // ascending
  bool twice = false;                // a posted score counts them twice; else it leaves them out

  friend bool operator==(const Accounted&, const Accounted&) = default;
};

// What accounts for `difference`, by which the ledger is ahead of what is posted: all that do it equally well, what is
// left out before what counts twice, later entries first; at most MOST_ACCOUNTS. One entry is better than two,
// neighbours (entries of one record are forgotten together) better than entries far apart, and three the most. Looks at
// the last 200. Empty: nothing does.
constexpr std::size_t MOST_ACCOUNTS = 6;
std::vector<Accounted> accounts_of(const std::vector<ScoreEntry>& entries, std::int64_t difference);

}  // namespace nomic::tools
