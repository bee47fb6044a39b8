// Names in a row, as a sentence lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// "Ann, Bob and Cleo".
std::string listed(const std::vector<std::string>& names, std::string_view last_join = "and");

}  // namespace nomic::tools
