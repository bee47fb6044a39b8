// Where texts lie in the records of a page: what players wrote stands in the records, so the document, which is beside
// them, need only say where.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nomic::tools {

// A shorter text is about as long as the words that say where it is.
inline constexpr std::size_t LEAST_PLACED = 24;

// Of each text the first byte of `records` from which on it stands there as it is; nothing: nowhere, or it is shorter
// than LEAST_PLACED. One pass over the records.
std::vector<std::optional<std::size_t>> places_in(std::string_view records, const std::vector<std::string_view>& texts);

}  // namespace nomic::tools
