// The scripts of nomic completion. They hold no word of the program: they ask `nomic complete` at each tab.
#pragma once

#include <string_view>

namespace nomic::tools {

// Empty: there is none for that shell.
std::string_view completion_script(std::string_view shell);

}  // namespace nomic::tools
