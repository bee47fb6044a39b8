// Told proposals: what people know of proposals beside the commits, from a table.
//
//     number,commit,rule,proponent,proposed,for,against
//     304,1dd11ac,303,Ann,2015-08-28T10:00Z,3,1
//     305,,,Bob,,,
//
// A row is of the proposals that fit it: of that commit (its first digits), if one is named; with that rule as it was
// before or is then, if one is named; where no commit is named, with that number. What a row leaves empty it does not
// say. A number that it says of a commit's proposal is that proposal's from then on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/past/posted_history.h"
#include "nomic/replay/past.h"

namespace nomic::tools {

struct ToldProposal {
  std::size_t line = 0;  // of the table, from 1
  std::uint32_t number = 0;
  std::string commit;
  std::uint32_t rule = 0;
  std::string proponent;
  std::optional<std::int64_t> proposed;  // microseconds since 1970-01-01T00:00:00Z
  std::optional<std::uint32_t> votes_for;
  std::optional<std::uint32_t> votes_against;
};

// A row of the table, with the number of its line.
struct TableRow {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

// The first row is the heading. `where` names the table in errors.
PastResult<std::vector<ToldProposal>> read_told_proposals(const std::vector<TableRow>& rows, const std::string& where);

// The row of each move; null: none. Numbers and dates go to the moves, and numbers to the slips that lack them. Errors:
// a row that fits no proposal.
PastResult<std::vector<const ToldProposal*>> apply(const std::vector<ToldProposal>& told, const PostedHistory& history,
                                                   replay::Past& past);

}  // namespace nomic::tools
