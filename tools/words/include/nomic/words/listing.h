// Names in a row, as a sentence lists them, and counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// "Ann, Bob and Cleo".
std::string listed(const std::vector<std::string>& names, std::string_view last_join = "and");

// "1 record", "3 records".
std::string so_many(std::uint64_t count, std::string_view one, std::string_view several);

}  // namespace nomic::tools
