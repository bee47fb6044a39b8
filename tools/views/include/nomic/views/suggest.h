// Suggestions: the nearest of a closed set of names to what was typed, by what it means (same_meaning.h), else by how
// it is spelt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/views/failure.h"

namespace nomic::tools {

// The nearest, or nothing if none is near.
std::string nearest_to(std::string_view typed, const std::vector<std::string>& known);

// "Did you mean X?", or else the names there are, or nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

// A word that is none of those that there are.
Failure unknown_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known);

}  // namespace nomic::tools
