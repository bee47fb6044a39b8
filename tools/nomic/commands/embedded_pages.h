// Documents that are compiled in: cmake/EmbedData.cmake writes the definition.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::tools {

struct EmbeddedPage {
  // Its name without the ending.
  std::string_view stem;
  std::string_view text;
};

// docs/format.md and docs/provisions.md.
const std::vector<EmbeddedPage>& embedded_pages();

// The text of the one with that stem, which is among them.
std::string_view embedded_page(std::string_view stem);

}  // namespace nomic::tools
