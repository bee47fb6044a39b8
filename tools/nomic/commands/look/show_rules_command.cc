// nomic show-rules: the rules in force.
#include "commands/all.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/typed_numbers.h"
#include "render/rule_text.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class ShowRules : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[N...]", "The rules, by number. Without any: all that are in force.", words_);
    when_.declare(arguments);
    when_.declare_revised(arguments);
    arguments.option("--lang", "CODE", "The language of the texts, where a rule has several; two side by side: en,ja.",
                     lang_);
    arguments.flag("--provisions", "Shows the provisions that the program plays by, in words and as they are recorded.",
                   provisions_);
    arguments.flag("--references", "Marks the numbers of rules in the texts with what they meant and mean by now.",
                   references_);
  }

  Result<Exit> run(Call& call) override {
    RulesAsked asked;
    for (const std::string& word : words_) {
      NOMIC_ASSIGN(auto number, parse_rule_number(word, "a rule's number"));
      asked.numbers.push_back(number.value);
    }
    if (lang_) {
      NOMIC_ASSIGN(auto langs, read_langs(*lang_));
      asked.langs = std::move(langs);
      asked.must_have_langs = true;
    } else if (call.out.is_text() && !call.settings.language.empty()) {
      // A wish, where --lang is a demand.
      asked.langs = {call.settings.language};
    }
    NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
    asked.references = references_;
    NOMIC_ASSIGN(auto view, rules_asked(*game, when_.viewpoint(), asked));
    langs_ = std::move(asked.langs);
    print(call, view);
    return Exit::DONE;
  }

 private:
  void print(Call& call, const v1::RulesView& view) const {
    if (call.out.format() == Format::JSON) {
      call.out.json(view);
      return;
    }
    bool first = true;
    for (const v1::RulesView::Rule& rule : view.rules()) {
      if (call.out.format() == Format::JSONL) {
        call.out.json(rule);
      } else {
        call.out.text((first ? "" : "\n") + rule_text(rule, langs_, call.out.wrap_width(), shown()));
      }
      first = false;
    }
  }

  // Who asks for single rules is told what the program plays by.
  [[nodiscard]] Provisions shown() const {
    if (provisions_) return Provisions::IN_FULL;
    return words_.empty() ? Provisions::LEFT_OUT : Provisions::IN_WORDS;
  }

  std::vector<std::string> words_;
  MomentOptions when_;
  std::optional<std::string> lang_;
  std::vector<std::string> langs_;
  bool references_ = false;
  bool provisions_ = false;
};

}  // namespace

const CommandSpec SHOW_RULES = {
    "show-rules",
    "Look",
    "[N...] [--at POINT] [--lang CODE[,CODE]]",
    "Shows the rules in force, now or at a point.",
    "A rule that is void because it conflicts with an immutable one is marked, and where a rule yields to another on a "
    "point that is said. A rule that has no text in a language asked for is shown in its authoritative one.",
    "nomic init --lang en,ja Ann Bob Cleo\n"
    "nomic show-rules 203 206\n"
    "nomic show-rules 203 --lang en,ja\n"
    "nomic show-rules 202 --provisions --at start",
    make_command<ShowRules>,
};

}  // namespace nomic::tools
