// Recipes: house rules that are ready to be proposed, with what a group chooses of them.
//
// A recipe is a text in several languages and provisions, both with places for parameters
// (schema/nomic/v1/recipe.proto). People name it and set what they like; what nobody sets has its default:
//
//     voting-award: points=2, from=others
//
// Errors are BAD_RECIPE, and say what there is instead: the nearest name, the bounds, the words of a choice. What the
// provisions of a filled recipe say was checked (replay::check_provision): it may be recorded.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/v1/provisions.pb.h"
#include "nomic/v1/recipe.pb.h"

namespace nomic::tools {

// Parameters by name: "points" and "2".
using RecipeValues = std::map<std::string, std::string>;

// A recipe with a value for each of its parameters, in their one spelling, and the provisions that come of it.
struct FilledRecipe {
  const v1::Recipe* recipe = nullptr;  // lives as long as the program
  RecipeValues values;
  std::vector<v1::Provision> provisions;
};

// Provisions of a rule that stand side by side: those of one recipe, or a single one that is of none.
struct ProvisionGroup {
  std::optional<FilledRecipe> recipe;
  std::vector<v1::Provision> provisions;
};

// All of them, in the order in which they are listed.
const std::vector<v1::Recipe>& all_recipes();

// The recipe of that name.
replay::Result<const v1::Recipe*> find_recipe(std::string_view name);

// "points=2" in two. White space around them is no part of them.
replay::Result<std::pair<std::string, std::string>> read_setting(std::string_view typed);

// The recipe with these values, and defaults for the others.
replay::Result<FilledRecipe> fill(const v1::Recipe& recipe, const RecipeValues& set);

// A line: "voting-award", "voting-award: points=2", "own-award: occasion=defeated, points=-5".
replay::Result<FilledRecipe> parse_recipe_line(std::string_view line);
// The other way round, with every parameter in the recipe's order.
std::string print_recipe_line(const FilledRecipe& filled);

// The languages that every recipe has: English first.
const std::vector<std::string>& recipe_languages();
// The rule's text. BAD_RECIPE names the languages there are.
replay::Result<std::string> text_of(const FilledRecipe& filled, std::string_view lang);

// Of which recipe these provisions are, all of them together and in this order; nothing if of none.
std::optional<FilledRecipe> recipe_of(const std::vector<v1::Provision>& provisions);
// A rule's provisions, put together as far as recipes have them, in their order.
std::vector<ProvisionGroup> grouped(const google::protobuf::RepeatedPtrField<v1::Provision>& provisions);

}  // namespace nomic::tools
