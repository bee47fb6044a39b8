// nomic reindex: makes anew what is derived from the records.
#include <fmt/format.h>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

class Reindex : public Command {
 public:
  void declare(Arguments& /*arguments*/) override {}

  Result<Exit> run(Call& call) override {
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    auto ledger = call.session.ledger(folder, ledger::Access::WRITE);
    if (!ledger) return ledger.error();
    std::vector<ledger::Head> games;
    if (call.settings.game.empty()) {
      NOMIC_ASSIGN(auto all, (*ledger)->games());
      games = std::move(all);
    } else {
      NOMIC_ASSIGN(auto one, (*ledger)->find(call.settings.game));
      games.push_back(std::move(one));
    }
    for (const ledger::Head& game : games) {
      NOMIC_TRY(reindex(call, **ledger, game));
      if (call.out.is_text()) {
        call.out.text(fmt::format("{}: tiles, tree, states and index are made anew from {} records.\n",
                                  on_one_line(game.name), game.size));
      }
    }
    return Exit::DONE;
  }

 private:
  static Status reindex(Call& call, ledger::Ledger& ledger, const ledger::Head& game) {
    {
      Progress progress(call.io, "reindex", game.size);
      auto done = ledger.reindex(game.game, [&](std::uint64_t reached) { progress.at(reached); });
      if (!done) return failure_of(done.error());
    }
    Progress progress(call.io, "derive", game.size);
    auto derived = replay::Game::derive_anew(ledger, game.game, [&](const replay::Played& played) {
      progress.at(played.record.index.value);
      return true;
    });
    if (!derived) {
      call.out.warning(fmt::format("{}: no game can be derived from the records: {}", on_one_line(game.name),
                                   failure_of(derived.error()).what));
    }
    // Also where nothing more can be derived: there is nothing left to do.
    NOMIC_TRY(ledger.reindexed(game.game));
    return ledger::Done{};
  }
};

}  // namespace

const CommandSpec REINDEX = {
    "reindex",
    "Move data",
    "",
    "Drops what is derived from the records (tiles, tree, states, index) and makes it anew.",
    "For a ledger whose records are sound and of which nomic verify finds something else damaged. The records are read "
    "and checked first: where they are damaged nothing is dropped, and the way out is a backup or another player's "
    "copy. Killed, it is finished by the next command that opens the ledger.",
    "nomic init Ann Bob Cleo\n"
    "nomic reindex\n"
    "nomic verify",
    make_command<Reindex>,
};

}  // namespace nomic::tools
