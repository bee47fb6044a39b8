#include "shared/recipe_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

// What a recipe cannot be: it has a text, and these take none.
constexpr std::string_view WITHOUT_TEXT[] = {"repeal", "transmute", "reenact", "restore", "nothing"};

// A lone `-` stands for the text.
bool is_about_the_change(const std::string& word) {
  return word != "-";
}

void add_recipe_text(v1::Request::Change& change, const std::string& lang, std::string text) {
  v1::Text& added = *change.add_texts();
  added.set_lang(lang);
  added.set_text(std::move(text));
}

}  // namespace

void RecipeOptions::declare(Arguments& arguments) {
  arguments.option("--recipe", "NAME",
                   "A house rule that is ready, with its text and provisions: nomic recipes lists them. Without words "
                   "it is proposed as it is meant, as a new rule or in the place of one.",
                   typed_);
  arguments.list("--set", "NAME=VALUE", "What a recipe lets one choose: points=2.", set_);
}

Status RecipeOptions::read() {
  if (!typed_) {
    if (set_.empty()) return ledger::Done{};
    return usage("--set is for a recipe.", "name one: --recipe voting-award --set points=2");
  }
  std::string line = *typed_;
  std::string_view before = line.find(':') == std::string::npos ? ": " : ", ";
  for (const std::string& setting : set_) {
    line += before;
    line += setting;
    before = ", ";
  }
  NOMIC_ASSIGN(auto filled, or_failure(parse_recipe_line(line)));
  filled_ = std::move(filled);
  return ledger::Done{};
}

Result<std::vector<std::string>> RecipeOptions::completed(const Call& call, std::vector<std::string> words) {
  const bool replaces = !filled_->recipe->replaces().empty();
  const auto kind = std::find_if(words.begin(), words.end(), is_about_the_change);
  if (kind == words.end()) {
    if (!says_kind_) return words;
    if (!replaces) {
      words.insert(words.begin(), "enact");
      return words;
    }
    NOMIC_ASSIGN(auto rule, replaced(call));
    words.insert(words.begin(), {"amend", std::move(rule)});
    return words;
  }
  if (std::find(std::begin(WITHOUT_TEXT), std::end(WITHOUT_TEXT), *kind) != std::end(WITHOUT_TEXT)) {
    return usage("a recipe is a new rule, or takes the place of one.",
                 fmt::format("nomic propose --recipe {}", filled_->recipe->name()));
  }
  if (*kind == "amend" && replaces && std::none_of(kind + 1, words.end(), is_about_the_change)) {
    NOMIC_ASSIGN(auto rule, replaced(call));
    words.push_back(std::move(rule));
  }
  return words;
}

// The number that the rule whose place it takes bears now. Only an edition's rules are known by their first numbers.
Result<std::string> RecipeOptions::replaced(const Call& call) {
  NOMIC_ASSIGN(auto in_force, rules(call));
  const std::uint32_t lineage = replay::number_in(filled_->recipe->replaces());
  if (!in_force->state().founding().edition().empty()) {
    for (const v1::Rule& rule : in_force->rules()) {
      if (rule.lineage() == lineage) return replay::numeral(rule.number());
    }
  }
  const std::string& name = filled_->recipe->name();
  return refused(
      fmt::format("the recipe {} takes the place of rule {} of the Initial Set, and that is not in force.", name,
                  replay::numeral(lineage)),
      fmt::format("in the place of another rule: nomic propose amend N --recipe {0}; beside those that there "
                  "are: nomic propose enact --recipe {0}",
                  name));
}

Result<const RulesInForce*> RecipeOptions::rules(const Call& call) {
  if (!rules_) {
    NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto in_force, RulesInForce::of(*game, game->head().size));
    rules_ = std::move(in_force);
  }
  return &*rules_;
}

Status RecipeOptions::put_texts(const Call& call, const std::string& lang, v1::Request::Change& change) {
  if (!lang.empty()) {
    NOMIC_ASSIGN(auto text, or_failure(text_of(*filled_, lang)));
    add_recipe_text(change, lang, std::move(text));
    return ledger::Done{};
  }
  NOMIC_ASSIGN(auto in_force, rules(call));
  const std::string& own = in_force->lang();
  NOMIC_ASSIGN(auto text, or_failure(text_of(*filled_, own)));
  add_recipe_text(change, "", std::move(text));
  for (const std::string& other : recipe_languages()) {
    if (other == own || !in_force->has(other)) continue;
    NOMIC_ASSIGN(auto translation, or_failure(text_of(*filled_, other)));
    add_recipe_text(change, other, std::move(translation));
  }
  return ledger::Done{};
}

void RecipeOptions::put_provisions(v1::Request::Change& change) const {
  if (!filled_) return;
  for (const v1::Provision& provision : filled_->provisions) *change.add_provisions() = provision;
}

}  // namespace nomic::tools
