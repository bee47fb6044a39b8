// Recipes, for people: what there is, and one in full, with the commands that bring it about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/recipes/recipes.h"
#include "nomic/v1/recipe_view.pb.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::tools {

// The recipe as it is filled. `in_force`: the rules of the game that is at hand, if one is whose rules are those of an
// edition; what is done in it is no more asked for.
v1::RecipesView::Recipe recipe_view(const FilledRecipe& filled, const std::vector<v1::Rule>* in_force);

// A line a recipe: its name, what it changes, what it does.
std::string recipes_table(const v1::RecipesView& view, std::size_t width);

// One in full, its text in that language.
std::string recipe_text(const v1::RecipesView::Recipe& recipe, std::string_view lang, std::size_t width);

}  // namespace nomic::tools
