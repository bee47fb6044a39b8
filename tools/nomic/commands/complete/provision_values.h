// A provision as it is typed in one line, completed item by item: its kind, or a recipe; then what can be said of it.
#pragma once

#include <string>

#include "complete/candidate.h"

namespace nomic::tools {

// `word`: the line as far as it is typed. Each candidate is the whole line with its next item.
Completed provision_words(const std::string& word);

}  // namespace nomic::tools
