// Options that name records by their index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"

namespace nomic::tools {

void declare_record(Arguments& arguments, std::string name, std::string help, std::optional<std::uint64_t>& into);
// One that may be given more than once.
void declare_records(Arguments& arguments, std::string name, std::string help, std::vector<std::uint64_t>& into);

}  // namespace nomic::tools
