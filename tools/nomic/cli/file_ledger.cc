#include "cli/file_ledger.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <utility>

#include "cli/progress.h"
#include "nomic/replay/game.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/audit_text.h"

namespace nomic::tools {
namespace {

// What is told of a game while it is derived.
void see(const replay::Played& played, GameInFile& game) {
  if (played.record.signatures == 0) ++game.unsigned_records;
  game.signatures += played.record.signatures;
  for (const v1::Consequence& consequence : played.consequences) {
    if (!consequence.has_not_lawful()) continue;
    if (game.unlawful++ == 0) {
      game.first_unlawful =
          fmt::format("#{}: {}", played.record.index.value, paint(sentence_of(consequence), /*colour=*/false));
    }
  }
}

Failure about_file(const std::string& path, Failure failure) {
  failure.what = fmt::format("{}: {}", file_named(path), failure.what);
  return failure;
}

// The next game of the file.
Result<ledger::Imported> take_next(const Io& io, ledger::BundleSource& source, ledger::Ledger& into, GameInFile& game) {
  Progress progress(io, "read", 0);
  replay::BundleImport bundle;
  bundle.progress = [&](std::uint64_t done) { progress.at(done); };
  bundle.each = [&](const replay::Played& played) { see(played, game); };
  NOMIC_ASSIGN(auto taken, replay::Game::import_from(into, source, bundle));
  return std::move(taken.imported);
}

Failure is_a_part(const std::string& path) {
  return {Exit::DAMAGED, fmt::format("{} does not hold the beginning of its game: no game can be derived", path),
          "take it into a ledger that has what comes before: nomic import FILE"};
}

}  // namespace

bool is_file(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && !S_ISDIR(found.st_mode);
}

Result<std::unique_ptr<ledger::Ledger>> scratch_ledger() {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  if (!error) {
    auto made = ledger::scratch_ledger(folder);
    if (made) return std::move(*made);
  }
  return Failure{Exit::UNAVAILABLE, "no temporary files could be made to unpack the bundle in", "set TMPDIR"};
}

Result<FileLedger> open_file_ledger(const Io& io, const std::string& path, ledger::ReadBytes in,
                                    const std::string& seen_dir) {
  NOMIC_ASSIGN(auto made, scratch_ledger());
  FileLedger opened{std::move(made), {path, {}}};
  ledger::BundleSource source(std::move(in));
  for (;;) {
    GameInFile game;
    auto taken = take_next(io, source, *opened.ledger, game);
    if (!taken && taken.error().code == "NO_SUCH_RECORD") return is_a_part(file_named(path));
    if (!taken) return about_file(path, taken.error());
    game.head = taken->head;
    auto evidence = opened.ledger->evidence(game.head.game);
    if (!evidence) return about_file(path, failure_of(evidence.error()));
    game.evidence = evidence->size();
    // A memory that cannot be read is no fault of the file's.
    if (auto met = ledger::met_of(*opened.ledger, game.head.game, seen_dir)) game.met = *met;
    opened.found.games.push_back(std::move(game));
    if (taken->following == 0) return opened;
  }
}

}  // namespace nomic::tools
