// Reading: records in their order, each checked against its place, and what was derived and kept beside them.
#include <fmt/format.h>

#include <utility>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

Error beyond(const GameRow& row, std::uint64_t index) {
  return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("there is no record {}: the last is {}", index, row.size() - 1),
              fmt::format("name a record from 0 to {}", row.size() - 1), index);
}

// Says of which record it is, where the decoder could not know.
Error at(Error error, std::uint64_t index) {
  error.what = fmt::format("record {}: {}", index, error.what);
  error.index = index;
  return error;
}

// Whether a record, rightly decoded, belongs where it lies.
Status check_place(const RecordParts& parts, const Hash& leaf, const GameId& game, std::uint64_t index) {
  if (parts.index != index) {
    return damaged(fmt::format("record {} says that it is record {}", index, parts.index), index);
  }
  if (index == 0 ? game.hash != leaf : parts.game != game) {
    return damaged(fmt::format("record {} belongs to another game than {}", index, short_id(game)), index);
  }
  return Done{};
}

// Whether the key is that of the record, of the game whose keys begin so; as record_key() would make it.
bool is_key_of(std::string_view key, std::string_view prefix, std::uint64_t index) {
  return key.size() == prefix.size() + sizeof index && key.starts_with(prefix) &&
         from_big_endian(key.substr(prefix.size())) == index;
}

struct Held {
  RecordParts parts;
  Hash leaf;
  std::string bytes;
};

}  // namespace

void fill(StoredRecord& record, const RecordParts& parts, const Hash& leaf, std::string_view bytes) {
  record.index = {parts.index};
  record.leaf = leaf;
  record.recorded_at = parts.recorded_at;
  record.author.assign(parts.author);
  record.request_id.assign(parts.request_id);
  record.payload.assign(parts.payload);
  record.signatures = parts.signatures.size();
  record.bytes.assign(bytes);
  record.seen_size = parts.seen_size;
  record.via = parts.via;
}

// A record's bytes are proven by the hash that the next record, or the head, has of them. So each is held back until
// that is known, and one record more than asked for is read.
Status Ledger::Self::walk(const GameRow& row, std::uint64_t from, std::uint64_t to,
                          const std::function<bool(const RecordParts&, const Hash&, std::string_view)>& each) {
  if (from == to) return Done{};
  const std::uint64_t until = std::min(to + 1, row.size());
  const auto cursor = store->scan(Table::RECORDS, record_key(row.game, from), record_key(row.game, until));
  const std::string prefix = row.game.hash.raw();
  RecordDecoder decoder;
  Held held;
  Held fresh;
  for (std::uint64_t index = from; index < until; ++index, cursor->next()) {
    if (!cursor->valid() || !is_key_of(cursor->key(), prefix, index)) {
      NOMIC_TRY(cursor->status());
      return damaged(fmt::format("record {} of game {} is missing", index, short_id(row.game)), index);
    }
    if (auto done = decoder.decode(cursor->value(), fresh.parts); !done) return at(std::move(done).error(), index);
    fresh.bytes.assign(cursor->value());
    fresh.leaf = leaf_hash(fresh.bytes);
    NOMIC_TRY(check_place(fresh.parts, fresh.leaf, row.game, index));
    if (index > from) {
      if (fresh.parts.previous_hash != held.leaf) {
        return damaged(fmt::format("record {} does not have the hash that record {} gives", index - 1, index),
                       index - 1);
      }
      if (!each(held.parts, held.leaf, held.bytes)) return Done{};
    }
    std::swap(held, fresh);
  }
  if (to < row.size()) return Done{};
  if (held.leaf != row.head_hash) {
    return damaged(fmt::format("record {} does not have the hash that the catalog gives as its head", to - 1), to - 1);
  }
  each(held.parts, held.leaf, held.bytes);
  return Done{};
}

