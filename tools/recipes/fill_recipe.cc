// A recipe filled: its values checked, its provisions made of them.
#include <algorithm>

#include "nomic/recipes/recipes.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "recipe_places.h"
#include "recipe_values.h"

namespace nomic::tools {
namespace {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;
using replay::Status;

Status check_names(const v1::Recipe& recipe, const RecipeValues& set) {
  std::vector<std::string> known;
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) known.push_back(parameter.name());
  for (const auto& [name, value] : set) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = replay::nearest(name, known);
    const std::string_view variant = known.empty()  ? "no_parameters"
                                     : near.empty() ? "no_parameter"
                                                    : "no_parameter_near";
    return error_of(ErrorCode::BAD_RECIPE, variant,
                    {{"recipe", recipe.name()}, {"typed", name}, {"near", near}, {"known", known}});
  }
  return ledger::Done{};
}

// Whether a choice goes with the value that another parameter has.
bool goes_with(const v1::Recipe::Choice& choice, const std::string& setting) {
  const auto& all = choice.goes_with();
  return all.empty() || std::find(all.begin(), all.end(), setting) != all.end();
}

// "occasion=joined" of the parameter that limits these choices.
std::string limit_of(const v1::Recipe::Choice& choice, const RecipeValues& values) {
  const std::string& first = choice.goes_with(0);
  const std::string name = first.substr(0, first.find('='));
  return name + "=" + values.at(name);
}

Status check_choices(const v1::Recipe& recipe, const RecipeValues& values) {
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    if (parameter.kind() != v1::Recipe::CHOICE) continue;
    const std::string& value = values.at(parameter.name());
    const v1::Recipe::Choice& choice = choice_of(parameter, value);
    if (choice.goes_with().empty()) continue;
    const std::string limit = limit_of(choice, values);
    if (goes_with(choice, limit)) continue;
    std::vector<std::string> fitting;
    for (const v1::Recipe::Choice& other : parameter.choices()) {
      if (goes_with(other, limit)) fitting.push_back(other.value());
    }
    return error_of(ErrorCode::BAD_RECIPE, "not_together",
                    {{"recipe", recipe.name()},
                     {"setting", parameter.name() + "=" + value},
                     {"parameter", parameter.name()},
                     {"limit", limit},
                     {"known", std::move(fitting)}});
  }
  return ledger::Done{};
}

}  // namespace

Result<FilledRecipe> fill(const v1::Recipe& recipe, const RecipeValues& set) {
  NOMIC_TRY(check_names(recipe, set));
  FilledRecipe filled{&recipe, {}, {}};
  for (const v1::Recipe::Parameter& parameter : recipe.parameters()) {
    const auto typed = set.find(parameter.name());
    NOMIC_ASSIGN(auto value, value_within(recipe, parameter, typed == set.end() ? parameter.value() : typed->second));
    filled.values[parameter.name()] = std::move(value);
  }
  NOMIC_TRY(check_choices(recipe, filled.values));
  for (const std::string& provision : recipe.provisions()) {
    auto parsed = replay::parse_provision(provision_with(recipe, filled.values, provision));
    if (!parsed) {
      return error_of(ErrorCode::BAD_RECIPE, "cannot_be_met",
                      {{"recipe", recipe.name()}, {"line", print_recipe_line(filled)}}, parsed.error());
    }
    filled.provisions.push_back(std::move(*parsed));
  }
  return filled;
}

Result<std::string> text_of(const FilledRecipe& filled, std::string_view lang) {
  for (const v1::Text& text : filled.recipe->texts()) {
    if (text.lang() == lang) return text_with(*filled.recipe, filled.values, text.text(), lang);
  }
  return error_of(ErrorCode::BAD_RECIPE, "no_language",
                  {{"recipe", filled.recipe->name()}, {"lang", lang}, {"languages", recipe_languages()}});
}

}  // namespace nomic::tools
