// The catalogue of the page's words: files of page/, compiled in.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::tools {

struct PageCatalogue {
  // The language's code.
  std::string_view lang;
  std::string_view text;
};

// In the order of their codes; cmake/EmbedData.cmake writes the definition.
const std::vector<PageCatalogue>& page_catalogues();

}  // namespace nomic::tools
