#include "render/recipe_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/words/provision_words.h"

namespace nomic::tools {
namespace {

using InForce = std::vector<v1::Rule>;

const v1::Rule* of_lineage(const InForce* in_force, std::uint32_t lineage) {
  if (in_force == nullptr) return nullptr;
  const auto found = std::find_if(in_force->begin(), in_force->end(),
                                  [lineage](const v1::Rule& rule) { return rule.lineage() == lineage; });
  return found == in_force->end() ? nullptr : &*found;
}

// Whether a rule in force says this, and perhaps more.
bool is_said(const InForce& in_force, const v1::Provision& what) {
  return std::any_of(in_force.begin(), in_force.end(), [&what](const v1::Rule& rule) {
    return std::any_of(rule.provisions().begin(), rule.provisions().end(), [&what](const v1::Provision& provision) {
      if (provision.kind_case() != what.kind_case()) return false;
      v1::Provision both = provision;
      both.MergeFrom(what);
      return both.SerializeAsString() == provision.SerializeAsString();
    });
  });
}

// Whether another recipe is still needed, as far as it is known.
bool is_still_needed(const InForce* in_force, const v1::Recipe::Need& need) {
  const auto what = replay::parse_provision(need.stands_while());
  return in_force == nullptr || !what || is_said(*in_force, *what);
}

// Whether the rule is still to be transmuted, as far as it is known.
bool is_still_immutable(const InForce* in_force, std::uint32_t lineage) {
  if (in_force == nullptr) return true;
  const v1::Rule* rule = of_lineage(in_force, lineage);
  return rule != nullptr && rule->status() == v1::IMMUTABLE;
}

std::string number_now(const InForce* in_force, std::uint32_t lineage) {
  const v1::Rule* rule = of_lineage(in_force, lineage);
  return replay::numeral(rule == nullptr ? lineage : rule->number());
}

std::string need_words(const v1::Recipe::Need& need, const InForce* in_force) {
  if (need.recipe().empty()) {
    const std::uint32_t lineage = replay::number_in(need.mutable_rule());
    if (is_still_immutable(in_force, lineage)) {
      return fmt::format("rule {} is transmuted: it is immutable", number_now(in_force, lineage));
    }
    const v1::Rule* rule = of_lineage(in_force, lineage);
    if (rule == nullptr) return fmt::format("rule {} is mutable; it is not in force", replay::numeral(lineage));
    return fmt::format("rule {} is mutable: it is, as rule {}", replay::numeral(lineage),
                       replay::numeral(rule->number()));
  }
  return fmt::format("{}, or the like: {}{}", need.recipe(), need.why(),
                     is_still_needed(in_force, need) ? "" : " (it is so)");
}

// The settings that are not those that the recipe has by itself, as they are typed.
std::string settings_typed(const FilledRecipe& filled) {
  std::string out;
  for (const v1::Recipe::Parameter& parameter : filled.recipe->parameters()) {
    const std::string& value = filled.values.at(parameter.name());
    if (value != parameter.value()) out += fmt::format(" --set {}={}", parameter.name(), value);
  }
  return out;
}

// What is to be proposed, what it needs first; each once.
class Commands {
 public:
  Commands(const InForce* in_force, v1::RecipesView::Recipe& view) : in_force_(in_force), view_(view) {}

  void add(const v1::Recipe& recipe, const std::string& settings) {
    for (const v1::Recipe::Need& need : recipe.needs()) {
      if (need.recipe().empty()) {
        if (is_still_immutable(in_force_, replay::number_in(need.mutable_rule()))) {
          say(fmt::format("nomic propose transmute {} --as NAME",
                          number_now(in_force_, replay::number_in(need.mutable_rule()))));
        }
      } else if (is_still_needed(in_force_, need)) {
        if (const auto needed = find_recipe(need.recipe())) add(**needed, "");
      }
    }
    say(fmt::format("nomic propose --recipe {}{} --as NAME", recipe.name(), settings));
  }

 private:
  void say(const std::string& command) {
    if (said_.insert(command).second) view_.add_commands(command);
  }

  const InForce* in_force_;
  v1::RecipesView::Recipe& view_;
  std::set<std::string> said_;
};

void add_parameters(const FilledRecipe& filled, v1::RecipesView::Recipe& view) {
  for (const v1::Recipe::Parameter& parameter : filled.recipe->parameters()) {
    v1::RecipesView::Parameter& shown = *view.add_parameters();
    shown.set_name(parameter.name());
    shown.set_meaning(parameter.meaning());
    shown.set_kind(v1::Recipe::Kind_Name(parameter.kind()));
    shown.set_value(filled.values.at(parameter.name()));
    shown.set_default_value(parameter.value());
    shown.set_least(parameter.least());
    shown.set_most(parameter.most());
    for (const v1::Recipe::Choice& choice : parameter.choices()) shown.add_choices(choice.value());
  }
}

}  // namespace

v1::RecipesView::Recipe recipe_view(const FilledRecipe& filled, const InForce* in_force) {
  const v1::Recipe& recipe = *filled.recipe;
  v1::RecipesView::Recipe view;
  view.set_name(recipe.name());
  view.set_summary(recipe.summary());
  view.set_change(recipe.replaces().empty() ? "enact" : "amend");
  view.set_replaces(recipe.replaces());
  if (const v1::Rule* rule = of_lineage(in_force, replay::number_in(recipe.replaces())))
    view.set_rule(replay::reference(rule->number()));
  for (const v1::Recipe::Need& need : recipe.needs()) view.add_needs(need_words(need, in_force));
  add_parameters(filled, view);
  for (const std::string& lang : recipe_languages()) {
    const auto text = text_of(filled, lang);
    if (!text) continue;
    auto& shown = *view.add_texts();
    shown.set_lang(lang);
    shown.set_text(*text);
  }
  for (const v1::Provision& provision : filled.provisions) {
    view.add_provisions(replay::print_provision(replay::in_shorthand(provision)));
    view.add_in_words(words_of(provision));
  }
  *view.mutable_notes() = recipe.notes();
  *view.mutable_moves() = recipe.moves();
  Commands(in_force, view).add(recipe, settings_typed(filled));
  return view;
}

}  // namespace nomic::tools
