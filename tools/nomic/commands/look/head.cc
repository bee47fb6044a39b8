// nomic head: how far the game reaches, for whoever prepares a move away from the ledger.
#include "commands/all.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "shared/prepared_statement.h"

namespace nomic::tools {
namespace {

class Head : public Command {
 public:
  void declare(Arguments& /*arguments*/) override {}

  Result<Exit> run(Call& call) override {
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    const ledger::Head& head = (*held)->head();
    if (call.out.is_text()) {
      call.out.raw(print_seen({head.game, head.size, head.head_hash}));
      return Exit::DONE;
    }
    v1::HeadView view;
    view.set_game(head.game.hash.hex());
    view.set_size(count32(head.size));
    view.set_head(head.head_hash.hex());
    view.set_root(head.root.hex());
    call.out.json(view);
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
    "seen.",
    "nomic init Ann Bob\n"
    "nomic head\n"
    "nomic head --format json",
    make_command<Head>,
};

}  // namespace nomic::tools
