// What may stand where a word of a command line is completed: commands and aliases, options and their values, and the
// words that a command takes, of which some are the game's.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "complete/candidate.h"

namespace nomic::tools {

// `before`: the words before it, without the program's name; `word`: as far as it is typed. All that is given begins
// with it.
Completed completed(const Call& call, const std::vector<std::string>& before, const std::string& word);

}  // namespace nomic::tools
