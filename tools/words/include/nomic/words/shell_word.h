// A word as a shell reads it, for commands that the program offers.
#pragma once

#include <string>
#include <string_view>

namespace nomic::tools {

// The word as it must be typed to be one word: in quotes where it needs them.
std::string as_shell_word(std::string_view word);

}  // namespace nomic::tools
