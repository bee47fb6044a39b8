// Asking: a question to whoever types, before something is done that is hard to undo.
//
// Only a terminal is asked, and never a play: a script that meets a question would wait for ever. What a command does
// where nobody can be asked is its own to say: a warning, or a refusal that names the option by which it is meant.
#pragma once

#include <string_view>

#include "cli/command.h"

namespace nomic::tools {

// Whether somebody sits there: standard input and standard error are a terminal, and no play is running.
bool somebody_to_ask(const Call& call);

// Shows the question on standard error, with "[y/N]" behind it, and reads a line of standard input. Only y and yes, in
// whatever case, are a yes: an empty line, the end of the input and anything else are none.
bool ask(const Io& io, std::string_view question);

}  // namespace nomic::tools
