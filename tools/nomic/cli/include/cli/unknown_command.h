// What is said of a word that stands where a command does and is none: by what people mean with it, else the nearest
// command by its letters, but for those that nobody is to come upon by a slip of the finger (CommandList::grave).
#pragma once

#include <string>

#include "cli/command.h"

namespace nomic::tools {

Failure unknown_command(const CommandList& commands, const std::string& typed);

}  // namespace nomic::tools
