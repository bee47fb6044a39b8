// nomic inactive, nomic active: a player is away, or back, where a rule knows that.
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Activity : public MoveCommand {
 protected:
  explicit Activity(bool active) { request_.mutable_activity()->set_active(active); }

  void declare_move(Arguments& arguments) override {
    if (request_.activity().active()) return;
    arguments.section("The move");
    arguments.option("--reason", "REASON", "Why, for people.", *request_.mutable_activity()->mutable_reason());
    arguments.may_be_empty();
  }
  Status read(Call& /*call*/) override { return ledger::Done{}; }
};

class Active : public Activity {
 public:
  Active() : Activity(true) {}
};

class Inactive : public Activity {
 public:
  Inactive() : Activity(false) {}
};

}  // namespace

const CommandSpec INACTIVE = {
    "inactive",
    "Play",
    "[--reason REASON]",
    "Says that one is away, where a rule knows that.",
    "What an inactive player has no part in is said by that rule. The Initial Set knows none.",
    "nomic init Ann Bob Cleo\n"
    "nomic inactive --reason 'on holiday' --as Bob || echo 'no rule knows it'",
    make_command<Inactive>,
};

const CommandSpec ACTIVE = {
    "active",
    "Play",
    "",
    "Says that one is back.",
    "",
    "nomic init Ann Bob Cleo\n"
    "nomic active --as Bob || echo 'Bob was never away'",
    make_command<Active>,
};

}  // namespace nomic::tools
