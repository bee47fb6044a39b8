// nomic head: how far the game reaches, for whoever prepares a move away from the ledger.
#include "commands/all.h"
#include "nomic/replay/afterwards.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "shared/prepared_statement.h"

namespace nomic::tools {
namespace {

// Of moves whose time is somebody's word.
std::optional<std::string> zone_of_days(const replay::State& state) {
  if (!replay::is_recorded_afterwards(state)) return std::nullopt;
  const std::string& zone = state.founding().zone();
  return zone.empty() ? "UTC" : zone;
}

class Head : public Command {
 public:
  void declare(Arguments& /*arguments*/) override {}

  Result<Exit> run(Call& call) override {
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    const ledger::Head& head = (*held)->head();
    const auto zone = zone_of_days((*held)->engine().state());
    if (call.out.is_text()) {
      call.out.raw(print_seen({head.game, head.size, head.head_hash, zone}));
      return Exit::DONE;
    }
    v1::HeadView view;
    view.set_game(head.game.hash.hex());
    view.set_size(count32(head.size));
    view.set_head(head.head_hash.hex());
    view.set_root(head.root.hex());
    if (zone) view.set_zone(*zone);
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
    "seen. Of a game that is recorded afterwards it says so too.",
    "nomic init Ann Bob\n"
    "nomic head\n"
    "nomic head --format json",
    make_command<Head>,
};

}  // namespace nomic::tools
