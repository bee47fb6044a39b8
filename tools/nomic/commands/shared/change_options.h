// Rule-changes as they are typed: `amend 206 --text T`, for `propose` and `revise`.
//
// Whatever is typed reaches the engine as what it is: two rules repealed are two rule-changes, a transmutation with a
// text is a transmutation with a text. The engine refuses, citing the rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/v1/event.pb.h"
#include "shared/request_digest.h"
#include "shared/text_source.h"

namespace nomic::tools {

class ChangeOptions {
 public:
  // --text, --file, --title, --provision and the like.
  void declare(Arguments& arguments);

  // `enact`, or another kind and its rules' numbers, with perhaps a lone `-` for the text; no words: nothing is said of
  // the kind.
  Status read_words(const std::vector<std::string>& words);
  // Reads the texts and provisions, and adds them to what is asked.
  Status read_texts(const Call& call, RequestParts& asked);

  [[nodiscard]] bool has_kind() const { return !kind_.empty(); }

  // The rule-changes of a new form. Warnings for the mover are added to `warnings`.
  Result<std::vector<v1::RuleChange>> build(const replay::Engine& engine, std::vector<std::string>& warnings) const;
  // `form` with what was given in place of what it had.
  Result<std::vector<v1::RuleChange>> build_on(const v1::Proposal& form, std::vector<std::string>& warnings) const;

 private:
  Status read_translations(const Call& call, RequestParts& asked);
  Status add_translation(const std::string& lang, const std::string& text, RequestParts& asked);
  Result<v1::RuleChange> change(const replay::Engine& engine, std::uint32_t number,
                                std::vector<std::string>& warnings) const;
  void put_text(v1::RuleChange& change) const;
  void amend(const v1::Rule& rule, v1::RuleChange& change, std::vector<std::string>& warnings) const;

  std::string kind_;
  std::vector<std::uint32_t> rules_;
  TextSource source_;
  std::optional<std::string> text_;
  std::optional<std::string> title_;
  std::optional<std::string> lang_;
  std::vector<std::string> translation_texts_;
  std::vector<std::string> translation_files_;
  std::vector<v1::Text> translations_;
  std::vector<std::string> provision_texts_;
  std::vector<std::string> provision_files_;
  bool keep_provisions_ = false;
  std::vector<v1::Provision> provisions_;
};

}  // namespace nomic::tools
