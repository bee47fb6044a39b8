#include "nomic/ledger/tile_export.h"

#include <fmt/format.h>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/log/tiles.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

constexpr std::uint64_t TILED_AT_ONCE = 4096;

std::string tile_path(const std::string& kind, std::uint64_t index, std::uint64_t width) {
  const std::string path = fmt::format("tile/{}/{}", kind, tile_path_number(index));
  return width == TILE_WIDTH ? path : fmt::format("{}.p/{}", path, width);
}

std::string joined(const std::vector<Hash>& hashes) {
  std::string bytes;
  for (const Hash& hash : hashes) bytes += hash.raw();
  return bytes;
}

// One export: the first failure to write ends it.
class TileExport {
 public:
  TileExport(const TileFolder& folder, TilesWritten& written) : folder_(folder), written_(written) {}

  void write(const std::string& path, const std::string& bytes) {
    if (!status_) return;
    status_ = folder_.write(path, bytes);
    ++written_.files;
  }
  [[nodiscard]] const Status& status() const { return status_; }

  void entry(std::uint64_t index, std::string_view record) {
    const auto size = static_cast<std::uint16_t>(record.size());
    entries_ += static_cast<char>(size >> 8U);
    entries_ += static_cast<char>(size & 0xFFU);
    entries_ += record;
    if ((index + 1) % TILE_WIDTH == 0) flush_entries(index / TILE_WIDTH, TILE_WIDTH);
  }
  void flush_entries(std::uint64_t bundle, std::uint64_t width) {
    if (width > 0) write(tile_path("entries", bundle, width), entries_);
    entries_.clear();
  }

 private:
  const TileFolder& folder_;
  TilesWritten& written_;
  Status status_ = Done{};
  std::string entries_;
};

// How many leaf tiles from the beginning are there, with their entries: full ones are written in order.
Result<std::uint64_t> full_tiles_there(const TileFolder& folder, std::uint64_t most) {
  std::uint64_t low = 0;
  std::uint64_t high = most;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    for (const char* kind : {"0", "entries"}) {
      NOMIC_ASSIGN(auto there, folder.read(tile_path(kind, middle, TILE_WIDTH)));
      if (!there) high = middle;
    }
    if (high != middle) low = middle + 1;
  }
  return low;
}

// Whether the last full tile that is there is made of this game's records.
Status check_last_tile(Ledger& ledger, const GameId& game, const TileFolder& folder, std::uint64_t tiles) {
  if (tiles == 0) return Done{};
  NOMIC_ASSIGN(auto there, folder.read(tile_path("0", tiles - 1, TILE_WIDTH)));
  std::string ours;
  auto read = ledger.read(game, {(tiles - 1) * TILE_WIDTH}, tiles * TILE_WIDTH, [&](const StoredRecord& record) {
    ours += record.leaf.raw();
    return true;
  });
  if (!read) return read;
  if (there == ours) return Done{};
  return fail(
      ErrorCode::FORKED,
      fmt::format("the folder holds tiles of another game, or of another history: tile 0/{} is not that of game {}",
                  tiles - 1, short_id(game)),
      "export into an empty folder", (tiles - 1) * TILE_WIDTH);
}

}  // namespace

std::string tile_path_number(std::uint64_t number) {
  std::string path = fmt::format("{:03}", number % 1000);
  for (number /= 1000; number > 0; number /= 1000) path = fmt::format("x{:03}/{}", number % 1000, path);
  return path;
}

Result<std::unique_ptr<TileBuilder>> Ledger::tile_builder(
    const GameId& game, std::uint64_t from,
    const std::function<void(std::uint8_t level, std::uint64_t index, const std::string& bytes)>& full) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  if (from > row.size()) return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("the game has not had {} records", from));
  auto builder = Tree(*self_->store, game, row.size()).builder_at(from, [full](const Tile& tile) {
    full(tile.id.level, tile.id.index, tile.bytes);
  });
  if (!builder) return std::move(builder).error();
  return std::make_unique<TileBuilder>(*std::move(builder));
}

Result<TilesWritten> export_tiles(Ledger& ledger, const GameId& game, const TileFolder& folder,
                                  const std::function<void(std::uint64_t done)>& progress) {
  NOMIC_ASSIGN(auto head, ledger.head(game));
  NOMIC_ASSIGN(auto there, full_tiles_there(folder, head.size / TILE_WIDTH));
  NOMIC_TRY(check_last_tile(ledger, game, folder, there));

  TilesWritten written{0, head.size, head.root};
  TileExport out(folder, written);
  const std::uint64_t from = there * TILE_WIDTH;
  auto builder = ledger.tile_builder(game, from, [&](std::uint8_t level, std::uint64_t index, const std::string& tile) {
    out.write(tile_path(std::to_string(level), index, TILE_WIDTH), tile);
  });
  if (!builder) return std::move(builder).error();
  auto read = ledger.read(game, {from}, head.size, [&](const StoredRecord& record) {
    (*builder)->add(record.leaf);
    out.entry(record.index.value, record.bytes);
    if (progress && record.index.value % TILED_AT_ONCE == 0) progress(record.index.value);
    return out.status().ok();
  });
  if (!out.status()) return out.status().error();
  if (!read) return std::move(read).error();
  out.flush_entries(head.size / TILE_WIDTH, head.size % TILE_WIDTH);
  for (std::uint8_t level = 0; level < MAX_TILE_LEVEL; ++level) {
    const std::vector<Hash>& pending = (*builder)->pending(level);
    if (pending.empty()) continue;
    const std::uint64_t index = head.size / records_per_hash(level) / TILE_WIDTH;
    out.write(tile_path(std::to_string(level), index, pending.size()), joined(pending));
  }
  if (!out.status()) return out.status().error();
  if ((*builder)->frontier().root() != head.root) return damaged("the catalog's tree of the game is not its records'");
  return written;
}

}  // namespace nomic::ledger
