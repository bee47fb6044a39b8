// The editions, and what the importer knows, as they were compiled in: cmake/EmbedEditions.cmake writes the definition.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::replay {

struct EmbeddedEdition {
  // "edition-1990-en": the edition and the language of its texts; "variants-nl"; "evidence"
  std::string_view stem;
  // In protobuf text format: a Ruleset (English), a Translation of one, Variants, EditionMarks.
  std::string_view text;
};

// In the order of their stems.
const std::vector<EmbeddedEdition>& embedded_editions();

}  // namespace nomic::replay
