// A game as a folder of tiles and entries, as transparency logs serve them (C2SP tlog-tiles), for any static web
// server.
//
//     tile/<L>/<N>             256 hashes of level L
//     tile/<L>/<N>.p/<W>       the last of a level, with W of them
//     tile/entries/<N>[.p/<W>] 256 (or W) records, each with its length before it: two bytes, big-endian
//
// N is written in groups of three digits, all but the last with an `x` before them: x001/x234/067.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

// N as a path has it.
std::string tile_path_number(std::uint64_t number);

struct TileFolder {
  // The bytes of the file at that path below the folder; nothing if there is none.
  std::function<Result<std::optional<std::string>>(const std::string& path)> read;
  // Replaces it, whole.
  std::function<Status(const std::string& path, const std::string& bytes)> write;
};

struct TilesWritten {
  std::uint64_t files = 0;
  std::uint64_t size = 0;  // of the game
  Hash root;
};

// Brings the folder up to date with the game. What is full and there already is not read again but for its last tile,
// which must be this game's: FORKED. Reads only the records that are new to the folder, and less than 256 before them.
Result<TilesWritten> export_tiles(Ledger& ledger, const GameId& game, const TileFolder& folder,
                                  const std::function<void(std::uint64_t done)>& progress);

}  // namespace nomic::ledger
