// What people mean by words that are no commands of ours: `leave` is forfeit, `amend` is propose amend, `undo` is more
// than one thing.
#pragma once

#include "cli/command.h"

namespace nomic::tools {

// The commands, with those words, and with the commands that nobody is to come upon by a slip of the finger.
CommandList meant_as_people_say(CommandList commands);

}  // namespace nomic::tools
