#include "nomic/ledger/log/rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "exact.h"
#include "ledger/v1/store.pb.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/base/utf8.h"
#include "wire_reader.h"

namespace nomic::ledger {
namespace {

template <class Message>
Result<Message> parse(std::string_view value, std::string_view what) {
  Message message;
  std::string scratch;
  switch (parse_exactly(value, message, scratch)) {
    case Exactness::EXACT:
      return message;
    case Exactness::UNKNOWN_FIELDS:
      return fail(ErrorCode::NEWER_FORMAT,
                  fmt::format("{} of the catalog has a field that this version does not know", what),
                  "use a newer version of the program");
    case Exactness::UNREADABLE:
    case Exactness::OTHER_FORM:
      break;
  }
  return damaged(fmt::format("{} of the catalog cannot be read", what));
}

// Why a row that is not in its one form cannot be used.
template <class Message>
Error why_not(std::string_view value, std::string_view what) {
  auto message = parse<Message>(value, what);
  if (message) return damaged(fmt::format("{} of the catalog cannot be read", what));
  return std::move(message).error();
}

std::string key_of(char kind, const GameId& game) {
  return kind + game.hash.raw();
}

}  // namespace

std::string appends_prefix(const GameId& game) {
  return key_of(APPEND_ROWS, game);
}
std::string append_key(const GameId& game, std::uint64_t size) {
  return appends_prefix(game) + big_endian(size);
}
std::string evidence_key(const GameId& game, std::uint64_t size, const Hash& id) {
  return key_of(EVIDENCE_ROWS, game) + big_endian(size) + id.raw();
}
std::string founding_key(std::string_view author, std::string_view id) {
  std::string key(1, FOUNDING_ROWS);
  key.append(author).append(1, AFTER_AUTHOR).append(id);
  return key;
}
std::string game_key(const GameId& game) {
  return key_of(GAME_ROWS, game);
}
std::string kin_prefix(const Hash& kin) {
  return KIN_ROWS + kin.raw();
}
std::string kin_key(const Hash& kin, const GameId& game) {
  return kin_prefix(kin) + game.hash.raw();
}
std::string name_key(std::string_view name) {
  return std::string(1, NAME_ROWS).append(name);
}
std::string import_key(const GameId& game) {
  return key_of(IMPORT_ROWS, game);
}
std::string requests_prefix(const GameId& game) {
  return key_of(REQUEST_ROWS, game);
}
std::string request_key(const GameId& game, std::string_view author, std::string_view id) {
  std::string key = requests_prefix(game);
  key.append(author).append(1, AFTER_AUTHOR).append(id);
  return key;
}
std::string reindex_key(const GameId& game) {
  return key_of(REINDEX_ROWS, game);
}
std::string digest_key(const GameId& game, std::uint64_t size) {
  return key_of(DIGEST_ROWS, game) + big_endian(size);
}
std::string record_key(const GameId& game, std::uint64_t index) {
  return game.hash.raw() + big_endian(index);
}
std::string chunk_key(const GameId& game, const Hash& hash) {
  return game.hash.raw() + std::string(8, '\xFF') + hash.raw();
}
std::string snapshot_key(const GameId& game, std::uint64_t size) {
  return game.hash.raw() + big_endian(size);
}
std::string reach_key(const GameId& game) {
  return key_of(REACH_ROWS, game);
}
std::string index_key(const GameId& game, std::string_view key, std::uint64_t record) {
  return game.hash.raw().append(key) + big_endian(record);
}

std::string tile_key(const GameId& game, TileId tile) {
  return game.hash.raw() + static_cast<char>(tile.level) + big_endian(tile.index);
}

std::string after_prefix(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xFF') prefix.pop_back();
  if (!prefix.empty()) prefix.back() = static_cast<char>(static_cast<std::uint8_t>(prefix.back()) + 1);
  return prefix;
}

std::string encode(const EvidenceRow& row) {
  v1::StoredEvidence message;
  message.set_kind(row.kind);
  message.set_content(row.content);
  return message.SerializeAsString();
}

std::string encode(const IndexValue& row) {
  v1::IndexValue message;
  message.set_maker(row.maker);
  message.set_value(row.value);
  return message.SerializeAsString();
}

std::string encode(const ReachRow& row) {
  v1::IndexReach message;
  message.set_maker(row.maker);
  message.set_size(row.size);
  return message.SerializeAsString();
}

std::string encode(const GameRow& row) {
  v1::GameHead message;
  message.set_name(row.name);
  message.set_size(row.size());
  message.set_head_hash(row.head_hash.raw());
  message.set_recorded_at(row.recorded_at.value);
  for (const Hash& node : row.frontier.nodes()) message.add_frontier(node.raw());
  message.set_snapshot_size(row.snapshot_size);
  message.set_index_drops(row.index_drops);
  return message.SerializeAsString();
}

std::string encode(const GameId& game) {
  v1::GameReference message;
  message.set_game(game.hash.raw());
  return message.SerializeAsString();
}

std::string encode(const AppendRow& row) {
  v1::GameAppend message;
  message.set_first(row.first);
  message.set_head_hash(row.head_hash.raw());
  return message.SerializeAsString();
}

std::string encode(const RequestRow& row) {
  v1::RequestNote message;
  message.set_digest(row.digest.raw());
  message.set_first(row.first);
  message.set_count(row.count);
  return message.SerializeAsString();
}

std::string encode(const ImportRow& row) {
  v1::ImportBegun message;
  message.set_size(row.size);
  return message.SerializeAsString();
}

std::string encode(const ReindexRow& row) {
  v1::ReindexBegun message;
  message.set_size(row.size);
  return message.SerializeAsString();
}

std::string encode(const SnapshotRow& row) {
  v1::Snapshot message;
  message.set_size(row.size);
  message.set_head_hash(row.head_hash.raw());
  message.set_maker(row.maker);
  message.set_body(row.body);
  message.set_body_hash(row.body_hash.raw());
  for (const Hash& chunk : row.chunks) message.add_chunks(chunk.raw());
  return message.SerializeAsString();
}

std::string encode(const DigestRow& row) {
  v1::StateDigest message;
  message.set_maker(row.maker);
  message.set_digest(row.digest.raw());
  return message.SerializeAsString();
}

Result<GameRow> decode_game(std::string_view key, std::string_view value) {
  if (key.size() != 1 + Hash::SIZE || key.front() != GAME_ROWS)
    return damaged("a game's key in the catalog is malformed");
  NOMIC_ASSIGN(auto message, parse<v1::GameHead>(value, "a game's entry"));
  GameRow row{{*Hash::from_raw(key.substr(1))}, message.name(),       {}, {}, {message.recorded_at()},
              message.snapshot_size(),          message.index_drops()};
  std::vector<Hash> nodes;
  for (const std::string& raw : message.frontier()) {
    const auto node = Hash::from_raw(raw);
    if (!node) return damaged(fmt::format("the frontier of game {} holds what is no hash", short_id(row.game)));
    nodes.push_back(*node);
  }
  const auto frontier = Frontier::from(message.size(), std::move(nodes));
  const auto head = Hash::from_raw(message.head_hash());
  if (!frontier || !head || message.size() == 0) {
    return damaged(fmt::format("the catalog's entry for game {} does not fit its own size", short_id(row.game)));
  }
  row.frontier = *frontier;
  row.head_hash = *head;
  return row;
}

Result<GameId> decode_reference(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::GameReference>(value, "an entry that leads to a game"));
  const auto game = Hash::from_raw(message.game());
  if (!game) return damaged("an entry of the catalog leads to what is no game");
  return GameId{*game};
}

