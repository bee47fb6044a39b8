// nomic forfeit: leaves the game for good (113).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Forfeit : public MoveCommand {
 protected:
  void declare_move(Arguments& /*arguments*/) override {}
  Status read(Call& /*call*/) override {
    request_.mutable_forfeit();
    return ledger::Done{};
  }
};

}  // namespace

const CommandSpec FORFEIT = {
    "forfeit",
    "Play",
    "",
    "Leaves the game, for good.",
    "The score stays on record and cannot win. A ballot on a vote that is still open no longer counts, and the vote is "
    "complete if everybody else has voted.",
    "nomic init Ann Bob Cleo\n"
    "nomic forfeit --as Cleo --dry-run\n"
    "nomic forfeit --as Cleo",
    make_command<Forfeit>,
};

}  // namespace nomic::tools
