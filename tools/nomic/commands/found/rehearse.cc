// nomic rehearse: a copy of the game to try moves in, which nobody can take for the game.
#include <fmt/format.h>

#include "cli/ledger_word.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "found/rehearsal_stage.h"
#include "nomic/replay/rehearsal.h"
#include "nomic/service/view_values.h"
#include "nomic/views/json.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"
#include "shared/moment.h"

namespace nomic::tools {
namespace {

constexpr std::size_t SALT_BYTES = 16;

class Rehearse : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("DIR", "The folder to rehearse in, which is made.", words_);
    declare_point(arguments, "--at", "Begins as the game was at a point. Default: head.", at_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1 || words_[0].empty())
      return usage("in which folder?", "for example: nomic rehearse practice");
    NOMIC_TRY(check_ledger_word(call.io, words_[0]));
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    auto ledger = call.session.ledger(folder, ledger::Access::READ);
    if (!ledger) return ledger.error();
    NOMIC_ASSIGN(auto game, call.session.game(folder, call.settings.game, ledger::Access::READ));
    NOMIC_ASSIGN(auto size, size_at(*game, at_));
    RehearsalStage stage(call, path_in(call.io, words_[0]));
    NOMIC_TRY(stage.begin());
    NOMIC_TRY(copy(call, **ledger, *game, size, stage));
    NOMIC_TRY(stage.finish());
    NOMIC_ASSIGN(auto rehearsal, call.session.game(stage.ledger(), {}, ledger::Access::READ));
    print(call, *rehearsal, stage);
    return Exit::DONE;
  }

 private:
  static Status copy(Call& call, ledger::Ledger& from, replay::Game& game, std::uint64_t size,
                     const RehearsalStage& stage) {
    StageFile passage;
    NOMIC_TRY(passage.open(stage.folder()));
    Progress copying(call.io, "copy", size);
    auto written = replay::export_rehearsal(from, game, size, ledger::random_bytes(SALT_BYTES), passage.write(),
                                            [&](std::uint64_t done) { copying.at(done); });
    if (!written) return failure_of(written.error());
    NOMIC_ASSIGN(auto into, call.session.ledger_to_found_in(stage.making()));
    ledger::BundleSource source(passage.read());
    Progress deriving(call.io, "derive", size);
    replay::BundleImport bundle;
    bundle.progress = [&](std::uint64_t done) { deriving.at(done); };
    NOMIC_ASSIGN(auto taken, replay::Game::import_from(*into, source, bundle));
    warn_of_name(call, taken.imported, game.head().name);
    return ledger::Done{};
  }

  void print(Call& call, const replay::Game& rehearsal, const RehearsalStage& stage) const {
    const replay::State& state = rehearsal.engine().state();
    call.is_about(state.founding());
    v1::FoundedView view;
    view.set_game(rehearsal.head().game.hash.hex());
    view.set_name(rehearsal.head().name);
    view.set_size(count32(rehearsal.head().size));
    view.set_ledger(as_utf8(stage.ledger()));
    for (const v1::Player& player : state.players()) view.add_players(player.names().name());
    view.set_edition(state.founding().edition());
    view.set_mode(state.founding().mode() == v1::MAIL ? "mail" : "table");
    view.set_hash(rehearsal.head().head_hash.hex());
    if (!call.out.is_text()) return call.out.json(view);
    const std::string folder = as_shell_word(words_[0]);
    call.out.text(fmt::format("It is in {}: #0 to #{} are the game's; nothing has to be signed; its identity is {}.\n",
                              in_quotes(words_[0]), view.size() - 1, view.game()));
    call.out.text(fmt::format("Rehearse with --ledger {}, or in the folder itself: cd {}\n", folder, folder));
    const auto named = call.io.env("NOMIC_LEDGER");
    if (!named || named->empty()) return;
    call.out.note("NOMIC_LEDGER names another ledger, in every folder: --ledger prevails over it");
  }

  std::vector<std::string> words_;
  std::optional<replay::Point> at_;
};

}  // namespace

const CommandSpec REHEARSE = {
    "rehearse",
    "Found a game",
    "DIR [--at POINT]",
    "Copies the game into a folder of its own, to try moves that nobody means yet.",
    "The copy is a game of its own, with an identity of its own: nothing that is done in it is done in the game, and "
    "whatever is shown, exported or verified of it says which game it rehearses, and from which record on. Records "
    "keep their numbers. They lose their signatures, which were made for the game; so in a rehearsal nobody has to "
    "sign, and one person can play them all.\n"
    "The folder must not be there yet, or be empty. It is played in with --ledger DIR, or from inside it. A ledger "
    "holds a game or its rehearsals, not both. With --at, the rehearsal begins as the game was then.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic rehearse practice\n"
    "nomic vote against --as Bob --ledger practice\n"
    "nomic status --ledger practice",
    make_command<Rehearse>,
};

}  // namespace nomic::tools
