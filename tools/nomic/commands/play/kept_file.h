// Files in which what somebody wrote is kept until it is recorded: ~/.local/state/nomic/edit (or below XDG_STATE_HOME),
// which only they can read; without such a place the folder for temporary files.
#pragma once

#include <string>

#include "cli/io.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// Makes a file that holds the text, under a name of its own that ends in .txt: its path.
Result<std::string> make_kept_file(const Io& io, const std::string& text);
// Puts another text into it.
Status write_kept_file(const std::string& path, const std::string& text);
// If it is there.
void remove_kept_file(const std::string& path);

}  // namespace nomic::tools
