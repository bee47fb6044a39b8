// Told proposals: what people know of proposals beside the commits, from a table.
//
//     number,commit,rule,proponent,proposed,for,against,outcome,voted,change,text
//     304,1dd11ac,303,Ann,2015-08-28T10:00Z,3,1
//     305,,,Bob,,,
//     306,7f3c2d1,203
//     306,7f3c2d1,204
//     307,,105,Cleo,2016-02-19T10:00Z,1,2,defeated,2016-02-23T12:00Z,amend,
//
// A row is of the changes that fit it: of that commit (its first digits), if one is named; with that rule as it was
// before or is then, if one is named; where no commit is named, of the proposal with that number. What a row leaves
// empty it does not say; columns may be left out, and stand in any order.
//
// So the table says what was one proposal. Rows that name one commit and several rules part what would be told as one;
// rows with one number join what they fit, also over several commits: it was adopted with the first. A change that a
// row names is a proposal's, whatever its commit says of itself.
//
// Rows with the outcome `defeated` are proposals of which the pages show nothing: these need a proponent and a date.
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
  bool defeated = false;
  std::optional<std::int64_t> voted;  // of one that was defeated: when it was
  std::string change;                 // likewise: enact, amend, repeal, transmute or nothing
  std::string text;                   // likewise; empty: not on record
};

// A row of the table, with the number of its line.
struct TableRow {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

// The first row is the heading. `where` names the table in errors.
PastResult<std::vector<ToldProposal>> read_told_proposals(const std::vector<TableRow>& rows, const std::string& where);

// The row of each move; null: none. Moves are joined and parted as the rows say; numbers and dates go to them, and
// numbers to the slips that lack them. Errors: a row that fits nothing, or says what cannot have been.
PastResult<std::vector<const ToldProposal*>> apply(const std::vector<ToldProposal>& told, const PostedHistory& history,
                                                   replay::Past& past);

}  // namespace nomic::tools
