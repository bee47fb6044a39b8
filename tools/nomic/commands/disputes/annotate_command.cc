// nomic annotate: a note under a rule, which is no part of its text.
#include "commands/all.h"
#include "nomic/replay/reference.h"
#include "nomic/views/typed_numbers.h"
#include "shared/move_command.h"
#include "shared/record_options.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

class Annotate : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[N] [NOTE]", "The rule's number, and what the note says; - is standard input.", words_);
    arguments.may_be_empty();
    source_.declare(arguments);
    arguments.section("The note");
    declare_record(arguments, "--judgment", "The record of the Judgment that the note is of.", judgment_);
    declare_record(arguments, "--remove", "Takes away the note of that record.", removes_);
  }

  Status read(Call& call) override {
    v1::Request::Annotate& note = *request_.mutable_annotate();
    if (removes_) {
      if (!words_.empty() || judgment_) return usage("what takes away a note says nothing else.", EXAMPLE);
      note.set_removes(*removes_);
      return ledger::Done{};
    }
    if (words_.empty() || words_.size() > 2) return usage("under which rule, and what?", EXAMPLE);
    NOMIC_ASSIGN(auto rule, parse_rule_number(words_[0], "a rule's number"));
    const auto word = words_.size() == 2 ? std::optional(words_[1]) : std::nullopt;
    NOMIC_ASSIGN(auto text, source_.word_or_text(call, word, "the note", EXAMPLE));
    note.set_rule(replay::reference(rule.value));
    note.set_text(text);
    if (judgment_) note.set_judgment(*judgment_);
    return ledger::Done{};
  }

 private:
  static constexpr const char* EXAMPLE = "nomic annotate 301 'Tea is green here.'";
  TextSource source_;
  std::optional<std::uint64_t> judgment_;
  std::optional<std::uint64_t> removes_;
};

}  // namespace

const CommandSpec ANNOTATE = {
    "annotate",
    "Disputes",
    "N NOTE [--judgment RECORD] | --remove RECORD",
    "Puts a note under a rule, or takes one away.",
    "A note is no part of the rule's text, and nothing follows from it: show-rules, history and log have it, with who "
    "wrote it and the Judgment that it is of. Any player may write one, and take one away; both stay on record.",
    "nomic init Ann Bob && nomic propose enact --text 'Whoever moves makes tea.' --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob\n"
    "nomic annotate 301 'Tea is green here.' --as Bob\n"
    "nomic show-rules 301\n"
    "nomic annotate --remove 35 --as Ann",
    make_command<Annotate>,
};

}  // namespace nomic::tools
