// The rows of the tables: their keys, and the messages in them (schema/ledger/v1/store.proto).
//
//     catalog    'A' game size       GameAppend    every append of the game, by the size that it made
//                'E' game size id    StoredEvidence
//                'F' author ff id    GameReference   founded under that request
//                'G' game            GameHead
//                'I' game            ImportBegun
//                'K' kin game        GameReference   of that kin (ImportRequest::kin)
//                'N' name            GameReference   bears that name, as no other does
//                'Q' game author ff id   RequestNote   ff: one byte, which no text holds
//                'R' game            ReindexBegun
//                'S' game size       StateDigest
//                'X' game            IndexReach
//     records    game index          Record
//     tiles      game level index    256 hashes    fewer in the unfinished tile of a level above 0
//     snapshots  game size           Snapshot
//                game ff hash        a chunk       ff: eight bytes; the hash is the chunk's SHA-256
//     index      game key index      IndexValue    key: as the caller chose it
//
// A game is its 32 bytes, a level one byte, every other number eight bytes, big-endian: rows of a game lie together, in
// order. Decoding is as strict as for records.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/base/merkle.h"
#include "nomic/ledger/log/tiles.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

inline constexpr char APPEND_ROWS = 'A';
inline constexpr char EVIDENCE_ROWS = 'E';
inline constexpr char FOUNDING_ROWS = 'F';
inline constexpr char GAME_ROWS = 'G';
inline constexpr char IMPORT_ROWS = 'I';
inline constexpr char KIN_ROWS = 'K';
inline constexpr char NAME_ROWS = 'N';
inline constexpr char REQUEST_ROWS = 'Q';
inline constexpr char REINDEX_ROWS = 'R';
inline constexpr char DIGEST_ROWS = 'S';
inline constexpr char REACH_ROWS = 'X';

// Between the author and the ID of a request: no text holds this byte.
inline constexpr char AFTER_AUTHOR = '\xFF';

std::string append_key(const GameId& game, std::uint64_t size);
// Those of all appends of the game begin with this.
std::string appends_prefix(const GameId& game);
// `id`: what tells pieces of evidence about one size apart: a hash of their kind and of what they say.
std::string evidence_key(const GameId& game, std::uint64_t size, const Hash& id);
// Of whatever request founded a game.
std::string founding_key(std::string_view author, std::string_view id);
std::string game_key(const GameId& game);
// Those of all games of that kin begin with this.
std::string kin_prefix(const Hash& kin);
std::string kin_key(const Hash& kin, const GameId& game);
std::string name_key(std::string_view name);
std::string import_key(const GameId& game);
// Those of all requests of the game begin with this.
std::string requests_prefix(const GameId& game);
std::string request_key(const GameId& game, std::string_view author, std::string_view id);
std::string reindex_key(const GameId& game);
std::string digest_key(const GameId& game, std::uint64_t size);
std::string record_key(const GameId& game, std::uint64_t index);
std::string tile_key(const GameId& game, TileId tile);
std::string snapshot_key(const GameId& game, std::uint64_t size);
// After those of all snapshots of the game.
std::string chunk_key(const GameId& game, const Hash& hash);
std::string reach_key(const GameId& game);
std::string index_key(const GameId& game, std::string_view key, std::uint64_t record);

// The first key after all that begin with `prefix`; empty if there is none.
std::string after_prefix(std::string prefix);

// The catalog's entry for a game, decoded.
struct GameRow {
  GameId game;
  std::string name;
  Frontier frontier;  // knows the size
  Hash head_hash;
  Micros recorded_at;
  std::uint64_t snapshot_size = 0;
  std::uint64_t index_drops = 0;

  [[nodiscard]] std::uint64_t size() const { return frontier.size(); }
};

struct AppendRow {
  GameId game;
  std::uint64_t size = 0;   // of the game, afterwards
  std::uint64_t first = 0;  // and before
  Hash head_hash;
};

struct RequestRow {
  Hash digest;  // of what was asked; zero: not known
  std::uint64_t first = 0;
  std::uint32_t count = 0;
  friend bool operator==(const RequestRow&, const RequestRow&) = default;
};

// An import that was begun.
struct ImportRow {
  std::uint64_t size = 0;  // of the game, before
};

// A reindexing that was begun.
struct ReindexRow {
  std::uint64_t size = 0;  // of the game, then
};

struct SnapshotRow {
  std::uint64_t size = 0;
  Hash head_hash;
  std::string maker;
  std::string body;
  Hash body_hash;
  std::vector<Hash> chunks = {};
};

struct DigestRow {
  std::string maker;
  Hash digest;
};

struct IndexValue {
  std::string maker;
  std::string value;
};

// The same as read: views into the row.
struct IndexValueView {
  std::string_view maker;
  std::string_view value;
};

struct ReachRow {
  std::string maker;
  std::uint64_t size = 0;
};

struct EvidenceRow {
  std::string kind;
  std::string content;
};

std::string encode(const EvidenceRow& row);
std::string encode(const GameId& game);  // a GameReference
std::string encode(const GameRow& row);
std::string encode(const AppendRow& row);
std::string encode(const RequestRow& row);
std::string encode(const ImportRow& row);
std::string encode(const ReindexRow& row);
std::string encode(const SnapshotRow& row);
std::string encode(const DigestRow& row);
std::string encode(const IndexValue& row);
std::string encode(const ReachRow& row);

// DAMAGED (or NEWER_FORMAT) if the key or the value is not exactly what we would write.
Result<GameRow> decode_game(std::string_view key, std::string_view value);
Result<GameId> decode_reference(std::string_view value);
Result<AppendRow> decode_append(std::string_view key, std::string_view value);
Result<RequestRow> decode_request(std::string_view value);
Result<ImportRow> decode_import(std::string_view value);
Result<ReindexRow> decode_reindex(std::string_view value);
Result<SnapshotRow> decode_snapshot(std::string_view value);
Result<DigestRow> decode_digest(std::string_view value);
Result<IndexValueView> decode_index_value(std::string_view value);
Result<ReachRow> decode_reach(std::string_view value);
Result<EvidenceRow> decode_evidence_row(std::string_view value);

}  // namespace nomic::ledger
