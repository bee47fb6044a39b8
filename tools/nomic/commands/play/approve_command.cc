// nomic approve: says whether somebody may join, or leave, where a rule asks the players.
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Approve : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("NAME", "Who has asked to join, or to leave.", words_);
    arguments.section("The move");
    arguments.flag("--refuse", "Refuses it.", refuse_);
  }

  Status read(Call& /*call*/) override {
    if (words_.size() != 1) {
      return usage(words_.empty() ? "whose wish is it?" : "one wish is approved at a time.",
                   "for example: nomic approve Dora --as NAME");
    }
    request_.mutable_approve()->set_player(words_[0]);
    request_.mutable_approve()->set_refuse(refuse_);
    return ledger::Done{};
  }

 private:
  bool refuse_ = false;
};

}  // namespace

const CommandSpec APPROVE = {
    "approve",
    "Play",
    "NAME [--refuse]",
    "Approves, or refuses, that somebody joins or leaves, where a rule asks the players.",
    "Whoever said something before may say something else until it is settled.",
    "nomic init Ann Bob Cleo\n"
    "nomic join Dora\n"
    "nomic approve Dora --as Ann || echo 'no rule asks for it: she is in'",
    make_command<Approve>,
};

}  // namespace nomic::tools
