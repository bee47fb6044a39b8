// Data files that are compiled in: cmake/EmbedData.cmake writes the definitions.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::replay {

struct EmbeddedFile {
  // Its name without the ending: "edition-1990-en".
  std::string_view stem;
  // In protobuf text format.
  std::string_view text;
};

// The Initial Sets, in the order of their stems, which name the edition and the language of its texts: a Ruleset (English)
// or a Translation of one.
const std::vector<EmbeddedFile>& embedded_editions();

}  // namespace nomic::replay
