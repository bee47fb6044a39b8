// nomic forfeit: leaves the game for good (113).
#include <fmt/format.h>

#include "commands/all.h"
#include "nomic/words/terminal_text.h"
#include "shared/asked_moves.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Forfeit : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override { declare_yes(arguments, yes_); }
  Status read(Call& /*call*/) override {
    request_.mutable_forfeit();
    return ledger::Done{};
  }
  [[nodiscard]] bool looks_first() const override { return true; }
  Result<std::optional<Question>> question(Call& call, Service& service, const Means& means) override {
    NOMIC_ASSIGN(auto tried, tried_to_ask(call, service, request_, means, yes_));
    if (!tried) return std::optional<Question>{};
    const std::string who = on_one_line(request_.author());
    return std::optional<Question>{
        {fmt::format("{} would leave the game for good. Forfeit?", who),
         "nothing was recorded: the game goes on as it was",
         fmt::format("to forfeit is to leave the game for good, and {} was not asked.", who)}};
  }
};

}  // namespace

const CommandSpec FORFEIT = {
    "forfeit",
    "Play",
    "[--yes]",
    "Leaves the game, for good.",
    "On a terminal it asks first; elsewhere --yes says that it is meant, but in a play, whose lines are meant as they "
    "stand. The score stays on record and cannot win. A ballot on a vote that is still open no longer counts, and the "
    "vote is "
    "complete if everybody else has voted.",
    "nomic init Ann Bob Cleo\n"
    "nomic forfeit --as Cleo --dry-run\n"
    "nomic forfeit --as Cleo --yes",
    make_command<Forfeit>,
};

}  // namespace nomic::tools