Result<std::vector<PublicKey>> Ledger::Self::signers_of(const RecordParts& parts, const Hash& leaf) {
  if (!parts.signatures.empty() && signed_records.has(leaf)) {
    std::vector<PublicKey> keys;
    keys.reserve(parts.signatures.size());
    for (const RecordSignature& each : parts.signatures) {
      NOMIC_ASSIGN(auto key, PublicKey::from_raw(each.public_key));
      keys.push_back(key);
    }
    return keys;
  }
  auto keys = check_signatures(parts.statement, parts.signatures);
  if (keys && !keys->empty()) signed_records.add(leaf);
  return keys;
}

Status Ledger::read(const GameId& game, RecordIndex from, std::uint64_t to,
                    const std::function<bool(const StoredRecord&)>& each) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  if (to > row.size()) return beyond(row, to - 1);
  if (from.value > to) return fail(ErrorCode::BAD_INPUT, "the range of records ends before it begins");
  StoredRecord record;
  std::optional<Error> unsound;
  auto done = self_->walk(row, from.value, to, [&](const RecordParts& parts, const Hash& leaf, std::string_view bytes) {
    auto signers = self_->signers_of(parts, leaf);
    if (!signers) {
      unsound = damaged(fmt::format("record {}: {}", parts.index, signers.error().what), parts.index);
      return false;
    }
    record.signers = *std::move(signers);
    fill(record, parts, leaf, bytes);
    return each(record);
  });
  if (unsound) return *unsound;
  return done;
}

Result<StoredRecord> Ledger::record(const GameId& game, RecordIndex index) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  if (index.value >= row.size()) return beyond(row, index.value);
  StoredRecord found;
  auto done = read(game, index, index.value + 1, [&](const StoredRecord& record) {
    found = record;
    return true;
  });
  if (!done) return std::move(done).error();
  return found;
}

Result<std::optional<RecordIndex>> Ledger::last_at_or_before(const GameId& game, Micros time) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  if (row.recorded_at <= time) return std::optional<RecordIndex>{RecordIndex{row.size() - 1}};
  RecordDecoder decoder;
  RecordParts parts;
  std::uint64_t low = 0;  // all before low are at or before the time, none from high on is
  std::uint64_t high = row.size() - 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    NOMIC_ASSIGN(auto bytes, self_->store->get(Table::RECORDS, record_key(game, middle)));
    if (!bytes) return damaged(fmt::format("record {} of game {} is missing", middle, short_id(game)), middle);
    if (auto done = decoder.decode(*bytes, parts); !done) return at(std::move(done).error(), middle);
    NOMIC_TRY(check_place(parts, leaf_hash(*bytes), game, middle));
    if (parts.recorded_at <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return std::optional<RecordIndex>{};
  return std::optional<RecordIndex>{RecordIndex{low - 1}};
}

namespace {

// Adds the chunks that the snapshot names; false if one of them is missing or wrong.
Result<bool> add_chunks(Store& store, const GameId& game, const SnapshotRow& kept, std::vector<std::string>& chunks) {
  chunks.reserve(kept.chunks.size());
  for (const Hash& hash : kept.chunks) {
    NOMIC_ASSIGN(auto chunk, store.get(Table::SNAPSHOTS, chunk_key(game, hash)));
    if (!chunk || sha256(*chunk) != hash) return false;
    chunks.push_back(*std::move(chunk));
  }
  return true;
}

// What a row of the snapshots says; nothing where it is of another maker, lies elsewhere or is not whole.
std::optional<SnapshotRow> whole_row(std::string_view key, std::string_view value, const GameId& game,
                                     std::string_view maker) {
  auto kept = decode_snapshot(value);
  if (!kept || kept->maker != maker || kept->size == 0 || key != snapshot_key(game, kept->size)) return {};
  if (sha256(kept->body) != kept->body_hash) return {};
  return *std::move(kept);
}

}  // namespace

