// nomic correct: a clerical correction of the record, beside what it corrects.
#include <algorithm>

#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "shared/move_command.h"
#include "shared/page_source.h"

namespace nomic::tools {
namespace {

class Correct : public MoveCommand {
 public:
  Correct() : MoveCommand("correct") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[RECORD]", "The record with the slip. A rule's text is found without it.", words_);
    arguments.option("--cause", "CAUSE", "How the slip came about, or how it was found.", cause_);
    arguments.section("A slip in a rule's text", true);
    arguments.option("--rule", "N", "The rule's number.", [this](const std::string& typed) -> Status {
      auto number = parse_rule_number(typed, "a rule's number");
      if (!number) return number.error();
      rule_ = number->value;
      return ledger::Done{};
    });
    arguments.option("--before", "WORDS", "The words with the slip: they stand once in the text.", before_);
    arguments.option("--after", "WORDS", "The words that replace them.", after_);
    arguments.option("--lang", "CODE", "Which of the rule's texts. Else the game's language.", lang_);
    arguments.section("Another slip", true);
    arguments.option("--occurred-at-was", "TIME", "When what the record says happened, if not when it says.",
                     [this](const std::string& typed) -> Status {
                       auto time = replay::parse_time(typed, false);
                       if (!time) return failure_of(time.error());
                       occurred_at_ = *time;
                       return ledger::Done{};
                     });
    arguments.option("--name", "NAME", "How the player whom the record seats is called.", player_name_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.size() > 1 || (words_.empty() && !rule_)) {
      return usage("which record is corrected?",
                   "for example: nomic correct 36 --cause 'noted late' --occurred-at-was 2012-05-30T20:00Z");
    }
    if (!words_.empty()) {
      auto record = parse_record(words_[0], "the number of a record");
      if (!record) return record.error();
      record_ = *record;
    }
    if (!cause_ || cause_->empty()) return usage("a correction names its cause.", "add: --cause 'a slip of the pen'");
    auto clean = replay::clean_line(*cause_, "the cause", replay::REASON_LIMIT);
    if (!clean) return failure_of(clean.error());
    cause_ = std::move(*clean);
    const bool text = rule_ || before_ || after_ || lang_;
    const int kinds = (text ? 1 : 0) + (occurred_at_ ? 1 : 0) + (player_name_ ? 1 : 0);
    if (kinds != 1) {
      return usage(kinds == 0 ? "what is corrected?" : "one correction mends one slip.",
                   "give --rule N --before WORDS --after WORDS, or --occurred-at-was TIME, or --name NAME");
    }
    return text ? read_text() : ledger::Done{};
  }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    v1::Event event;
    v1::RecordCorrected* corrected = event.mutable_record_corrected();
    corrected->set_record(record_ ? record_->value : record_of_text(game.engine().state()));
    corrected->set_cause(*cause_);
    if (rule_) {
      v1::TextCorrection* text = corrected->mutable_text();
      text->set_rule(*rule_);
      text->set_lang(lang_of(game.engine().state()));
      text->set_before(*before_);
      text->set_after(*after_);
    } else if (occurred_at_) {
      corrected->set_occurred_at(*occurred_at_);
    } else {
      auto names = replay::player_names(*player_name_, "", "");
      if (!names) return failure_of(names.error());
      *corrected->mutable_name() = std::move(*names);
    }
    return event;
  }

 private:
  // The record that holds the text in force; of a rule that is not, the game says so.
  [[nodiscard]] std::uint64_t record_of_text(const replay::State& state) const {
    for (const v1::Rule& rule : state.rules()) {
      if (rule.number() == *rule_ && !rule.sources().empty()) return rule.sources().rbegin()->record();
    }
    return 0;
  }

  // A text in the game's language is recorded without one.
  [[nodiscard]] std::string lang_of(const replay::State& state) const {
    if (!lang_) return {};
    for (const v1::Rule& rule : state.rules()) {
      if (rule.number() != *rule_) continue;
      const bool named = std::any_of(rule.texts().begin(), rule.texts().end(),
                                     [&](const v1::Text& text) { return text.lang() == *lang_; });
      if (!named && *lang_ == state.founding().lang()) return {};
    }
    return *lang_;
  }

  Status read_text() {
    if (!rule_ || !before_ || !after_) {
      return usage("a slip in a text is named by the rule, the words with the slip and those that replace them.",
                   "give --rule N --before WORDS --after WORDS");
    }
    auto before = replay::clean_text(*before_, "the words with the slip");
    if (!before) return failure_of(before.error());
    auto after = replay::clean_text(*after_, "the words that replace them");
    if (!after) return failure_of(after.error());
    before_ = std::move(*before);
    after_ = std::move(*after);
    if (*before_ == *after_) return usage("the words that replace the slip are the same.");
    if (!lang_) return ledger::Done{};
    auto langs = read_langs(*lang_);
    if (!langs) return langs.error();
    if (langs->size() != 1) return usage("a correction is of one text.", "give one language: --lang en");
    return ledger::Done{};
  }

  std::optional<RecordNumber> record_;
  std::optional<std::string> cause_;
  std::optional<std::uint32_t> rule_;
  std::optional<std::string> before_;
  std::optional<std::string> after_;
  std::optional<std::string> lang_;
  std::optional<std::int64_t> occurred_at_;
  std::optional<std::string> player_name_;
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
