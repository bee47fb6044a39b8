// nomic backup: every game of the ledger in one file.
#include <fmt/format.h>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/bundle_files.h"

namespace nomic::tools {
namespace {

class Backup : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("FILE", "Where to write it; - is standard output.", words_);
    arguments.flag("--force", "Overwrites the file, if there is one.", force_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("a backup is one file.", "nomic backup FILE");
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    auto ledger = call.session.ledger(folder, ledger::Access::READ);
    if (!ledger) return ledger.error();
    NOMIC_ASSIGN(auto games, (*ledger)->games());
    if (games.empty()) return usage("the ledger holds no game yet: there is nothing to back up.");
    NOMIC_ASSIGN(auto output, BundleOutput::open(call, words_[0], force_));

    v1::BundlesView view;
    view.set_file(words_[0]);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const ledger::Head& game = games[i];
      Progress progress(call.io, "backup", game.size);
      auto report = (*ledger)->export_to(output->write(), {game.game, 0, game.size, games.size() - 1 - i},
                                         [&](std::uint64_t done) { progress.at(done); });
      if (output->reader_left()) return Exit::DONE;
      if (!report) return failure_of(report.error());
      *view.add_bundles() = bundle_view(*report);
      if (auto founding = founding_in(**ledger, game.game)) {
        if (auto rehearsal = rehearsal_view(*founding))
          *view.mutable_bundles()->rbegin()->mutable_rehearsal() = *rehearsal;
      }
    }
    NOMIC_TRY(output->finish());
    if (words_[0] != STANDARD_STREAM) print(call, view);
    return Exit::DONE;
  }

 private:
  static void print(Call& call, const v1::BundlesView& view) {
    if (!call.out.is_text()) {
      call.out.json(view);
      return;
    }
    for (const auto& bundle : view.bundles()) {
      call.out.text(fmt::format("{}  {} records  head {}\n", bundle.name(), bundle.size(), bundle.head_hash()));
      if (bundle.has_rehearsal()) call.out.text(wrap(bundle.rehearsal().in_words(), call.out.wrap_width(), 2));
    }
    call.out.text(fmt::format("{} {} in {}.\n", view.bundles_size(), view.bundles_size() == 1 ? "game is" : "games are",
                              in_quotes(view.file())));
  }

  std::vector<std::string> words_;
  bool force_ = false;
};

}  // namespace

const CommandSpec BACKUP = {
    "backup",
    "Move data",
    "FILE | -  [--force]",
    "Writes every game of the ledger into one file.",
    "One bundle a game, one after the other; nomic import FILE brings back what a ledger lacks of them, and nomic "
    "verify FILE checks them. The file takes its name only once it is whole and on the disk, and that of a file which "
    "is there only with --force. A copied folder is no backup: its mark is copied with it, so nothing shows that it is "
    "an older one.",
    "nomic init Ann Bob Cleo\n"
    "nomic backup games.backup\n"
    "nomic verify games.backup",
    make_command<Backup>,
};

}  // namespace nomic::tools
