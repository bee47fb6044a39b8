#include "recipe_data.h"

#include <cassert>

#include "nomic/recipes/recipes.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text_format.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;

const std::vector<v1::Recipe>& all_recipes() {
  static const auto ALL = [] {
    std::vector<v1::Recipe> all;
    for (const EmbeddedRecipe& file : embedded_recipes()) {
      v1::Recipes some;
      [[maybe_unused]] const replay::Status read =
          replay::read_text_format(file.text, file.stem, ErrorCode::BAD_RECIPE, some);
      assert(read.ok());
      for (v1::Recipe& recipe : *some.mutable_recipes()) all.push_back(std::move(recipe));
    }
    return all;
  }();
  return ALL;
}

replay::Result<const v1::Recipe*> find_recipe(std::string_view name) {
  std::vector<std::string> known;
  for (const v1::Recipe& recipe : all_recipes()) {
    if (recipe.name() == name) return &recipe;
    known.push_back(recipe.name());
  }
  const std::string near = replay::nearest(name, known);
  return error_of(ErrorCode::BAD_RECIPE, near.empty() ? "no_recipe" : "no_recipe_near",
                  {{"typed", name}, {"near", near}, {"known", known}});
}

const std::vector<std::string>& recipe_languages() {
  static const auto ALL = [] {
    std::vector<std::string> langs;
    for (const v1::Text& text : all_recipes().front().texts()) langs.push_back(text.lang());
    return langs;
  }();
  return ALL;
}

}  // namespace nomic::tools
