// Rule-changes as they are typed: `amend 206 --text T`, for `propose`, `revise` and `try`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/recipes/recipes.h"
#include "nomic/v1/request.pb.h"
#include "shared/rules_in_force.h"
#include "shared/text_source.h"

namespace nomic::tools {

// A recipe as it is typed: --recipe voting-award --set points=2, for `propose`, `revise` and `try`.

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

using RequestedChanges = google::protobuf::RepeatedPtrField<v1::Request::Change>;

class ChangeOptions {
 public:
  // --text, --file, --title, --provision and the like.
  void declare(Arguments& arguments);

  // A text that is missing is written later.
  void text_comes_later() { text_comes_later_ = true; }

  // The words: `enact` or `nothing`, or another kind and its rules' numbers, with perhaps a lone `-` for the text; and
  // what the options say. Without a kind it is a single rule-change without one.
  Result<RequestedChanges> read(const Call& call, const std::vector<std::string>& words);

  // Whether a recipe is named, and whether it says which rule-change it is where no word does.
  [[nodiscard]] bool names_recipe() const { return recipe_.named(); }
  void recipe_says_kind() { recipe_.says_kind(); }

 private:
  Status read_words(const std::vector<std::string>& words);
  Status read_texts(const Call& call, v1::Request::Change& change);
  Status read_translations(const Call& call, v1::Request::Change& change) const;
  Status read_provisions_of(const Call& call, v1::Request::Change& change) const;

  [[nodiscard]] bool changes_nothing() const { return kind_ == "nothing"; }

  std::string kind_;
  std::vector<std::uint32_t> rules_;
  TextSource source_;
  RecipeOptions recipe_;
  std::optional<std::string> title_;
  std::string lang_;
  std::vector<std::string> translation_texts_;
  std::vector<std::string> translation_files_;
  std::vector<std::string> provision_texts_;
  std::vector<std::string> provision_files_;
  bool keep_provisions_ = false;
  bool text_unknown_ = false;
  bool text_comes_later_ = false;
  std::optional<std::uint32_t> rule_number_;
};

}  // namespace nomic::tools
