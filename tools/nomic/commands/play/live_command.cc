// nomic live: a game that was recorded afterwards is played on as it happens.
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Live : public MoveCommand {
 protected:
  void declare_move(Arguments& /*arguments*/) override {}
  Status read(Call& /*call*/) override {
    request_.mutable_go_live();
    return ledger::Done{};
  }

  // The keeper's, or a player's.
  Result<std::string> author(Call& call) override {
    const bool somebody = as_ || !call.settings.as.empty();
    return somebody ? MoveCommand::author(call) : Result<std::string>(std::string());
  }
};

}  // namespace

const CommandSpec LIVE = {
    "live",
    "Play",
    "",
    "Ends the recording of a game that was founded with --retrospective: from here on it is played as it happens.",
    "From this record on the game's clock is the recorder's, and --occurred-at decides nothing any more. What fell due "
    "since the last record, and is due by now, happens, each at its time, and is listed. Once in a game; refused while "
    "the last record's time lies in the future. Nobody need say who they are.",
    "nomic init --retrospective Ann Bob Cleo\n"
    "nomic propose repeal 209 --occurred-at 2012-05-30T10:00Z --as Ann\n"
    "nomic live\n"
    "nomic call-vote --as Ann",
    make_command<Live>,
};

}  // namespace nomic::tools
