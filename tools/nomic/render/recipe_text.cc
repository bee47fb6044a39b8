// Recipes as text.
#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/recipe_view.h"

namespace nomic::tools {
namespace {

using ShownRecipe = v1::RecipesView::Recipe;
using ShownParameter = v1::RecipesView::Parameter;

constexpr std::size_t RECIPE_INDENT = 4;

// "a new rule", "in place of rule 203, now rule 301"
std::string what_it_changes(const ShownRecipe& recipe) {
  if (recipe.replaces().empty()) return "a new rule";
  const bool renumbered = recipe.has_rule() && replay::number_in(recipe.rule()) != replay::number_in(recipe.replaces());
  return fmt::format("in place of rule {}{}", recipe.replaces(),
                     renumbered ? fmt::format(", now rule {}", recipe.rule()) : "");
}

// "0.001 to 1000", "adopted, defeated, voted-on"
std::string what_it_may_be(const ShownParameter& parameter) {
  if (parameter.choices().empty()) return fmt::format("{} to {}", parameter.least(), parameter.most());
  return fmt::format("{}", fmt::join(parameter.choices(), ", "));
}

std::string paragraph(std::string_view text, std::size_t width) {
  return wrap(text, width, RECIPE_INDENT);
}

// Commands stay on their lines: they are pasted.
std::string commands_under(std::string_view heading, const google::protobuf::RepeatedPtrField<std::string>& commands) {
  if (commands.empty()) return {};
  std::string out = fmt::format("{}\n", heading);
  for (const std::string& command : commands) out += fmt::format("    {}\n", command);
  return out;
}

std::string parameters_text(const ShownRecipe& recipe, std::size_t width) {
  if (recipe.parameters().empty()) return {};
  std::string out = "To be set, each with --set:\n";
  for (const ShownParameter& parameter : recipe.parameters()) {
    out += paragraph(fmt::format("{}={}  {}: {}", parameter.name(), parameter.value(), parameter.meaning(),
                                 what_it_may_be(parameter)),
                     width);
  }
  return out;
}

const std::string& text_in(const ShownRecipe& recipe, std::string_view lang) {
  const auto found =
      std::find_if(recipe.texts().begin(), recipe.texts().end(), [&](const auto& text) { return text.lang() == lang; });
  return found == recipe.texts().end() ? recipe.texts(0).text() : found->text();
}

std::string other_languages(const ShownRecipe& recipe, std::string_view lang) {
  std::vector<std::string> others;
  for (const auto& text : recipe.texts()) {
    if (text.lang() != lang) others.push_back(text.lang());
  }
  return fmt::format("Also in {}: --lang.", listed(others));
}

}  // namespace

std::string recipes_table(const v1::RecipesView& view, std::size_t width) {
  constexpr std::size_t GAP = 2;
  std::size_t names = 0;
  std::size_t rules = 0;
  std::vector<std::string> changes;
  for (const ShownRecipe& recipe : view.recipes()) {
    changes.push_back(recipe.replaces().empty()
                          ? "enact"
                          : fmt::format("amend {}", recipe.has_rule() ? recipe.rule() : recipe.replaces()));
    names = std::max(names, width_of(recipe.name()));
    rules = std::max(rules, width_of(changes.back()));
  }
  const std::size_t before = names + GAP + rules + GAP;
  std::string table;
  for (int at = 0; at < view.recipes_size(); ++at) {
    // A summary that does not fit its line goes on under itself.
    table += pad_right(view.recipes(at).name(), names + GAP) +
             pad_right(changes[static_cast<std::size_t>(at)], rules + GAP) +
             wrap(view.recipes(at).summary(), width, before).substr(before);
  }
  return table + "\nOne in full: nomic recipes NAME. To propose it: nomic propose --recipe NAME\n";
}

std::string recipe_text(const ShownRecipe& recipe, std::string_view lang, std::size_t width) {
  std::string out =
      wrap(fmt::format("{}, {}: {}.", bold(recipe.name()), what_it_changes(recipe), recipe.summary()), width, 0);
  out += paragraph(text_in(recipe, lang), width);
  out += paragraph(dim(other_languages(recipe, lang)), width);
  for (const std::string& words : recipe.in_words()) out += paragraph(fmt::format("Played by: {}.", words), width);
  out += parameters_text(recipe, width);
  if (!recipe.needs().empty()) {
    out += "What must be so first:\n";
    for (const std::string& need : recipe.needs()) out += paragraph(need + ".", width);
  }
  out += commands_under("What brings it about, each by a vote:", recipe.commands());
  out += commands_under("What goes with it:", recipe.moves());
  if (!recipe.notes().empty()) {
    out += "To be known:\n";
    for (const std::string& note : recipe.notes()) {
      out += paragraph(note.ends_with('.') ? note : note + ".", width);
    }
  }
  return out;
}

}  // namespace nomic::tools
