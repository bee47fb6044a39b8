// nomic blame: whose words a rule's text is made of.
#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/reference.h"
#include "nomic/views/history_view.h"
#include "nomic/views/typed_numbers.h"
#include "render/history_text.h"
#include "shared/moment_options.h"
#include "shared/page_source.h"

namespace nomic::tools {
namespace {

class Blame : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("N", "The rule, by a number that it bears or ever bore.", words_);
    when_.declare(arguments);
    arguments.option("--lang", "CODE", "The language of the text, where the rule has several.", lang_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("which rule are the sentences of?", "for example: nomic blame 203");
    NOMIC_ASSIGN(auto number, parse_rule_number(words_[0], "a rule's number"));
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, when_.size(game));
    Progress progress(call.io, "blame", size);
    const auto histories =
        replay::rule_histories(game, number.value, size, [&](std::uint64_t done) { progress.at(done); });
    if (!histories) return failure_of(histories.error());
    if (histories->rules.empty()) {
      return refused(
          fmt::format("no rule ever bore the number {} in the first {} records.", replay::numeral(number.value), size),
          "nomic show-rules lists those in force.");
    }
    for (const replay::RuleHistory& life : histories->rules) {
      NOMIC_TRY(show(call, game, *histories, life));
    }
    return Exit::DONE;
  }

 private:
  Status show(Call& call, const replay::Game& game, const replay::Histories& histories,
              const replay::RuleHistory& life) const {
    NOMIC_ASSIGN(const auto made, blame_view(game, life, histories, lang_.value_or("")));
    const v1::BlameView& view = made;
    if (view.sentences().empty()) {
      return refused(fmt::format("rule {} has no text in {}.", view.number(), lang_.value_or("")),
                     "leave out --lang for the authoritative one.");
    }
    if (call.out.is_text()) {
      call.out.text(blame_text(view, call.out.table_width()));
    } else if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else {
      for (const auto& sentence : view.sentences()) call.out.json(sentence);
    }
    return ledger::Done{};
  }

  std::vector<std::string> words_;
  MomentOptions when_;
  std::optional<std::string> lang_;
};

}  // namespace

const CommandSpec BLAME = {
    "blame",
    "Look",
    "N [--at POINT] [--lang CODE]",
    "Shows whose words a rule's text is made of, sentence by sentence.",
    "Each sentence with the record from which it stands there without a break, and what brought it: the founding, a "
    "proposal with its proponent, an act or a correction with its author. A repealed rule is shown as it stood last.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose amend 206 --text 'A defeated proponent loses 5 points.' --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo\n"
    "nomic blame 301",
    make_command<Blame>,
};

}  // namespace nomic::tools
