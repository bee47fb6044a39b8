// nomic team: joins a team or leaves it, between turns (210, 212).
#include "commands/all.h"
#include "nomic/replay/text.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Team : public MoveCommand {
 public:
  Team() : MoveCommand("team") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("NAME", "The team's name.", words_);
    arguments.flag("--none", "Leaves the team.", none_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.size() > 1) return usage("a player is in one team.", "a name of several words is put in quotes.");
    if (none_ != words_.empty()) {
      return usage(none_ ? "a team is named and left at once." : "which team?",
                   "for example: nomic team red --as NAME, or to leave it: nomic team --none --as NAME");
    }
    if (none_) return ledger::Done{};
    if (words_[0].empty()) return usage("the team's name is empty.", "to leave a team: nomic team --none --as NAME");
    auto team = replay::clean_name(words_[0], "the team's name");
    if (!team) return failure_of(team.error());
    team_ = std::move(*team);
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return false; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& /*game*/) override {
    v1::Event event;
    event.mutable_team_assigned()->set_team(team_);
    return event;
  }

 private:
  bool none_ = false;
  std::string team_;
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
