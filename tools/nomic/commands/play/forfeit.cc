// nomic forfeit: leaves the game for good (113).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Forfeit : public MoveCommand {
 public:
  Forfeit() : MoveCommand("forfeit") {}

 protected:
  void declare_move(Arguments& /*arguments*/) override {}
  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override { return ledger::Done{}; }
  [[nodiscard]] bool needs_game() const override { return false; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& /*game*/) override {
    v1::Event event;
    event.mutable_player_forfeited();
    return event;
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
