// nomic inactive, nomic active: a player is away, or back, where a rule knows that.
#include "commands/all.h"
#include "nomic/replay/text.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Activity : public MoveCommand {
 protected:
  Activity(std::string name, bool active) : MoveCommand(std::move(name)), active_(active) {}

  void declare_move(Arguments& arguments) override {
    if (active_) return;
    arguments.section("The move", true);
    arguments.option("--reason", "REASON", "Why, for people.", reason_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (!reason_) return ledger::Done{};
    auto clean = replay::clean_line(*reason_, "the reason", replay::REASON_LIMIT);
    if (!clean) return failure_of(clean.error());
    reason_ = std::move(*clean);
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return false; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& /*game*/) override {
    v1::Event event;
    event.mutable_activity_changed()->set_active(active_);
    event.mutable_activity_changed()->set_reason(reason_.value_or(""));
    return event;
  }

 private:
  bool active_;
  std::optional<std::string> reason_;
};

class Active : public Activity {
 public:
  Active() : Activity("active", true) {}
};

class Inactive : public Activity {
 public:
  Inactive() : Activity("inactive", false) {}
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
