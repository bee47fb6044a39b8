// Recipes, filled by a line that a test writes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/recipes/recipes.h"
#include "nomic/words/refusals.h"

namespace nomic::tools {

inline FilledRecipe filled(const std::string& line) {
  auto recipe = parse_recipe_line(line);
  EXPECT_TRUE(recipe.ok()) << line << ": " << (recipe ? "" : words_of(recipe.error()).what);
  return recipe ? *recipe : FilledRecipe{};
}

// Every value that a parameter may have, as far as there is a difference: its bounds and default, or all its words.
inline std::vector<std::string> values_of(const v1::Recipe::Parameter& parameter) {
  if (parameter.choices().empty()) return {parameter.least(), parameter.value(), parameter.most()};
  std::vector<std::string> all;
  for (const auto& choice : parameter.choices()) all.push_back(choice.value());
  return all;
}

// Each recipe with its defaults, and with each value of each parameter beside defaults.
inline std::vector<FilledRecipe> all_filled() {
  std::vector<FilledRecipe> all;
  for (const v1::Recipe& recipe : all_recipes()) {
    all.push_back(filled(recipe.name()));
    for (const auto& parameter : recipe.parameters()) {
      for (const std::string& value : values_of(parameter)) {
        if (value == parameter.value()) continue;
        if (auto one = fill(recipe, {{parameter.name(), value}})) all.push_back(*one);
      }
    }
  }
  return all;
}

}  // namespace nomic::tools
