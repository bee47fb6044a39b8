// nomic help provisions: what rules can say to the program, by docs/provisions.md, which is compiled in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/views/failure.h"

namespace nomic::tools {

// A line a kind.
std::string provision_kinds_help(std::size_t width);

// One kind, "award", with its fields and what these are made of.
Result<std::string> provision_kind_help(std::string_view kind, std::size_t width);

}  // namespace nomic::tools
