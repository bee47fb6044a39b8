#include "record_places.h"

#include <unordered_map>

namespace nomic::tools {

std::vector<std::optional<std::size_t>> places_in(std::string_view records,
                                                  const std::vector<std::string_view>& texts) {
  std::vector<std::optional<std::size_t>> places(texts.size());
  // Those not found yet, by how they begin.
  std::unordered_map<std::string_view, std::vector<std::size_t>> sought;
  for (std::size_t text = 0; text < texts.size(); ++text) {
    if (texts[text].size() >= LEAST_PLACED) sought[texts[text].substr(0, LEAST_PLACED)].push_back(text);
  }
  for (std::size_t at = 0; at + LEAST_PLACED <= records.size() && !sought.empty(); ++at) {
    const auto found = sought.find(records.substr(at, LEAST_PLACED));
    if (found == sought.end()) continue;
    std::erase_if(found->second, [&](std::size_t text) {
      const bool stands = records.substr(at).starts_with(texts[text]);
      if (stands) places[text] = at;
      return stands;
    });
    if (found->second.empty()) sought.erase(found);
  }
  return places;
}

}  // namespace nomic::tools
