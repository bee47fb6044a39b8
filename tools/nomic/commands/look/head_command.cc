// nomic head: how far the game reaches, for whoever prepares a move away from the ledger.
#include "commands/all.h"
#include "nomic/views/head_view.h"
#include "shared/prepared_statement.h"

namespace nomic::tools {
namespace {

class Head : public Command {
 public:
  void declare(Arguments& /*arguments*/) override {}

  Result<Exit> run(Call& call) override {
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    if (call.out.is_text()) {
      const ledger::Head& head = held->head();
      const auto zone = zone_of_days(held->engine().state());
      call.out.raw(print_seen({head.game, head.size, head.head_hash, zone}));
      return Exit::DONE;
    }
    call.out.json(head_view(*held));
    return Exit::DONE;
  }
};

}  // namespace

const CommandSpec HEAD = {
    "head",
    "Look",
    "",
    "Tells the game's identity, how many records it has, and the hash of the last.",
    "As text it is what --seen takes: whoever prepares a move without the ledger bears witness to all that they have "
    "seen. Of a game that is recorded afterwards it says so too.",
    "nomic init Ann Bob\n"
    "nomic head\n"
    "nomic head --format json",
    make_command<Head>,
};

}  // namespace nomic::tools
