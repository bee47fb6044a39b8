// Shell words: a line split as a shell splits it.
//
// Words are parted by spaces and tabs. 'single quotes' keep everything; "double quotes" keep everything but a backslash
// before
// ", \, $ or `; outside quotes a backslash keeps the next character. A # that begins a word begins a comment. Nothing
// is expanded: $, * and | are themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/views/failure.h"

namespace nomic::tools {

Result<std::vector<std::string>> shell_words(std::string_view line);

}  // namespace nomic::tools
