// Rule-changes as they are typed: `amend 206 --text T`, for `propose`, `revise` and `try`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/v1/request.pb.h"
#include "shared/recipe_options.h"
#include "shared/text_source.h"

namespace nomic::tools {

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
