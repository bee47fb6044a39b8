// nomic consent: agrees that the next turn begin though Judgment was invoked (212).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Consent : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.flag("--withdraw", "Takes back the consent given before.", withdraw_);
  }
  Status read(Call& /*call*/) override {
    request_.mutable_consent()->set_withdraw(withdraw_);
    return ledger::Done{};
  }

 private:
  bool withdraw_ = false;
};

}  // namespace

const CommandSpec CONSENT = {
    "consent",
    "Disputes",
    "[--withdraw]",
    "Consents that the next turn begin, once Judgment has been invoked.",
    "Where Judgment was invoked in a turn, the next player begins only with the consent of the players whom the rule "
    "names (more than half of the others, 212). Silence is no consent; it may be taken back until the next turn "
    "begins. A game that is won is closed in the same way.",
    "nomic init Ann Bob Cleo\n"
    "nomic judgment invoke 'Who begins?' --as Bob\n"
    "nomic consent --as Cleo\n"
    "nomic consent --withdraw --as Cleo",
    make_command<Consent>,
};

}  // namespace nomic::tools
