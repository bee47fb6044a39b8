#include "shared/form_options.h"

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "nomic/words/terminal_text.h"
#include "shared/moment.h"
#include "shared/page_source.h"
#include "shared/text_source.h"
#include "shared/typed_provisions.h"

namespace nomic::tools {
namespace {

// The texts and provisions of one rule-change of a file, as they are recorded.
Status clean_change(v1::RuleChange& change, int at, std::string_view where) {
  if (!change.title().empty()) {
    auto title = replay::clean_line(change.title(), fmt::format("changes[{}].title", at), replay::TITLE_LIMIT);
    if (!title) return failure_of(title.error());
    change.set_title(*title);
  }
  for (v1::Text& text : *change.mutable_texts()) {
    auto clean = replay::clean_text(text.text(), fmt::format("changes[{}].texts in {}", at, where));
    if (!clean) return failure_of(clean.error());
    text.set_text(*clean);
  }
  for (v1::Provision& provision : *change.mutable_provisions()) {
    if (auto expanded = replay::expand_shorthand(provision); !expanded) return failure_of(expanded.error());
    if (auto checked = replay::check_provision(provision); !checked) return failure_of(checked.error());
  }
  return ledger::Done{};
}

}  // namespace

Result<v1::ProposalMade> read_change_file(const Call& call, const std::string& path, RequestParts& asked) {
  auto text = read_file(call, path);
  if (!text) return text.error();
  asked.add("changes", *text);
  auto form = read_changes(*text, path);
  if (!form) return form.error();
  for (int at = 0; at < form->changes_size(); ++at) {
    if (auto clean = clean_change(*form->mutable_changes(at), at, path); !clean) return clean.error();
  }
  return std::move(*form);
}

void FormOptions::declare(Arguments& arguments) {
  change_.declare(arguments);
  arguments.section("The proposal", true);
  arguments.option(
      "--changes", "FILE",
      "Several rule-changes from a file, each as: changes { kind: AMEND rule: 206 texts { text: \"...\" } }", path_);
  arguments.flag("--together", "Several rule-changes stand or fall together; else each has its own result.", together_);
  arguments.option("--effect-at", "TIME", "When it takes effect, where a rule lets proposals say so.",
                   [this](const std::string& typed) -> Status {
                     auto time = replay::parse_time(typed, false);
                     if (!time) return failure_of(time.error());
                     effect_at_ = *time;
                     return ledger::Done{};
                   });
  declare_point(arguments, "--effect-from",
                "A past point from which it applies, where no rule prohibits that (rule 107 does).", effect_from_);
}

Status FormOptions::read_words(const std::vector<std::string>& words) {
  if (path_ && !words.empty()) {
    return usage("the rule-changes are named twice: in words and in a file.", "leave out one of the two.");
  }
  return change_.read_words(words);
}

Status FormOptions::read(const Call& call, RequestParts& asked) {
  if (!path_) return change_.read_texts(call, asked);
  auto form = read_change_file(call, *path_, asked);
  if (!form) return form.error();
  file_ = std::move(*form);
  return ledger::Done{};
}

Status FormOptions::fill_changes(const replay::Engine& engine, v1::ProposalMade& form,
                                 std::vector<std::string>& warnings) const {
  form.clear_changes();
  if (file_) {
    *form.mutable_changes() = file_->changes();
    form.set_together(file_->together());
  } else {
    auto changes = change_.build(engine, warnings);
    if (!changes) return changes.error();
    for (v1::RuleChange& change : *changes) *form.add_changes() = std::move(change);
  }
  return ledger::Done{};
}

Status FormOptions::fill_effect(replay::Game& game, v1::ProposalMade& form) const {
  if (together_) form.set_together(true);
  if (effect_at_) form.set_effect_at(*effect_at_);
  if (!effect_from_) return ledger::Done{};
  auto size = size_at(game, effect_from_);
  if (!size) return size.error();
  form.set_effect_from(*size == 0 ? 0 : *size - 1);
  return ledger::Done{};
}

}  // namespace nomic::tools
