// Words that mean the same as one that the program takes: whoever types "yes" where a vote is "for" made no slip of the
// finger, and the nearest word by its letters is none that they meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// The one of `known` that means what was typed, compared without the case of its letters; nothing if none does. Where
// several do, the first.
std::string same_in_meaning(std::string_view typed, const std::vector<std::string>& known);

}  // namespace nomic::tools
