// How large the objects of a git pack are before they are read: a pack from a stranger can unfold to a thousand times
// its size.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nomic::tools {

// The limit that the pack exceeds, as the end of a sentence about the pack: "has more than 1000000 objects". It unfolds
// each object once, and keeps none. What is no pack, or a damaged one, is not too large: its reader says what is wrong.
std::optional<std::string> excess_of_pack(std::string_view pack);

}  // namespace nomic::tools
