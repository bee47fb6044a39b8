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
  std::string heading;                // of what it is: a commit, without "# "
  std::string comment;                // above it, whole lines with "# "; may be empty
  std::string before;                 // "attest "
  std::optional<std::size_t> record;  // of the line of this place, where a proposal has no number: "record:57"
  std::string after;                  // " adopted --votes unknown ..."
};

// The lines of all moves, in the order of the moves, then those of proposals that were defeated; texts go to the play.
// `cited` is the rule that acts are done under. Error: of a defeated proposal that could not have been made.
PastResult<std::vector<PlayLine>> lines_of(const PostedHistory& history, const replay::Past& past,
                                           const PlayOptions& options, std::uint32_t cited, PlayOfPast& play);

// " --votes unknown", " --for 4 --against 1". More votes than there are players nobody takes: those are unknown, and a
// comment says how many there were.
std::string typed_votes(const ToldProposal* told, std::size_t players);
std::string votes_of_others(const ToldProposal* told, std::size_t players);
// " --as Ann --occurred-at 2015-08-28T10:00:00Z"
std::string typed_move(const std::string& by, std::int64_t at);
// "3e84e23 2015-08-30 amend(105): Make mutable."
std::string heading_of(const PostedHistory& history, std::size_t version);

// The lines of proposals that were defeated, behind the others.
std::optional<PastError> add_defeated(const PostedHistory& history, const std::vector<ToldProposal>& told,
                                      const std::string& clerk, const std::string& folder, std::vector<PlayLine>& lines,
                                      PlayOfPast& play);

// What a person can decide of a version with several changes by proposals: comment lines, with rows for the table.
std::string question_of(const PostedHistory& history, const replay::Past& past, std::size_t version);

}  // namespace nomic::tools
