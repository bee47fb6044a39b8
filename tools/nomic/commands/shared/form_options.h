// The form of a proposal as it is typed, for `propose`, `revise` and `try`: its rule-changes, whether they stand or
// fall together, and when it takes effect.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shared/change_options.h"

namespace nomic::tools {

struct ChangeFile {
  RequestedChanges changes;
  bool together = false;
};

// A file of rule-changes, as --changes names it.
Result<ChangeFile> read_change_file(const Call& call, const std::string& path);

class FormOptions {
 public:
  void declare(Arguments& arguments);

  // A text that is missing is written later.
  void text_comes_later() { change_.text_comes_later(); }

  // Puts what the words of the rule-change, the options and the files that they name say into a form: Propose or
  // Revise.
  template <class Form>
  Status read(const Call& call, const std::vector<std::string>& words, Form& form) {
    NOMIC_ASSIGN(auto changes, read_changes_of(call, words));
    names_changes_ = path_ || changes.changes[0].kind() != v1::Request::KIND_UNSPECIFIED;
    *form.mutable_changes() = std::move(changes.changes);
    // A revision keeps what is not said.
    if (path_ || together_) form.set_together(together_ || changes.together);
    form.set_effect_at(effect_at_);
    form.set_effect_from(effect_from_);
    return ledger::Done{};
  }
  // A recipe that is named without words says which rule-change it is: for whoever does not revise one.
  void recipe_says_kind() { change_.recipe_says_kind(); }
  // Whether the words or a file say which rule-changes they are, and not only what is other in those that there are.
  [[nodiscard]] bool names_changes() const { return names_changes_; }

 private:
  Result<ChangeFile> read_changes_of(const Call& call, const std::vector<std::string>& words);

  ChangeOptions change_;
  std::optional<std::string> path_;
  bool together_ = false;
  std::string effect_at_;
  std::string effect_from_;
  bool names_changes_ = false;
};

}  // namespace nomic::tools