Result<std::optional<NamedSnapshot>> Ledger::named_snapshot(const GameId& game, std::uint64_t size,
                                                            std::string_view maker, std::set<Hash>& whole) {
  NOMIC_ASSIGN(auto head, self_->game(game));
  if (size > head.size()) return std::optional<NamedSnapshot>{};
  NOMIC_ASSIGN(auto value, self_->store->get(Table::SNAPSHOTS, snapshot_key(game, size)));
  auto kept = whole_row(snapshot_key(game, size), value.value_or(""), game, maker);
  if (!kept) return std::optional<NamedSnapshot>{};
  NOMIC_ASSIGN(auto leaf, Tree(*self_->store, game, head.size()).leaf(size - 1));
  if (leaf != kept->head_hash) return std::optional<NamedSnapshot>{};
  for (const Hash& hash : kept->chunks) {
    if (whole.count(hash) > 0) continue;
    NOMIC_ASSIGN(auto chunk, self_->store->get(Table::SNAPSHOTS, chunk_key(game, hash)));
    if (!chunk || sha256(*chunk) != hash) return std::optional<NamedSnapshot>{};
    whole.insert(hash);
  }
  return std::optional<NamedSnapshot>{{std::move(kept->body), std::move(kept->chunks)}};
}

Result<std::optional<KeptSnapshot>> Ledger::snapshot(const GameId& game, std::uint64_t size, std::string_view maker) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  const std::string from = snapshot_key(game, 0);
  std::string until = snapshot_key(game, std::min(size, row.size()) + 1);
  Tree tree(*self_->store, game, row.size());
  // The newest first. One that does not fit is as good as none: the state can always be derived without it.
  for (;;) {
    NOMIC_ASSIGN(auto last, self_->store->last(Table::SNAPSHOTS, from, until));
    if (!last) return std::optional<KeptSnapshot>{};
    until = last->key;
    auto kept = whole_row(until, last->value.value_or(""), game, maker);
    if (!kept) continue;
    NOMIC_ASSIGN(auto leaf, tree.leaf(kept->size - 1));
    if (leaf != kept->head_hash) continue;
    KeptSnapshot found{kept->size, std::move(kept->body), {}};
    NOMIC_ASSIGN(auto whole, add_chunks(*self_->store, game, *kept, found.chunks));
    if (!whole) continue;
    return std::optional<KeptSnapshot>{std::move(found)};
  }
}

Result<std::vector<std::uint64_t>> Ledger::snapshot_sizes(const GameId& game, std::uint64_t size) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  const std::string from = snapshot_key(game, 1);
  const auto cursor = self_->store->scan(Table::SNAPSHOTS, from, snapshot_key(game, std::min(size, row.size()) + 1));
  std::vector<std::uint64_t> sizes;
  for (; cursor->valid(); cursor->next()) {
    if (cursor->key().size() == from.size()) sizes.push_back(from_big_endian(cursor->key().substr(Hash::SIZE)));
  }
  NOMIC_TRY(cursor->status());
  return sizes;
}

Result<std::optional<Hash>> Ledger::kept_digest(const GameId& game, std::uint64_t size, std::string_view maker) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  if (size > row.size()) return std::optional<Hash>{};
  NOMIC_ASSIGN(auto value, self_->store->get(Table::CATALOG, digest_key(game, size)));
  if (!value) return std::optional<Hash>{};
  auto kept = decode_digest(*value);
  if (!kept || kept->maker != maker) return std::optional<Hash>{};
  return std::optional<Hash>{kept->digest};
}

Result<std::vector<KeptDigest>> Ledger::kept_digests(const GameId& game, std::uint64_t from, std::uint64_t to,
                                                     std::string_view maker) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  std::vector<KeptDigest> digests;
  if (from > to || from > row.size()) return digests;
  const std::string first = digest_key(game, from);
  const auto cursor = self_->store->scan(Table::CATALOG, first, digest_key(game, std::min(to, row.size()) + 1));
  for (; cursor->valid(); cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != first.size()) continue;
    auto kept = decode_digest(cursor->value());
    if (!kept || kept->maker != maker) continue;
    digests.push_back({from_big_endian(key.substr(key.size() - 8)), kept->digest});
  }
  NOMIC_TRY(cursor->status());
  return digests;
}

}  // namespace nomic::ledger
