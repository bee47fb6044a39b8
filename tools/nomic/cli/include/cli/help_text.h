// Help: what `--help` prints and the command reference in docs/ are made from, one source for both.
#pragma once

#include <cstddef>
#include <string>

#include "cli/command.h"

namespace nomic::tools {

// The list of commands. Width 0: lines as long as they come.
std::string program_help(const CommandList& commands, std::size_t width);

// One command's page. Width 0: lines as long as they come.
std::string command_help(const CommandSpec& spec, std::size_t width);

// docs/commands.md.
std::string reference_markdown(const CommandList& commands);

}  // namespace nomic::tools
