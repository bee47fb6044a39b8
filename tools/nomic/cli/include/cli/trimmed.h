// A line, or a part of one, without the blanks around it.
#pragma once

#include <string_view>

namespace nomic::tools {

// Without spaces and tabs at both ends, nor the carriage return that files of other systems end their lines with.
std::string_view trimmed(std::string_view text);

}  // namespace nomic::tools
