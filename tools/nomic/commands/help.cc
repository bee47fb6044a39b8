// nomic help: the list of commands, one command's help, or the reference in docs/.
#include <fmt/format.h>

#include "cli/help_text.h"
#include "cli/run.h"
#include "cli/unknown_command.h"
#include "commands/all.h"

namespace nomic::tools {
namespace {

class Help : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[COMMAND]", "A command.", words_);
    arguments.flag("--markdown", "The reference of all commands, as docs/commands.md has it.", markdown_);
  }

  Result<Exit> run(Call& call) override {
    if (markdown_) {
      call.out.exact(reference_markdown(call.runner.commands()));
    } else if (words_.empty()) {
      call.out.text(program_help(call.runner.commands(), call.out.wrap_width()));
    } else {
      const CommandSpec* spec = find_command(call.runner.commands(), words_[0]);
      if (spec == nullptr) return unknown_command(call.runner.commands(), words_[0]);
      call.out.exact(command_help(*spec, call.out.wrap_width()));
    }
    return Exit::DONE;
  }

 private:
  std::vector<std::string> words_;
  bool markdown_ = false;
};

}  // namespace

// In no group: the list of commands does not name it, since it is what prints it.
const CommandSpec HELP = {
    "help",
    "",
    "[COMMAND] [--markdown]",
    "Shows the list of commands, or what one of them takes.",
    "",
    "nomic help\n"
    "nomic help vote",
    make_command<Help>,
};

}  // namespace nomic::tools
