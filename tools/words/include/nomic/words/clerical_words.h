// What clerical corrections are about, in words: titles, numbers, and long texts as a difference.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nomic::tools {

// How two texts differ, by word, on one line: what is gone as [-...-], what is new as {+...+}, and of long stretches
// that are kept only their ends.
std::string difference_in_words(std::string_view before, std::string_view after);

// "the title of rule 301, "Cake", becomes "Tea"".
std::string title_in_words(std::uint32_t rule, std::string_view before, std::string_view after);

// "rule 332 bears the number 340 from here on", "... and bore it all along".
std::string number_in_words(std::uint32_t rule, std::uint32_t number, bool all_along);

}  // namespace nomic::tools
