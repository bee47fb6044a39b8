#include "data/tile_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "cli/io.h"
#include "cli/progress.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/input_file.h"
#include "nomic/ledger/tile_export.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

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

}  // namespace

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

}  // namespace nomic::tools
