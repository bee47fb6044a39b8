// Documents that are compiled in: cmake/EmbedData.cmake writes the definition.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::tools {

struct EmbeddedFile {
  // Its name without the ending.
  std::string_view stem;
  std::string_view text;
};

// docs/provisions.md.
const std::vector<EmbeddedFile>& embedded_pages();

}  // namespace nomic::tools
