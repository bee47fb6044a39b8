// Recipes as people write them: "own-award: occasion=defeated, points=-5".
#include "nomic/recipes/recipes.h"

namespace nomic::tools {
namespace {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

std::string_view without_space_around(std::string_view words) {
  constexpr std::string_view SPACE = " \t";
  const std::size_t first = words.find_first_not_of(SPACE);
  if (first == std::string_view::npos) return {};
  return words.substr(first, words.find_last_not_of(SPACE) - first + 1);
}

}  // namespace

Result<std::pair<std::string, std::string>> read_setting(std::string_view typed) {
  const std::size_t at = typed.find('=');
  const std::string_view name = without_space_around(typed.substr(0, at));
  const std::string_view value =
      at == std::string_view::npos ? std::string_view() : without_space_around(typed.substr(at + 1));
  if (name.empty() || value.empty()) {
    return error_of(ErrorCode::BAD_RECIPE, "no_setting", {{"typed", without_space_around(typed)}});
  }
  return std::pair(std::string(name), std::string(value));
}

Result<FilledRecipe> parse_recipe_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  NOMIC_ASSIGN(auto recipe, find_recipe(without_space_around(line.substr(0, colon))));
  RecipeValues set;
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  while (!without_space_around(rest).empty()) {
    const std::size_t comma = rest.find(',');
    NOMIC_ASSIGN(auto setting, read_setting(rest.substr(0, comma)));
    if (!set.insert(setting).second) {
      return error_of(ErrorCode::BAD_RECIPE, "set_twice", {{"recipe", recipe->name()}, {"parameter", setting.first}});
    }
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return fill(*recipe, set);
}

std::string print_recipe_line(const FilledRecipe& filled) {
  std::string line = filled.recipe->name();
  std::string_view before = ": ";
  for (const v1::Recipe::Parameter& parameter : filled.recipe->parameters()) {
    line += before;
    line += parameter.name() + "=" + filled.values.at(parameter.name());
    before = ", ";
  }
  return line;
}

}  // namespace nomic::tools
