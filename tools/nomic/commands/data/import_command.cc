// nomic import: takes the games of a file in.
#include <fmt/format.h>

#include <filesystem>

#include "cli/file_kind.h"
#include "cli/file_time.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/replay/text.h"
#include "nomic/service/view_values.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/words/afterwards_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/bundle_files.h"
#include "shared/folder_to_make.h"

namespace nomic::tools {
namespace {

// A record dated later than this machine's clock by more was not made by a clock that is kept well.
constexpr std::int64_t FAR_AHEAD = std::int64_t{60} * 60 * 1'000'000;

// What is to be said of the records that came in: what the rules refuse among them, and whose word their times are.
struct Seen {
  std::uint64_t records = 0;
  std::string first;
  bool afterwards = false;  // the game was recorded so
  std::optional<v1::RehearsalView> rehearsal = {};

  void see(const replay::Played& played) {
    afterwards = afterwards || played.move.event.afterwards();
    if (played.move.index == 0) rehearsal = rehearsal_view(played.after.state().founding());
    for (const v1::Consequence& consequence : played.consequences) {
      if (!consequence.has_not_lawful()) continue;
      if (records++ == 0) first = fmt::format("#{}: {}", played.record.index.value, sentence_of(consequence));
    }
  }
};

class Import : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("FILE", "A bundle or a backup; - is standard input.", words_);
    arguments.option("--name", "NAME", "What the game shall be called here, if it is new.", name_);
    arguments.flag("--allow-ahead", "Takes in records that are dated more than an hour ahead of this machine's clock.",
                   allow_ahead_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("which file?", "nomic import FILE, or - for standard input");
    if (name_) {
      NOMIC_ASSIGN(auto clean, or_failure(replay::clean_game_name(*name_)));
      name_ = std::move(clean);
    }
    NOMIC_TRY(check_is_no_text(path_in(call.io, words_[0]), words_[0]));
    NOMIC_ASSIGN(auto input, BundleInput::open(call, words_[0]));
    NOMIC_ASSIGN(auto place, call.session.founding_folder(call.settings.ledger));
    std::string folder = std::move(place);
    NOMIC_TRY(check_folder_to_make(call.settings.ledger.empty() ? folder : call.settings.ledger, folder));
    if (auto found = call.session.find_ledger(call.settings.ledger)) folder = *found;
    std::error_code error;
    const bool there = call.session.is_database(folder) ||
                       (std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error));
    NOMIC_ASSIGN(auto ledger, call.session.ledger_to_found_in(folder));

    v1::BundlesView view;
    view.set_file(words_[0]);
    auto imported = take_in_time(call, input->source(), *ledger, view);
    if (!imported && !there && view.bundles().empty()) {
      // A ledger that was made for this import alone.
      call.session.close(folder);
      std::filesystem::remove_all(folder, error);
    }
    if (!imported && imported.error().exit != Exit::DONE) {
      if (!view.bundles().empty()) print(call, view);
      return imported.error();
    }
    print(call, view);
    return found_unlawful_ ? Exit::DIFFERENT : Exit::DONE;
  }

 private:
  Status take_in_time(Call& call, ledger::BundleSource& source, ledger::Ledger& ledger, v1::BundlesView& view) {
    const FileTime time(call.io, size_of_file(call.io, words_[0]));
    try {
      return take_in(call, source, ledger, view);
    } catch (const replay::WorkGivenUp& why) {
      return FileTime::given_up(why);
    }
  }

  Status take_in(Call& call, ledger::BundleSource& source, ledger::Ledger& ledger, v1::BundlesView& view) {
    for (;;) {
      Progress progress(call.io, "import", 0);
      Seen seen;
      replay::BundleImport bundle;
      bundle.name = name_.value_or("");
      if (!allow_ahead_) bundle.latest = call.io.now() + FAR_AHEAD;
      bundle.progress = [&](std::uint64_t done) { progress.at(done); };
      bundle.each = [&](const replay::Played& played) { seen.see(played); };
      NOMIC_ASSIGN(auto taken, replay::Game::import_from(ledger, source, bundle));
      const ledger::Imported& imported = taken.imported;
      if (imported.following > 0 && name_) {
        call.out.note("--name is for the first game of the file; the others keep their names");
      }
      warn_of_name(call, imported, {});
      name_.reset();
      add(imported, seen, view);
      say(call, imported.head, seen);
      if (taken.not_kept) warn_of_kept(call, imported.head, *taken.not_kept);
      if (imported.following == 0) return ledger::Done{};
    }
  }

