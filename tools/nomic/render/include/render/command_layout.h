// How a command is shown that is meant to be pasted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nomic::tools {

// The command after `indent` spaces: broken between its words, never within quotes, with a backslash at the end of a
// line that goes on; what follows stands two spaces further in. A word that is wider than that stays whole. Width 0: on
// one line.
std::string wrap_command(std::string_view command, std::size_t width, std::size_t indent);

// A line that is wider than `width`, which ends in a command ("it is kept: nomic ..."): what comes before as wrap() has
// it, and the command below. Empty: it ends in none.
std::string with_command_below(std::string_view line, std::size_t width);

// Whether a line of a command goes on in the next.
bool goes_on(std::string_view line);

}  // namespace nomic::tools
