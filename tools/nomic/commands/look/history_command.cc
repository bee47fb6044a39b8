// nomic history: a rule's whole life.
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/typed_numbers.h"
#include "render/history_text.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class History : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("N", "A number that the rule bears or ever bore.", words_);
    when_.declare(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("the history of which rule?", "for example: nomic history 203");
    NOMIC_ASSIGN(auto number, parse_rule_number(words_[0], "a rule's number"));
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, when_.size(game));
    Progress progress(call.io, "history", size);
    const auto read = history_asked(game, number.value, size, [&](std::uint64_t done) { progress.at(done); });
    if (!read) return read.error();
    const v1::HistoryView& view = *read;
    if (call.out.is_text()) {
      call.out.text(history_text(view, call.out.wrap_width()));
    } else if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else {
      for (const auto& life : view.rules()) {
        for (const auto& version : life.versions()) call.out.json(version);
      }
    }
    return Exit::DONE;
  }

 private:
  std::vector<std::string> words_;
  MomentOptions when_;
};

}  // namespace

const CommandSpec HISTORY = {
    "history",
    "Look",
    "N [--at POINT]",
    "Shows a rule's whole life: every version, by which proposal and which votes.",
    "N is any number that the rule bears or ever bore: rule 108 gives a changed rule a new one, and the life goes on. "
    "Each version is shown with the record that brought it and with what it changed; what was struck or reckoned anew "
    "stays visible.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose amend 206 --text 'A defeated proponent loses 5 points.' --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo\n"
    "nomic history 206",
    make_command<History>,
};

}  // namespace nomic::tools
