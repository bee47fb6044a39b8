// A recipe as it is typed: --recipe voting-award --set points=2, for `propose`, `revise` and `try`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/recipes/recipes.h"
#include "nomic/v1/request.pb.h"
#include "shared/rules_in_force.h"

namespace nomic::tools {

class RecipeOptions {
 public:
  // --recipe and --set.
  void declare(Arguments& arguments);
  // A rule-change that is not named in words is the recipe's own: it is enacted, or amends the rule that it replaces.
  // Else (a revision) it stays that of the form that there is.
  void says_kind() { says_kind_ = true; }

  [[nodiscard]] bool named() const { return typed_.has_value(); }

  // What is to be done first: reads what was typed, and finds the recipe.
  Status read();
  // The words of the rule-change, with those that the recipe says: `enact`, or `amend` and the rule's number.
  Result<std::vector<std::string>> completed(const Call& call, std::vector<std::string> words);
  // The recipe's text, in the language that was asked for or else the game's, and in the others of the game's rules.
  Status put_texts(const Call& call, const std::string& lang, v1::Request::Change& change);
  void put_provisions(v1::Request::Change& change) const;

 private:
  Result<const RulesInForce*> rules(const Call& call);
  Result<std::string> replaced(const Call& call);

  std::optional<std::string> typed_;
  std::vector<std::string> set_;
  bool says_kind_ = false;
  std::optional<FilledRecipe> filled_;
  std::optional<RulesInForce> rules_;
};

}  // namespace nomic::tools
