// nomic export: a game as one file, or as a folder that any web server serves.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>

#include "cli/command.h"
#include "cli/io.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/input_file.h"
#include "nomic/ledger/tile_export.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/v1/event.pb.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/afterwards_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/bundle_files.h"

namespace nomic::tools {
namespace {

// A folder of tiles on the disk: `nomic export --tiles`.

namespace fs = std::filesystem;
using ledger::FileMode;
using ledger::WholeFile;

// 256 hashes have 8 KiB.
constexpr std::size_t MOST_OF_TILE = std::size_t{64} << 10U;

ledger::Error cannot(const char* doing, const std::string& path, int error) {
  return {error == ENOSPC ? ledger::ErrorCode::FULL : ledger::ErrorCode::IO_FAILED,
          fmt::format("cannot {} {}: {}", doing, path, std::strerror(error)),
          {},
          {}};
}

ledger::Result<std::optional<std::string>> read_tile(const std::string& path) {
  auto file = ledger::InputFile::open(path);
  if (!file && file.error().error == ENOENT) return std::optional<std::string>{};
  if (!file || !file->is_regular()) return cannot("read", path, file ? EINVAL : file.error().error);
  auto bytes = read_all([&](char* into, std::size_t count) { return file->read(into, count); }, MOST_OF_TILE);
  if (!bytes) return cannot("read", path, errno);
  return std::optional<std::string>{*std::move(bytes)};
}

// Whoever serves the folder never sees half a tile. `cleaned` are the folders in which nothing is left by a killed
// process any more.
ledger::Status write_tile(const std::string& path, const std::string& bytes, std::set<std::string>& cleaned) {
  const std::string folder = fs::path(path).parent_path().string();
  NOMIC_TRY(ledger::make_folders(folder, FileMode::DOCUMENT));
  if (cleaned.insert(folder).second) ledger::remove_left_in(folder, [](std::string_view /*name*/) { return true; });
  const int number =
      ledger::put_one_of_many(path, bytes, WholeFile::Place::TAKEN, WholeFile::Sync::NO, FileMode::DOCUMENT);
  if (number != 0) return cannot("write", path, number);
  return ledger::Done{};
}

// The newest note that is kept with the game, if there is one.
ledger::Status write_checkpoint(ledger::Ledger& ledger, const ledger::Head& game, const ledger::TileFolder& files) {
  NOMIC_ASSIGN(auto evidence, ledger.evidence(game.game));
  const std::string* newest = nullptr;
  for (const ledger::BundleEvidence& each : evidence) {
    if (each.kind == ledger::NOTE_EVIDENCE && each.size <= game.size) newest = &each.bytes;
  }
  return newest == nullptr ? ledger::Status(ledger::Done{}) : files.write("checkpoint", *newest);
}

Result<Exit> export_tiles(Call& call, ledger::Ledger& ledger, const ledger::Head& game, const std::string& folder) {
  const std::string base = path_in(call.io, folder) + "/";
  ledger::TileFolder files;
  files.read = [&](const std::string& path) { return read_tile(base + path); };
  std::set<std::string> cleaned;
  files.write = [&](const std::string& path, const std::string& bytes) {
    return write_tile(base + path, bytes, cleaned);
  };
  Progress progress(call.io, "export", game.size);
  auto written = ledger::export_tiles(ledger, game.game, files, [&](std::uint64_t done) { progress.at(done); });
  if (!written) return failure_of(written.error());
  // Last: who reads the checkpoint finds the tiles that it needs.
  NOMIC_TRY(write_checkpoint(ledger, game, files));
  if (call.out.is_text()) {
    call.out.text(fmt::format("{} holds the tiles of {} records; {} {} written.\nRoot: {}\n", in_quotes(folder),
                              written->size, written->files, written->files == 1 ? "file was" : "files were",
                              written->root.hex()));
  }
  return Exit::DONE;
}

class Export : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[FILE]", "Where to write it; - is standard output.", words_);
    arguments.option("--from", "A", "The first record of it. Default: 0, the whole game.", number_into(from_));
    arguments.option("--to", "B", "The last record of it. Default: the game's last.", number_into(to_));
    arguments.option("--tiles", "DIR", "Writes or brings up to date a folder of tiles (C2SP tlog-tiles) instead.",
                     tiles_);
    arguments.flag("--force", "Overwrites the file, if there is one.", force_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() > 1) return usage("a game is exported into one file.");
    if (tiles_ && (!words_.empty() || from_ || to_)) {
      return usage("tiles are of the whole game, and go into a folder of their own.", "nomic export --tiles DIR");
    }
    if (!tiles_ && words_.empty()) return usage("where to?", "nomic export FILE, or - for standard output");
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    NOMIC_ASSIGN(auto ledger, call.session.ledger(folder, ledger::Access::READ));
    NOMIC_ASSIGN(auto game, ledger->find(call.settings.game));
    call.is_about(*ledger, game.game);
    if (tiles_) return export_tiles(call, *ledger, game, *tiles_);
    return write(call, *ledger, game);
  }

