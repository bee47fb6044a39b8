// nomic recipes: house rules that are ready to be proposed.
#include <algorithm>

#include "commands/all.h"
#include "nomic/recipes/recipes.h"
#include "render/recipe_view.h"
#include "shared/rules_in_force.h"

namespace nomic::tools {
namespace {

class RecipesCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[NAME]", "A recipe: that one in full.", words_);
    arguments.list("--set", "NAME=VALUE", "What a recipe lets one choose: points=2. It is shown as it then is.", set_);
    arguments.option("--lang", "CODE", "The language of its text: en, es, it, ja or nl. Else the game's.", lang_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() > 1) return usage("one recipe is shown at a time.", "nomic recipes lists all of them.");
    if (words_.empty() && !set_.empty())
      return usage("--set is for one recipe.", "name it: nomic recipes NAME --set ...");
    NOMIC_TRY(find_game(call));
    if (lang_.empty()) lang_ = language(call);
    v1::RecipesView view;
    if (words_.empty()) {
      for (const v1::Recipe& recipe : all_recipes()) NOMIC_TRY(add(recipe, view));
    } else {
      NOMIC_ASSIGN(auto recipe, or_failure(find_recipe(words_[0])));
      NOMIC_TRY(add(*recipe, view));
    }
    print(call, view);
    return Exit::DONE;
  }

 private:
  // The game at hand, if there is one: a recipe is shown without one too. One that is named has to be there.
  Status find_game(Call& call) {
    const bool named = !call.settings.ledger.empty() || !call.settings.game.empty();
    if (auto folder = call.session.find_ledger(call.settings.ledger); !folder) {
      if (named) return folder.error();
      return ledger::Done{};
    }
    auto game = call.game(ledger::Access::READ);
    if (!game) {
      if (named) return game.error();
      return ledger::Done{};
    }
    NOMIC_ASSIGN(auto rules, RulesInForce::of(**game, (*game)->head().size));
    rules_ = std::move(rules);
    return ledger::Done{};
  }

  // The one that the settings say, else the game's, as far as recipes have it.
  std::string language(const Call& call) const {
    const auto& known = recipe_languages();
    for (const std::string& wished : {call.settings.language, rules_ ? rules_->lang() : std::string()}) {
      if (std::find(known.begin(), known.end(), wished) != known.end()) return wished;
    }
    return known.front();
  }

  Status add(const v1::Recipe& recipe, v1::RecipesView& view) const {
    RecipeValues values;
    for (const std::string& typed : set_) {
      NOMIC_ASSIGN(auto setting, or_failure(read_setting(typed)));
      values[setting.first] = setting.second;
    }
    NOMIC_ASSIGN(auto filled, or_failure(fill(recipe, values)));
    NOMIC_TRY(or_failure(text_of(filled, lang_)).status());
    // Only an edition's rules are known by the numbers under which they first stood.
    const bool known = rules_ && !rules_->state().founding().edition().empty();
    *view.add_recipes() = recipe_view(filled, known ? &rules_->rules() : nullptr);
    return ledger::Done{};
  }

  void print(Call& call, const v1::RecipesView& view) const {
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else if (call.out.format() == Format::JSONL) {
      for (const auto& recipe : view.recipes()) call.out.json(recipe);
    } else if (words_.empty()) {
      call.out.text(recipes_table(view, call.out.table_width()));
    } else {
      call.out.text(recipe_text(view.recipes(0), lang_, call.out.wrap_width()));
    }
  }

  std::vector<std::string> words_;
  std::vector<std::string> set_;
  std::string lang_;
  std::optional<RulesInForce> rules_;
};

}  // namespace

const CommandSpec RECIPES = {
    "recipes",
    "Play",
    "[NAME] [--set NAME=VALUE]... [--lang CODE]",
    "Lists house rules that are ready to be proposed, or shows one in full.",
    "A recipe is a rule's text, in five languages, with the provisions that the program plays by; what groups choose "
    "of "
    "it is set with --set. In full it says what must be so first, and the commands that bring it about: where a game "
    "is "
    "at hand, those that are still to be done in it.\n"
    "nomic propose --recipe NAME proposes it: as a new rule, or in the place of the rule that it replaces, whatever "
    "number that bears by now.",
    "nomic recipes\n"
    "nomic recipes own-award --set occasion=adopted --set to=voters --set points=2\n"
    "nomic init Ann Bob Cleo && nomic propose --recipe voting-award --set points=2 --as Ann\n"
    "nomic recipes quorum",
    make_command<RecipesCommand>,
};

}  // namespace nomic::tools