Result<RequestRow> decode_request(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::RequestNote>(value, "a request's entry"));
  const auto digest = Hash::from_raw(message.digest());
  if (!digest || message.count() == 0) return damaged("a request's entry in the catalog does not fit itself");
  return RequestRow{*digest, message.first(), message.count()};
}

Result<ImportRow> decode_import(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::ImportBegun>(value, "an import's entry"));
  return ImportRow{message.size()};
}

Result<ReindexRow> decode_reindex(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::ReindexBegun>(value, "a reindexing's entry"));
  return ReindexRow{message.size()};
}

Result<SnapshotRow> decode_snapshot(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::Snapshot>(value, "a snapshot"));
  const auto head = Hash::from_raw(message.head_hash());
  const auto body_hash = Hash::from_raw(message.body_hash());
  if (!head || !body_hash) return damaged("a snapshot holds what is no hash");
  SnapshotRow row{message.size(), *head, message.maker(), std::move(*message.mutable_body()), *body_hash};
  for (const std::string& raw : message.chunks()) {
    const auto chunk = Hash::from_raw(raw);
    if (!chunk) return damaged("a snapshot names a chunk by what is no hash");
    row.chunks.push_back(*chunk);
  }
  return row;
}

// Of these rows there are as many as records, or more, so they are read without protobuf, which only says what is
// wrong.
Result<AppendRow> decode_append(std::string_view key, std::string_view value) {
  WireReader reader(value);
  const std::uint64_t first = reader.number(1);
  const auto head = Hash::from_raw(reader.bytes(2));
  if (!reader.is_exact()) return why_not<v1::GameAppend>(value, "an append's entry");
  const auto game = key.size() == 1 + Hash::SIZE + 8 ? Hash::from_raw(key.substr(1, Hash::SIZE)) : std::nullopt;
  const std::uint64_t size = game ? from_big_endian(key.substr(1 + Hash::SIZE)) : 0;
  if (!game || !head || first >= size) return damaged("the catalog's entry for an append does not fit itself");
  return AppendRow{{*game}, size, first, *head};
}

Result<DigestRow> decode_digest(std::string_view value) {
  WireReader reader(value);
  const std::string_view maker = reader.bytes(1);
  const auto digest = Hash::from_raw(reader.bytes(2));
  if (!reader.is_exact() || !is_utf8(maker)) return why_not<v1::StateDigest>(value, "a state's digest");
  if (!digest) return damaged("a state's digest is not 32 bytes");
  return DigestRow{std::string(maker), *digest};
}

Result<IndexValueView> decode_index_value(std::string_view value) {
  WireReader reader(value);
  const std::string_view maker = reader.bytes(1);
  const IndexValueView row{maker, reader.bytes(2)};
  if (!reader.is_exact() || !is_utf8(maker)) return why_not<v1::IndexValue>(value, "a row of the index");
  return row;
}

Result<ReachRow> decode_reach(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::IndexReach>(value, "the reach of an index"));
  return ReachRow{message.maker(), message.size()};
}

Result<EvidenceRow> decode_evidence_row(std::string_view value) {
  NOMIC_ASSIGN(auto message, parse<v1::StoredEvidence>(value, "a piece of evidence"));
  if (message.kind().empty() || message.content().empty()) return damaged("a piece of evidence is empty");
  return EvidenceRow{message.kind(), std::move(*message.mutable_content())};
}

}  // namespace nomic::ledger
