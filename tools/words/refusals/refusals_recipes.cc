// Sentences of refusals: recipes and what is set of them.
#include "refusal_rows.h"

namespace nomic::tools {
namespace {

using Code = replay::ErrorCode;

}  // namespace

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_recipes() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::BAD_RECIPE, "no_recipe", "there is no recipe \"{typed}\"", "the recipes are {known:list}"},
    {Code::BAD_RECIPE, "no_recipe_near", "there is no recipe \"{typed}\"", "did you mean {near}?"},
    {Code::BAD_RECIPE, "no_parameters",
     "nothing is to be set of the recipe {recipe}: it has no \"{typed}\"", "leave it out"},
    {Code::BAD_RECIPE, "no_parameter", "the recipe {recipe} has no \"{typed}\"", "to be set are {known:list}"},
    {Code::BAD_RECIPE, "no_parameter_near", "the recipe {recipe} has no \"{typed}\"", "did you mean {near}?"},
    {Code::BAD_RECIPE, "no_setting",
     "\"{typed}\" sets nothing", "write what is set and to what, with = between: points=2"},
    {Code::BAD_RECIPE, "set_twice", "in the recipe {recipe}, {parameter} is set twice", "set it once"},
    {Code::BAD_RECIPE, "no_number",
     "in the recipe {recipe}, {parameter} is \"{typed}\", which is no whole number", "it may be {least} to {most}"},
    {Code::BAD_RECIPE, "no_points",
     "in the recipe {recipe}, {parameter} is \"{typed}\", which is no number of points",
     "it may be {least} to {most}, with at most three decimals: 2.5"},
    {Code::BAD_RECIPE, "no_fraction",
     "in the recipe {recipe}, {parameter} is \"{typed}\", which is no share",
     "write it as 2/3; it may be {least} to {most}"},
    {Code::BAD_RECIPE, "out_of_bounds",
     "in the recipe {recipe}, {parameter} is {typed}", "it may be {least} to {most}"},
    {Code::BAD_RECIPE, "no_choice",
     "in the recipe {recipe}, {parameter} is \"{typed}\"", "it may be {known:or}"},
    {Code::BAD_RECIPE, "not_together",
     "in the recipe {recipe}, {setting} does not go with {limit}", "with {limit}, {parameter} may be {known:or}"},
    {Code::BAD_RECIPE, "cannot_be_met",
     "no rule can say {line}: {because}", "nomic recipes {recipe} says what may be set"},
    {Code::BAD_RECIPE, "no_language",
     "the recipe {recipe} has no text in \"{lang}\"",
     "it is there in {languages:list}: say one of them with --lang, or give a text of your own with --text"},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
