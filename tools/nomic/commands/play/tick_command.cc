// nomic tick: records that time has passed, so that what is due happens.
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Tick : public MoveCommand {
 protected:
  void declare_move(Arguments& /*arguments*/) override {}
  Status read(Call& /*call*/) override {
    request_.mutable_tick();
    return ledger::Done{};
  }

  // Anybody's, a script's too: nobody decides anything by it.
  Result<std::string> author(Call& call) override {
    const bool somebody = as_ || !call.settings.as.empty();
    return somebody ? MoveCommand::author(call) : Result<std::string>(std::string());
  }
};

}  // namespace

const CommandSpec TICK = {
    "tick",
    "Play",
    "",
    "Records that time has passed: what is due by now happens.",
    "What a rule lets happen at a time (the end of a vote, a delayed effect, inactivity) happens at the first record "
    "at or after it, whatever that record is; a tick is one for nothing else. Nobody need say who they are. It is "
    "refused where nothing is due, so that a script may try it every hour.",
    "nomic init Ann Bob Cleo\n"
    "nomic tick || echo 'nothing is due'",
    make_command<Tick>,
};

}  // namespace nomic::tools
