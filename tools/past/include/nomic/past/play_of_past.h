// The play of a past: a file of commands that a person can read, mend and play, and the texts that it names.
//
//     PlayOfPast play = play_of_past(history, past, {.folder = "game.texts/"});
//     write("game.nomic", play.lines);
//     for (const auto& [name, text] : play.texts) write(name, text);
//
// A proposal is made when its branch was begun, or once the rule was as it changes it, and attested when it was merged:
// moves are in the order in which they happened. Several rule-changes of one proposal are in one line, with a file of
// them. Where commits do not tell what was one proposal, a comment says what to decide. A proposal whose number is not
// known is named by its record, so a line that is put in or taken out by hand above it changes what it is called.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "nomic/past/posted_history.h"
#include "nomic/past/told_proposals.h"
#include "nomic/replay/past.h"

namespace nomic::tools {

struct PlayOptions {
  std::string folder;                         // for texts, as the play names it: "game.texts/"
  std::string command;                        // that made it, for its head
  std::vector<const ToldProposal*> of_moves;  // the row of each move, null where there is none; empty: of none
  std::vector<ToldProposal> told;             // all of them: those that were defeated are in no version
  bool strict = false;  // with the provisions on turns, adoption, awards, voting and victory that the rules have
};

struct PlayOfPast {
  std::string lines;
  std::vector<std::pair<std::string, std::string>> texts;  // names below the folder, and what is in them
  std::vector<std::string> players;
  std::size_t moves = 0;
};

// Errors: a row of a defeated proposal that could not have been made.
PastResult<PlayOfPast> play_of_past(const PostedHistory& history, const replay::Past& past, const PlayOptions& options);

}  // namespace nomic::tools
