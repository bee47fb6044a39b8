// nomic contest: records a move that the rules refuse, for a Judge to uphold.
#include "cli/run.h"
#include "commands/all.h"

namespace nomic::tools {
namespace {

class Contest : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.rest("COMMAND...", "A move as it was refused, with its options.", words_);
    arguments.option("--as", "NAME", "Who moves. Else NOMIC_PLAYER.", as_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty()) {
      return usage("which move is contested?", "give it as it was refused: nomic contest vote for 301 --as NAME");
    }
    Settings settings = call.settings;
    if (as_) settings.as = *as_;
    return call.runner.contest(words_, settings);
  }

  // What it contests says whether it does.
  [[nodiscard]] bool may_wait() const override { return true; }

 private:
  std::vector<std::string> words_;
  std::optional<std::string> as_;
};

}  // namespace

const CommandSpec CONTEST = {
    "contest",
    "Disputes",
    "COMMAND...",
    "Records a move that the rules refuse, so that a Judge may uphold it.",
    "The rules are what the players and the Judge hold them to be. A move that the program refuses for a rule is "
    "recorded as contested, with every rule that stands against it. It has no effect unless a Judgment of the same "
    "turn "
    "upholds it: nomic judgment deliver ... --uphold I. The Judgment waives the rules that it cites with --cite, and "
    "all "
    "that stand against the move if it cites none of them. A lawful move is not contested but made; a command that is "
    "wrong in itself is "
    "refused as ever.",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann && nomic vote for --as Bob\n"
    "nomic vote against --as Bob || echo 'rule 207: one vote'\n"
    "nomic contest vote against --as Bob",
    make_command<Contest>,
};

}  // namespace nomic::tools
