// Which version of the program this is.
#pragma once

#include <string_view>

namespace nomic::tools {

// "0.1.0".
std::string_view program_version();

}  // namespace nomic::tools
