// The editions as they were compiled in: cmake/EmbedEditions.cmake writes the definition.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::replay {

struct EmbeddedEdition {
  std::string_view stem;  // "edition-1990-en": the edition and the language of its texts
  std::string_view text;  // a Ruleset in protobuf text format
};

// In the order of their stems.
const std::vector<EmbeddedEdition>& embedded_editions();

}  // namespace nomic::replay
