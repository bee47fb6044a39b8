// nomic correct: a clerical correction of the record, beside what it corrects.
#include "commands/all.h"
#include "nomic/replay/reference.h"
#include "nomic/views/typed_numbers.h"
#include "shared/move_command.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

constexpr const char* ONE_SLIP =
    "give --rule N with --before WORDS --after WORDS, --text TEXT, --title TITLE or --number M; or --occurred-at-was "
    "TIME; or --name NAME";

class Correct : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[RECORD]", "The record with the slip. What a rule says is found without it.", words_);
    arguments.option("--cause", "CAUSE", "How the slip came about, or how it was found.",
                     *request_.mutable_correct()->mutable_cause());
    declare_rule(arguments);
    source_.declare(arguments);
    arguments.section("Another slip");
    arguments.option("--occurred-at-was", "TIME", "When what the record says happened, if not when it says.",
                     occurred_at_);
    arguments.flag("--alike", "A name that looks like another player's is meant.", alike_);
    arguments.option("--name", "NAME", "How the player whom the record seats is called.", name_);
  }

  Status read(Call& call) override {
    // A text may come on standard input.
    if (!words_.empty() && words_.back() == "-") {
      source_.take_dash();
      words_.pop_back();
    }
    if (words_.size() > 1 || (words_.empty() && !rule_)) {
      return usage("which record is corrected?",
                   "for example: nomic correct 36 --cause 'noted late' --occurred-at-was 2012-05-30T20:00Z");
    }
    v1::Request::Correct& correct = *request_.mutable_correct();
    if (!words_.empty()) {
      NOMIC_ASSIGN(auto record, parse_record(words_[0], "the number of a record"));
      correct.set_record(record.value);
    }
    NOMIC_ASSIGN(auto whole, source_.read(call));
    const bool words = before_ || after_;
    const bool of_rule = rule_ || words || whole || title_ || number_ || lang_ || all_along_ || swap_;
    const int kinds = (words || (of_rule && !whole && !title_ && !number_) ? 1 : 0) + (whole ? 1 : 0) +
                      (title_ ? 1 : 0) + (number_ ? 1 : 0) + (occurred_at_ ? 1 : 0) + (name_ ? 1 : 0);
    if (kinds > 1) return usage("one correction mends one slip.", ONE_SLIP);
    if (occurred_at_) correct.set_occurred_at(*occurred_at_);
    if (name_) correct.set_name(*name_);
    request_.set_alike(alike_);
    return of_rule ? read_rule(correct, whole) : Status(ledger::Done{});
  }

 private:
  void declare_rule(Arguments& arguments) {
    arguments.section("A slip in a rule");
    arguments.option("--rule", "N", "The rule's number.", reads_number(rule_, "a rule's number"));
    arguments.option("--before", "WORDS", "The words with the slip: they stand once in the text.", before_);
    arguments.option("--after", "WORDS", "The words that replace them.", after_);
    arguments.may_be_empty();
    arguments.option("--lang", "CODE", "Which of the rule's texts. Else the game's language.", lang_);
    arguments.option("--title", "TITLE", "The rule's title; empty: it has none.", title_);
    arguments.may_be_empty();
    arguments.option("--number", "M", "The number that is the rule's own: it bears it from here on.",
                     reads_number(number_, "a rule's number"));
    arguments.flag("--all-along", "With --number: it bore it all along, and was recorded under a wrong one.",
                   all_along_);
    arguments.flag("--swap", "With --number: the rule that bears M bears N.", swap_);
  }

  static std::function<Status(const std::string&)> reads_number(std::optional<std::uint32_t>& into, const char* what) {
    return [&into, what](const std::string& typed) -> Status {
      NOMIC_ASSIGN(auto number, parse_rule_number(typed, what));
      into = number.value;
      return ledger::Done{};
    };
  }

  Status read_rule(v1::Request::Correct& correct, const std::optional<std::string>& whole) const {
    if (!rule_) return usage("which rule is corrected?", "give --rule N");
    if ((all_along_ || swap_) && !number_) {
      return usage("--all-along and --swap say how a rule bears a number.", "give --number M with them");
    }
    if (lang_ && (title_ || number_)) return usage("--lang names one of a rule's texts.", "leave it out");
    if (title_) {
      correct.mutable_title()->set_rule(replay::reference(*rule_));
      correct.mutable_title()->set_after(*title_);
      return ledger::Done{};
    }
    if (number_) {
      v1::NumberCorrection& number = *correct.mutable_number();
      number.set_rule(replay::reference(*rule_));
      number.set_number(replay::reference(*number_));
      number.set_all_along(all_along_);
      number.set_swap(swap_);
      return ledger::Done{};
    }
    if (!whole && (!before_ || !after_)) {
      return usage("a slip in a text is named by the rule, the words with the slip and those that replace them.",
                   "give --rule N --before WORDS --after WORDS, or the whole text: --rule N --text TEXT");
    }
    v1::Request::TextSlip& slip = *correct.mutable_text();
    slip.set_rule(replay::reference(*rule_));
    slip.set_before(before_.value_or(""));
    slip.set_after(whole ? *whole : *after_);
    slip.set_lang(lang_.value_or(""));
    slip.set_whole(whole.has_value());
    return ledger::Done{};
  }

  std::optional<std::uint32_t> rule_;
  std::optional<std::string> before_;
  std::optional<std::string> after_;
  std::optional<std::string> lang_;
  std::optional<std::string> title_;
  std::optional<std::uint32_t> number_;
  bool all_along_ = false;
  bool swap_ = false;
  TextSource source_;
  std::optional<std::string> occurred_at_;
  std::optional<std::string> name_;
  bool alike_ = false;
};

}  // namespace

const CommandSpec CORRECT = {
    "correct",
    "Disputes",
    "[RECORD] --cause CAUSE (--rule N (--before WORDS --after WORDS | --text TEXT | --title TITLE | --number M) | "
    "--occurred-at-was TIME | --name NAME)",
    "Corrects a slip of the record: in a rule's text, title or number, a time or a name.",
    "A correction is a record of its own, with its author and cause; what it replaces stays visible, and provisions "
    "never change by it. A whole text is shown as a difference from the one before it. A rule that is found to bear "
    "another number keeps its history, and is found under the old number too. Any player may object until a "
    "turn of another player begins (nomic object): then it stands no longer.",
    "nomic init Ann Bob Cleo && nomic propose enact --text 'Whoever moves maeks tea.' --as Ann\n"
    "nomic call-vote --as Ann && nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo\n"
    "nomic correct --cause 'a slip of the pen' --rule 301 --before maeks --after makes --as Bob\n"
    "nomic correct --cause 'as it was posted' --rule 301 --title Tea --as Bob\n"
    "nomic correct --cause 'posted as 311' --rule 301 --number 311 --as Bob\n"
    "nomic show-rules 311\n"
    "nomic correct 35 --cause 'noted late' --occurred-at-was 2012-05-30T20:00Z --as Ann",
    make_command<Correct>,
};

}  // namespace nomic::tools
