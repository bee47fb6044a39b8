// Editor: the program in which people write what is too long for a command line, as git has it.
//
// $NOMIC_EDITOR, else the editor of the user's configuration, else $VISUAL, else $EDITOR, else vi. Whatever is named is
// run by a shell, so that it may have options; vi alone asks for a terminal. A ledger's own configuration names none: a
// folder that came from elsewhere must not run programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/io.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// The editor's command line. `configured`: what the configuration says, if it says anything. Wrong usage where only vi
// is left and there is no terminal, or where this process starts no programs.
Result<std::string> editor_wanted(const Io& io, const std::optional<std::string>& configured);

// Opens the file in it, at that line if the editor is one that is known to take +LINE and it is not 0, and waits. A
// failure says how the editor ended, where it did not end well.
Status edit_file(const Io& io, const std::string& editor, const std::string& file, std::size_t line);

// Runs a command line with these further arguments, and waits. Its exit status; 128 and the signal that killed it; -1:
// it could not be started. Interrupts (SIGINT, SIGQUIT) are its own meanwhile.
int run_editor_process(const std::string& command, const std::vector<std::string>& arguments);

}  // namespace nomic::tools
