// The recipes' data: files of this folder, compiled in.
#pragma once

#include <string_view>
#include <vector>

namespace nomic::tools {

struct EmbeddedRecipe {
  // Its name without the ending: "awards".
  std::string_view stem;
  // In protobuf text format: a nomic.v1.Recipes.
  std::string_view text;
};

// In the order of their stems; cmake/EmbedData.cmake writes the definition.
const std::vector<EmbeddedRecipe>& embedded_recipes();

}  // namespace nomic::tools
