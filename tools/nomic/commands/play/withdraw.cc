// nomic withdraw: takes a proposal back, where a rule provides for it (104 does not).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Withdraw : public MoveCommand {
 public:
  Withdraw() : MoveCommand("withdraw") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P]", "The proposal; it may be left out where only one is open.", words_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.size() > 1) return usage("one proposal is taken back at a time.", "for example: nomic withdraw 301");
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return words_.empty(); }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    auto number = proposal_named(game.engine(), words_.empty() ? std::nullopt : std::optional(words_[0]));
    if (!number) return number.error();
    v1::Event event;
    event.mutable_proposal_withdrawn()->set_proposal(*number);
    return event;
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
