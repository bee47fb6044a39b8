// Places for parameters in texts and provisions: <points>, <points.size>, <points|point|points>, <points+gains|loses>
// (schema/nomic/v1/recipe.proto).
#pragma once

#include <string>
#include <string_view>

#include "nomic/recipes/recipes.h"

namespace nomic::tools {

// The provision as text format has it, with the values in their places.
std::string provision_with(const v1::Recipe& recipe, const RecipeValues& values, std::string_view provision);

// The text in that language, with the values in their places as people write them there.
std::string text_with(const v1::Recipe& recipe, const RecipeValues& values, std::string_view text,
                      std::string_view lang);

}  // namespace nomic::tools
