// Help: what `--help` prints and the command reference in docs/ are made from, one source for both.
#pragma once

#include <string>

#include "nomic/command.h"

namespace nomic::tools {

// The list of commands.
std::string program_help();

// One command's page. Width 0: lines as long as they come.
std::string command_help(const CommandSpec& spec, std::size_t width);

// docs/commands.md.
std::string reference_markdown();

}  // namespace nomic::tools
