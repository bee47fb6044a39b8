// nomic call-vote: ends debate on a proposal (106, 111).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class CallVote : public MoveCommand {
 public:
  CallVote() : MoveCommand("call-vote") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P]", "The proposal; may be left out where only one is open.", words_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.size() > 1) return usage("call-vote takes one proposal.");
    if (!words_.empty()) proposal_ = words_[0];
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return !proposal_; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    auto number = proposal_named(game.engine(), proposal_);
    if (!number) return number.error();
    v1::Event event;
    event.mutable_vote_called()->set_proposal(*number);
    return event;
  }

 private:
  std::optional<std::string> proposal_;
};

}  // namespace

const CommandSpec CALL_VOTE = {
    "call-vote",
    "Play",
    "[P]",
    "Ends debate on a proposal: its form is final and voting begins.",
    "",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --as Ann\n"
    "nomic call-vote --as Ann",
    make_command<CallVote>,
};

}  // namespace nomic::tools
