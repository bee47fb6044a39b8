// nomic help: the list of commands, one command's help, or the reference in docs/.
#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/run.h"
#include "cli/unknown_command.h"
#include "commands/all.h"
#include "help_provisions.h"

namespace nomic::tools {
namespace {

class Help : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[COMMAND | provisions [KIND]]",
                    "A command; or what rules can say to the program, and one kind of it in full.", words_);
    arguments.flag("--markdown", "The reference of all commands, as docs/commands.md has it.", markdown_);
  }

  Result<Exit> run(Call& call) override {
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
    auto text = words_.size() == 1 ? Result<std::string>(provision_kinds_help(call.out.table_width()))
                                   : provision_kind_help(words_[1], width);
    if (!text) return text.error();
    call.out.text(*text);
    return Exit::DONE;
  }

  std::vector<std::string> words_;
  bool markdown_ = false;
};

}  // namespace

// In no group: the list of commands does not name it, since it is what prints it.
const CommandSpec HELP = {
    "help",
    "",
    "[COMMAND | provisions [KIND]] [--markdown]",
    "Shows the list of commands, what one of them takes, or what rules can say to the program.",
    "",
    "nomic help\n"
    "nomic help vote\n"
    "nomic help provisions award",
    make_command<Help>,
};

}  // namespace nomic::tools
