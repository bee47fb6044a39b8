// nomic serve and nomic invite, in a program that was built without the server: they say so.
#include "commands/all.h"
#include "data/serves.h"

namespace nomic::tools {

const bool SERVES = false;

namespace {

class WithoutServer : public Command {
 public:
  void declare(Arguments& arguments) override { arguments.rest("...", "What a server would take.", words_); }
  [[nodiscard]] bool is_paged() const override { return false; }

  Result<Exit> run(Call& /*call*/) override {
    return usage(
        "this nomic was built without the server.",
        "build it with -DNOMIC_SERVER=ON, or have many play one ledger by turns: each move waits for the lock");
  }

 private:
  std::vector<std::string> words_;
};

}  // namespace

const CommandSpec SERVE = {
    "serve",
    "Move data",
    "...",
    "Keeps a ledger for many; this program was built without it.",
    "",
    "nomic --version\n"
    "nomic serve || test $? = 2",
    make_command<WithoutServer>,
};

const CommandSpec INVITE = {
    "invite",
    "Move data",
    "...",
    "Invites players to a server; this program was built without it.",
    "",
    "nomic --version\n"
    "nomic invite Ann || test $? = 2",
    make_command<WithoutServer>,
};

}  // namespace nomic::tools
