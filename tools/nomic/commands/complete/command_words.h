// What the words of a command may be that are no options: by a table of the commands, and by the game.
#pragma once

#include <string>
#include <vector>

#include "complete/candidate.h"
#include "complete/completing_at.h"

namespace nomic::tools {

// `stands`: what stands for these words in the command's help. A command that takes files and nothing else needs no
// row.
Completed word_of_command(const CompletingAt& at, const std::string& stands);

// The commands that have a row, for a test: those that take words and have none are to be thought of.
std::vector<std::string> commands_with_words();

}  // namespace nomic::tools
