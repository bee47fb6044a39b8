// nomic help: the list of commands, one command's help, or the reference in docs/.
#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/run.h"
#include "cli/unknown_command.h"
#include "commands/all.h"
#include "help_provisions.h"
#include "manual/manual_pages.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {
namespace {

class Help : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[COMMAND | provisions [KIND]]",
                    "A command; or what rules can say to the program, and one kind of it in full.", words_);
    arguments.flag("--markdown", "The reference of all commands, as docs/commands.md has it.", markdown_);
    arguments.flag("--man", "The names of the manual pages; with one of them, that page as man reads it.", man_);
  }

  Result<Exit> run(Call& call) override {
    if (man_) return manual(call);
    if (markdown_) {
      call.out.exact(reference_markdown(call.runner.commands()));
    } else if (words_.empty()) {
      call.out.text(program_help(call.runner.commands(), call.out.wrap_width()));
    } else if (words_[0] == PROVISIONS) {
      return of_provisions(call);
    } else {
      const CommandSpec* spec = find_command(call.runner.commands(), words_[0]);
      if (spec == nullptr) return unknown_command(call.runner.commands(), words_[0]);
      call.out.exact(command_help(*spec, call.out.wrap_width()));
    }
    return Exit::DONE;
  }

 private:
  static constexpr std::string_view PROVISIONS = "provisions";

  Result<Exit> of_provisions(Call& call) const {
    const std::size_t width = call.out.wrap_width();
    if (words_.size() > 2)
      return usage("one kind of provision is shown at a time.", "nomic help provisions lists them.");
    NOMIC_ASSIGN(auto text, words_.size() == 1 ? Result<std::string>(provision_kinds_help(call.out.table_width()))
                                               : provision_kind_help(words_[1], width));
    call.out.text(text);
    return Exit::DONE;
  }

  Result<Exit> manual(Call& call) const {
    const std::vector<std::string> names = manual_page_names(call.runner.commands());
    if (words_.size() > 1) return usage("one manual page is shown at a time.", "nomic help --man lists them");
    if (words_.empty()) {
      for (const std::string& name : names) call.out.raw(name + "\n");
      return Exit::DONE;
    }
    const auto page = manual_page(call.runner.commands(), words_[0]);
    if (!page) return unknown_word("manual page", words_[0], names);
    call.out.raw(*page);
    return Exit::DONE;
  }

  std::vector<std::string> words_;
  bool markdown_ = false;
  bool man_ = false;
};

}  // namespace

// In no group: the list of commands does not name it, since it is what prints it.
const CommandSpec HELP = {
    "help",
    "",
    "[COMMAND | provisions [KIND]] [--markdown | --man [PAGE]]",
    "Shows the list of commands, what one of them takes, or what rules can say to the program.",
    "What it shows of a command is in the command's manual page too: man nomic-vote. Where nomic is not installed, "
    "--man gives the page to man.",
    "nomic help\n"
    "nomic help vote\n"
    "nomic help provisions award\n"
    "nomic help --man nomic-vote.1 > nomic-vote.1",
    make_command<Help>,
};

}  // namespace nomic::tools
