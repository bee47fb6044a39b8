// nomic withdraw: takes a proposal back, where a rule provides for it (104 does not).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Withdraw : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P]", "The proposal; it may be left out where only one is open.", words_);
  }

  Status read(Call& /*call*/) override {
    if (words_.size() > 1) return usage("one proposal is taken back at a time.", "for example: nomic withdraw 301");
    return read_proposal(words_, 0, *request_.mutable_withdraw());
  }
};

}  // namespace

const CommandSpec WITHDRAW = {
    "withdraw",
    "Play",
    "[P]",
    "Takes a proposal back, where a rule lets its proponent.",
    "The Initial Set does not: what is proposed is voted on (rule 104). A rule with a proposing provision can.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --as Ann\n"
    "nomic withdraw --as Ann || echo 'not under rule 104'",
    make_command<Withdraw>,
};

}  // namespace nomic::tools
