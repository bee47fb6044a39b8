#include "shared/form_options.h"

#include "shared/text_source.h"
#include "shared/typed_provisions.h"

namespace nomic::tools {
Result<ChangeFile> read_change_file(const Call& call, const std::string& path) {
  NOMIC_ASSIGN(auto text, read_file(call, path));
  NOMIC_ASSIGN(auto form, read_changes(text, path));
  return ChangeFile{std::move(*form.mutable_changes()), form.together()};
}

void FormOptions::declare(Arguments& arguments) {
  change_.declare(arguments);
  arguments.section("The proposal");
  arguments.option(
      "--changes", "FILE",
      "Several rule-changes from a file, each as: changes { kind: AMEND rule: \"206\" texts { text: \"...\" } }",
      path_);
  arguments.flag("--together", "Several rule-changes stand or fall together; else each has its own result.", together_);
  arguments.option("--effect-at", "TIME", "When it takes effect, where a rule lets proposals say so.", effect_at_);
  arguments.option("--effect-from", "POINT",
                   "A past point from which it applies, where no rule prohibits that (rule 107 does).", effect_from_);
}

Result<ChangeFile> FormOptions::read_changes_of(const Call& call, const std::vector<std::string>& words) {
  if (path_ && !words.empty()) {
    return usage("the rule-changes are named twice: in words and in a file.", "leave out one of the two.");
  }
  if (path_ && change_.names_recipe()) {
    return usage("a recipe is one rule-change, and a file of them is named.", "leave out --recipe, or --changes");
  }
  if (path_) return read_change_file(call, *path_);
  NOMIC_ASSIGN(auto changes, change_.read(call, words));
  return ChangeFile{std::move(changes), false};
}

}  // namespace nomic::tools
