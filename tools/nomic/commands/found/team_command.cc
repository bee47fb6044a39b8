// nomic team: joins a team or leaves it, between turns (210, 212).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Team : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("NAME", "The team's name.", words_);
    arguments.may_be_empty();
    arguments.flag("--none", "Leaves the team.", none_);
  }

  Status read(Call& /*call*/) override {
    if (words_.size() > 1) return usage("a player is in one team.", "a name of several words is put in quotes.");
    if (none_ != words_.empty()) {
      return usage(none_ ? "a team is named and left at once." : "which team?",
                   "for example: nomic team red --as NAME, or to leave it: nomic team --none --as NAME");
    }
    if (!none_ && words_[0].empty()) {
      return usage("the team's name is empty.", "to leave a team: nomic team --none --as NAME");
    }
    request_.mutable_team()->set_name(none_ ? "" : words_[0]);
    return ledger::Done{};
  }

 private:
  bool none_ = false;
};

}  // namespace

const CommandSpec TEAM = {
    "team",
    "Found a game",
    "NAME | --none",
    "Makes a player the team-mate of those of that team, or of nobody, between turns.",
    "Team-mates may consult (210) and do not judge each other's turns (212). A player wins, never a team (208).",
    "nomic init Ann Bob Cleo\n"
    "nomic team red --as Ann\n"
    "nomic team --none --as Ann",
    make_command<Team>,
};

}  // namespace nomic::tools