  static void add(const ledger::Imported& imported, const Seen& seen, v1::BundlesView& view) {
    const ledger::Head& head = imported.head;
    auto& bundle = *view.add_bundles();
    bundle.set_game(head.game.hash.hex());
    bundle.set_name(head.name);
    bundle.set_size(count32(head.size));
    bundle.set_head_hash(head.head_hash.hex());
    bundle.set_root(head.root.hex());
    bundle.set_added(count32(head.size - imported.before));
    bundle.set_signatures(count32(imported.signatures));
    bundle.set_unlawful(count32(seen.records));
    if (seen.afterwards) bundle.set_afterwards(afterwards_words(0));
    if (seen.rehearsal) *bundle.mutable_rehearsal() = *seen.rehearsal;
    // Shorter than what is here.
    bundle.set_from(0);
  }

  // What the rules refuse has no effect, and stays on record.
  void say(Call& call, const ledger::Head& head, const Seen& seen) {
    if (seen.records == 0) return;
    found_unlawful_ = true;
    call.out.warning(fmt::format("{}: {} {} not lawful and without effect, first {} nomic audit tells more",
                                 on_one_line(head.name), seen.records, seen.records == 1 ? "record is" : "records are",
                                 paint(seen.first, false)));
  }

  // States and index make later commands as quick as where the game was played; they can do without.
  static void warn_of_kept(Call& call, const ledger::Head& head, const replay::Error& error) {
    call.out.warning(fmt::format("{}: the records are taken in, but what is derived from them could not be kept: {}",
                                 on_one_line(head.name), failure_of(error).what));
  }

  void print(Call& call, const v1::BundlesView& view) const {
    if (!call.out.is_text()) {
      call.out.json(view);
      return;
    }
    for (const auto& bundle : view.bundles()) {
      const std::string what = bundle.added() == 0 ? std::string("nothing new")
                               : bundle.added() == bundle.size()
                                   ? fmt::format("new, {} records", bundle.size())
                                   : fmt::format("{} {} more, now {}", bundle.added(),
                                                 bundle.added() == 1 ? "record" : "records", bundle.size());
      call.out.text(fmt::format("{} ({}): {}.\n", on_one_line(bundle.name()), bundle.game().substr(0, 8), what));
      if (bundle.has_rehearsal()) call.out.text(wrap(bundle.rehearsal().in_words(), call.out.wrap_width(), 0));
      if (bundle.has_afterwards()) call.out.text(wrap(bundle.afterwards(), call.out.wrap_width(), 0));
    }
  }

  std::vector<std::string> words_;
  std::optional<std::string> name_;
  bool allow_ahead_ = false;
  bool found_unlawful_ = false;
};

}  // namespace

const CommandSpec IMPORT = {
    "import",
    "Move data",
    "FILE | - [--name NAME] [--allow-ahead]",
    "Takes in the games of a bundle or of a backup: all that is new of each, or nothing.",
    "Everything is verified before it counts, and the game is derived: from what is taken in, the game can go on. "
    "What is here already is compared with the file: if that goes on where this ledger ends, the rest is added; if "
    "it holds no more, nothing happens; if it is another history of the same game, it is refused (3) and the first "
    "record that differs is named. A file that is not what it claims, or older than what you have met of the game, "
    "or from which no game can be derived, or that is dated more than an hour ahead of this machine's clock, is "
    "refused with status 4. Moves that the rules refuse are taken in, since they have no effect, and status 1 says "
    "so. Where there is no ledger yet, one is made.",
    "nomic init Ann Bob Cleo\n"
    "nomic export game.bundle\n"
    "nomic import game.bundle\n"
    "nomic import game.bundle --ledger copy",
    make_command<Import>,
};

}  // namespace nomic::tools
