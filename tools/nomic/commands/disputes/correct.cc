// nomic correct: a clerical correction of the record, beside what it corrects.
#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Correct : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[RECORD]", "The record with the slip. A rule's text is found without it.", words_);
    arguments.option("--cause", "CAUSE", "How the slip came about, or how it was found.",
                     *request_.mutable_correct()->mutable_cause());
    arguments.section("A slip in a rule's text");
    arguments.option("--rule", "N", "The rule's number.", [this](const std::string& typed) -> Status {
      auto number = parse_rule_number(typed, "a rule's number");
      if (!number) return number.error();
      rule_ = number->value;
      return ledger::Done{};
    });
    arguments.option("--before", "WORDS", "The words with the slip: they stand once in the text.", before_);
    arguments.option("--after", "WORDS", "The words that replace them.", after_);
    arguments.option("--lang", "CODE", "Which of the rule's texts. Else the game's language.", lang_);
    arguments.section("Another slip");
    arguments.option("--occurred-at-was", "TIME", "When what the record says happened, if not when it says.",
                     occurred_at_);
    arguments.flag("--alike", "A name that looks like another player's is meant.", alike_);
    arguments.option("--name", "NAME", "How the player whom the record seats is called.", name_);
  }

  Status read(Call& /*call*/) override {
    if (words_.size() > 1 || (words_.empty() && !rule_)) {
      return usage("which record is corrected?",
                   "for example: nomic correct 36 --cause 'noted late' --occurred-at-was 2012-05-30T20:00Z");
    }
    v1::Request::Correct& correct = *request_.mutable_correct();
    if (!words_.empty()) {
      auto record = parse_record(words_[0], "the number of a record");
      if (!record) return record.error();
      correct.set_record(record->value);
    }
    const bool text = rule_ || before_ || after_ || lang_;
    const int kinds = (text ? 1 : 0) + (occurred_at_ ? 1 : 0) + (name_ ? 1 : 0);
    if (kinds > 1) {
      return usage("one correction mends one slip.",
                   "give --rule N --before WORDS --after WORDS, or --occurred-at-was TIME, or --name NAME");
    }
    if (occurred_at_) correct.set_occurred_at(*occurred_at_);
    if (name_) correct.set_name(*name_);
    request_.set_alike(alike_);
    if (!text) return ledger::Done{};
    if (!rule_ || !before_ || !after_) {
      return usage("a slip in a text is named by the rule, the words with the slip and those that replace them.",
                   "give --rule N --before WORDS --after WORDS");
    }
    v1::Request::TextSlip& slip = *correct.mutable_text();
    slip.set_rule(*rule_);
    slip.set_before(*before_);
    slip.set_after(*after_);
    slip.set_lang(lang_.value_or(""));
    return ledger::Done{};
  }

 private:
  std::optional<std::uint32_t> rule_;
  std::optional<std::string> before_;
  std::optional<std::string> after_;
  std::optional<std::string> lang_;
  std::optional<std::string> occurred_at_;
  std::optional<std::string> name_;
  bool alike_ = false;
};

}  // namespace

const CommandSpec CORRECT = {
    "correct",
    "Disputes",
    "[RECORD] --cause CAUSE (--rule N --before WORDS --after WORDS | --occurred-at-was TIME | --name NAME)",
    "Corrects a slip of the record: in a rule's text, a time or a name.",
    "A correction is a record of its own, with its author and cause; what it replaces stays visible, and provisions "
    "never change by it. Any player may object until the next turn begins (nomic object): then it stands no longer.",
    "nomic init Ann Bob Cleo && nomic propose enact --text 'Whoever moves maeks tea.' --as Ann\n"
    "nomic call-vote --as Ann && nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo\n"
    "nomic correct --cause 'a slip of the pen' --rule 301 --before maeks --after makes --as Bob\n"
    "nomic show-rules 301\n"
    "nomic correct 35 --cause 'noted late' --occurred-at-was 2012-05-30T20:00Z --as Ann",
    make_command<Correct>,
};

}  // namespace nomic::tools
