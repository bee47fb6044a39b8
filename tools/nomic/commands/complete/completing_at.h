// The place in a command line at which a word is completed.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "complete/game_words.h"

namespace nomic::tools {

struct CompletingAt {
  const Call& call;
  GameWords& game;
  std::string command;             // empty: before the command
  std::vector<std::string> words;  // of the command, before this one, without options
  std::string word;                // as far as it is typed
  std::string recipe;              // that --recipe names, if it does
};

}  // namespace nomic::tools