 private:
  static Arguments::Take number_into(std::optional<std::uint64_t>& into) {
    return [&into](const std::string& typed) -> Status {
      NOMIC_ASSIGN(auto number, parse_record(typed, "a record's number"));
      into = number.value;
      return ledger::Done{};
    };
  }

  Result<Exit> write(Call& call, ledger::Ledger& ledger, const ledger::Head& game) {
    ledger::ExportRequest request;
    request.game = game.game;
    request.from = from_.value_or(0);
    if (to_) request.to = *to_ + 1;
    NOMIC_ASSIGN(auto output, BundleOutput::open(call, words_[0], force_));
    Progress progress(call.io, "export", request.to.value_or(game.size) - std::min(request.from, game.size));
    auto report = ledger.export_to(output->write(), request, [&](std::uint64_t done) { progress.at(done); });
    if (output->reader_left()) return Exit::DONE;
    if (!report) return failure_of(report.error());
    NOMIC_TRY(output->finish());
    if (words_[0] == STANDARD_STREAM) return Exit::DONE;
    print(call, *report, founding_in(ledger, game.game).value_or(v1::GameFounded()));
    return Exit::DONE;
  }

  void print(Call& call, const ledger::BundleReport& report, const v1::GameFounded& founding) const {
    if (!call.out.is_text()) {
      v1::BundlesView view;
      view.set_file(words_[0]);
      v1::BundlesView::Bundle& bundle = *view.add_bundles();
      bundle = bundle_view(report);
      if (founding.retrospective()) bundle.set_afterwards(afterwards_words(0));
      if (auto rehearsal = rehearsal_view(founding)) *bundle.mutable_rehearsal() = *std::move(rehearsal);
      call.out.json(view);
      return;
    }
    call.out.text(fmt::format("{}: #{} to #{} of {} are in {}.\nHead: {}\nRoot: {}\n", report.label, report.from,
                              report.size - 1, short_hash(report.game.hash), in_quotes(words_[0]),
                              report.head_hash.hex(), report.root.hex()));
    if (founding.retrospective()) call.out.text(wrap(afterwards_words(0), call.out.wrap_width(), 0));
  }

  static std::string short_hash(const ledger::Hash& hash) { return hash.hex().substr(0, 8); }

  std::vector<std::string> words_;
  std::optional<std::uint64_t> from_;
  std::optional<std::uint64_t> to_;
  std::optional<std::string> tiles_;
  bool force_ = false;
};

}  // namespace

const CommandSpec EXPORT = {
    "export",
    "Move data",
    "FILE | - | --tiles DIR  [--from A] [--to B] [--force]",
    "Writes the game into one file that anybody can check and any ledger can take in.",
    "The file (a bundle) holds the records, the root of their tree, and the notes and time stamps kept with the game; "
    "no keys. nomic verify FILE checks it without a ledger, nomic import FILE takes it in, and examples/verify holds a "
    "verifier in Python that shares no code with this program. With --from, a part of the game goes to who has what is "
    "before it. The file takes its name only once it is whole and on the disk, and that of a file which is there only "
    "with --force.\n"
    "With --tiles, a folder for any static web server: tiles, entries and the last checkpoint, as transparency logs "
    "serve them (C2SP tlog-tiles). Repeated, it writes only what is new.",
    "nomic init Ann Bob Cleo\n"
    "nomic export game.bundle\n"
    "nomic export - | nomic verify -",
    make_command<Export>,
};

}  // namespace nomic::tools
