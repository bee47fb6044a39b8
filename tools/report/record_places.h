// Finds texts in the records of a page. The document of a page names a text that is in the records by its place there.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nomic::tools {

// A shorter text is about as long as the words that name its place.
inline constexpr std::size_t LEAST_PLACED = 24;

// For each text the first byte of the first field in the payloads of `records` that holds it, and nothing else.
// Nothing: no field does, the text is shorter than LEAST_PLACED, or `records` is no packed bundle
// (ledger/packed_bundle.h).
//
// Every field is compared with the texts of its own length only, by binary search. Cost: O(n log n) in the bytes of
// both, whatever they are.
std::vector<std::optional<std::size_t>> places_in(std::string_view records, const std::vector<std::string_view>& texts);

}  // namespace nomic::tools
