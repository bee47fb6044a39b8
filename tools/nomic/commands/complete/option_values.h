// What may stand behind an option, by its name and by what stands for its value in the help.
#pragma once

#include "cli/arguments.h"
#include "complete/candidate.h"
#include "complete/completing_at.h"

namespace nomic::tools {

// `given`: how many of the words that it takes stand there already.
Completed value_of_option(const CompletingAt& at, const Arguments::Option& option, std::size_t given);

// A moment of the game, behind as many ^ as are typed.
Completed points_at(const CompletingAt& at);

// Words of a closed list.
Completed these(std::vector<std::string> words);

}  // namespace nomic::tools
