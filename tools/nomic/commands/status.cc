// nomic status: whose move it is, and what there is to know.
#include "nomic/commands/all.h"
#include "nomic/looks.h"
#include "nomic/moment.h"
#include "nomic/views.h"

namespace nomic::tools {
namespace {

class StatusCommand : public Command {
 public:
  void declare(Arguments& arguments) override { declare_at(arguments, at_); }

  Result<Exit> run(Call& call) override {
    auto game = call.game(ledger::Access::READ);
    if (!game) return game.error();
    auto moment = Moment::of(**game, at_);
    if (!moment) return moment.error();
    auto hash = hash_at(call, **game, moment->engine().state().size());
    if (!hash) return hash.error();
    const v1::StatusView view = status_view(moment->engine(), (*game)->head(), *hash);
    if (call.out.is_text()) {
      call.out.text(status_text(view, call.out.wrap_width()));
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

 private:
  std::optional<replay::Point> at_;
};

}  // namespace

const CommandSpec STATUS = {
    "status",
    "Look",
    "[--at POINT]",
    "Says whose move it is, what is open, and what there is to know.",
    "Who is moving and who may begin the next turn are two things: until the next proposal the turn is the last "
    "mover's.",
    "nomic init Ann Bob Cleo\n"
    "nomic status\n"
    "nomic status --format json",
    make_command<StatusCommand>,
};

}  // namespace nomic::tools
