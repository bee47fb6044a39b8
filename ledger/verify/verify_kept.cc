// Verifying, second part: what is kept beside the records, once they have been read.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/tree.h"
#include "verify.h"

namespace nomic::ledger {

void Verifier::check_tiles_kept() {
  const auto cursor = store_.scan(Table::TILES, prefix_, after_prefix(prefix_));
  const std::vector<Tile> unfinished = tree_.unfinished();
  for (; cursor->valid(); cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != prefix_.size() + 9) {
      fault("foreign", "a row among the tiles has a malformed key");
      continue;
    }
    const auto level = static_cast<std::uint8_t>(key[prefix_.size()]);
    const std::uint64_t index = from_big_endian(key.substr(prefix_.size() + 1));
    if (index < full_tiles(level, row_.size())) continue;  // compared when its last record was read
    if (importing_) continue;
    const auto begun = std::find_if(unfinished.begin(), unfinished.end(), [&](const Tile& tile) {
      return tile.id == TileId{level, index};
    });
    if (begun != unfinished.end()) {
      // Shorter than it could be is no fault: it is then made good from the tiles below.
      const std::string_view kept = cursor->value();
      if (kept.empty() || kept.size() % Hash::SIZE != 0 ||
          !(begun->bytes.starts_with(kept) || (importing_ && kept.starts_with(begun->bytes)))) {
        fault("tile", fmt::format("the unfinished tile {}/{} differs from the records", level, index));
      }
    } else if (importing_) {
      continue;  // made by an import that was interrupted, and counts for nothing
    } else if (done_ == row_.size() || level == 0 || index > full_tiles(level, row_.size())) {
      fault("beyond", fmt::format("there is a tile {}/{}, which {} records do not fill", level, index, row_.size()));
    }
  }
  ended_well(*cursor, "the table of tiles");
}

void Verifier::check_requests_kept() {
  const std::string begin = requests_prefix(row_.game);
  const auto cursor = store_.scan(Table::CATALOG, begin, after_prefix(begin));
  for (; cursor->valid(); cursor->next()) {
    auto note = decode_request(cursor->value());
    if (!note) continue;  // its records will be looked up, and will not find it
    if (note->first >= row_.size() && importing_) continue;
    const auto name = name_in_request_key(cursor->key());
    if (note->first >= row_.size() || note->count > row_.size() - note->first) {
      fault("beyond", fmt::format("the entry of request '{}' names records that the catalog does not count",
                                  name ? name->id : std::string()));
      continue;
    }
    // Under a malformed key it is no record's, and so the sums will differ.
    requests_kept_.add(request_hash(name.value_or(RequestName{}), note->first, note->count));
  }
  if (ended_well(*cursor, "the table of the catalog") && !(requests_kept_ == requests_recorded_)) name_request_faults();
}

// The sums differ, so something does: now each record is looked up.
void Verifier::name_request_faults() {
  const std::size_t before = faults_.size();
  const auto compare = [this](const Run& run) {
    if (run.count == 0 || run.name.id.empty()) return;
    auto entry = find_request(store_, row_.game, run.name);
    if (!entry) {
      unreadable("request", entry.error(), run.first);
    } else if (!*entry) {
      fault("request", fmt::format("the request '{}' has no entry in the catalog", run.name.id), run.first);
    } else if (const RequestRow& kept = **entry; kept.first != run.first || kept.count != run.count) {
      fault("request",
            fmt::format("the entry of request '{}' names {} records from {} on; they are {} from {} on", run.name.id,
                        kept.count, kept.first, run.count, run.first),
            run.first);
    }
  };
  const auto cursor = store_.scan(Table::RECORDS, prefix_, after_prefix(prefix_));
  Run run;
  for (std::uint64_t index = 0; cursor->valid(); cursor->next(), ++index) {
    if (!decoder_.decode(cursor->value(), parts_)) continue;
    RequestName name = request_of(parts_);
    if (run.count > 0 && run.name == name) {
      ++run.count;
      continue;
    }
    compare(run);
    run = {std::move(name), index, 1};
  }
  compare(run);
  ended_well(*cursor, "the table of records");
  // If every request has its entry, there are entries of requests that no record bears.
  if (faults_.size() == before) fault("request", "the catalog has entries of requests that no record bears");
}

void Verifier::check_snapshots() {
  Tree tree(store_, row_.game, row_.size());
  const std::string chunks_from = chunk_key(row_.game, {}).substr(0, prefix_.size() + 8);
  std::map<Hash, std::uint64_t> named;  // chunks, with the size of the first snapshot that names each
  const auto cursor = store_.scan(Table::SNAPSHOTS, prefix_, chunks_from);
  for (; cursor->valid(); cursor->next()) {
    auto kept = decode_snapshot(cursor->value());
    if (!kept) {
      fault("snapshot", kept.error().what);
      continue;
    }
    if (kept->size == 0 || cursor->key() != snapshot_key(row_.game, kept->size)) {
      fault("snapshot", fmt::format("a snapshot says that it is of {} records, but lies elsewhere", kept->size));
      continue;
    }
    if (kept->size > row_.size()) {
      fault("beyond", fmt::format("there is a snapshot of {} records; the catalog counts {}", kept->size, row_.size()));
      continue;
    }
    auto leaf = tree.leaf(kept->size - 1);
    if (!leaf) says_nothing(leaf.error());  // else it was said already that it is missing
    if (leaf && *leaf != kept->head_hash) {
      fault("snapshot", "a snapshot names another head than there is", kept->size - 1);
    }
    if (sha256(kept->body) != kept->body_hash) {
      fault("snapshot", "a snapshot's body does not have its hash", kept->size - 1);
    }
    for (const Hash& chunk : kept->chunks) named.emplace(chunk, kept->size);
  }
  if (ended_well(*cursor, "the table of snapshots")) check_chunks(chunks_from, std::move(named));
}

// A chunk that no snapshot names any more is no fault: the snapshots that did have given way to newer ones.
void Verifier::check_chunks(const std::string& from, std::map<Hash, std::uint64_t> named) {
  const auto cursor = store_.scan(Table::SNAPSHOTS, from, after_prefix(from));
  for (; cursor->valid(); cursor->next()) {
    const auto hash = Hash::from_raw(cursor->key().substr(from.size()));
    if (!hash) {
      fault("chunk", "a chunk of snapshots has a malformed key");
      continue;
    }
    if (sha256(cursor->value()) != *hash) {
      fault("chunk", fmt::format("the chunk {} of snapshots does not have its hash", hash->hex()));
    }
    named.erase(*hash);
  }
  if (!ended_well(*cursor, "the table of snapshots")) return;
  for (const auto& [hash, size] : named) {
    fault("chunk", fmt::format("the snapshot of {} records names the chunk {}, which is missing", size, hash.hex()),
          size - 1);
  }
}

void Verifier::check_digest() {
  const Cursor& cursor = *digests_.rows;
  const std::size_t begin = 1 + prefix_.size();
  const std::string_view key = cursor.key();
  if (key.size() != begin + 8) {
    fault_of(digests_, "digest", "a digest of a state has a malformed key");
  } else if (const std::uint64_t size = from_big_endian(key.substr(begin)); size == 0 || size > row_.size()) {
    fault_of(digests_, "beyond",
             fmt::format("there is a digest of the state after {} records; the catalog counts {}", size, row_.size()));
  } else if (auto kept = decode_digest(cursor.value()); !kept) {
    fault_of(digests_, "digest", kept.error().what, size - 1);
  }
  digests_.rows->next();
}

void Verifier::check_reach() {
  auto reach = store_.get(Table::CATALOG, reach_key(row_.game));
  if (!reach) says_nothing(reach.error());
  if (!reach || !*reach) return;
  auto decoded = decode_reach(**reach);
  if (!decoded) {
    fault("index", decoded.error().what);
  } else if (decoded->size > row_.size()) {
    fault("beyond",
          fmt::format("the index reaches over {} records; the catalog counts {}", decoded->size, row_.size()));
  }
}

// Whether the row is in its one form and of a record that exists; what it says is for whoever made it to compare.
void Verifier::check_index_row() {
  const Cursor& cursor = *index_.rows;
  const std::string_view key = cursor.key();
  const std::size_t record_at = key.size() - std::min<std::size_t>(key.size(), 8);
  if (record_at <= prefix_.size()) {
    fault_of(index_, "index", "a row of the index has a malformed key");
  } else if (const std::uint64_t record = from_big_endian(key.substr(record_at)); record >= row_.size()) {
    fault_of(index_, "beyond",
             fmt::format("the index has a row of record {}; the catalog counts {}", record, row_.size()), record);
  } else if (auto decoded = decode_index_value(cursor.value()); !decoded) {
    fault_of(index_, "index", decoded.error().what, record);
  } else if (taps_.index_row && record < taps_.shown) {
    const std::string_view own = key.substr(prefix_.size(), record_at - prefix_.size());
    taps_.index_row({decoded->maker, own, record, decoded->value});
  }
  index_.rows->next();
}

void Verifier::check_appends_kept() {
  while (append_) {
    fault("beyond",
          fmt::format("an append made the game {} records long; the catalog counts {}", append_->size, row_.size()));
    next_append();
  }
  if (append_size_ != row_.size() && done_ == row_.size()) {
    fault("append",
          fmt::format("the game's appends end at {} records, the catalog counts {}", append_size_, row_.size()));
  }
  ended_well(*appends_, "the table of the catalog");
}

// Whether the game is found by its name.
void Verifier::check_name() {
  auto kept = store_.get(Table::CATALOG, name_key(row_.name));
  if (!kept) return unreadable("file", kept.error());
  const auto game = decode_reference(kept->value_or(""));
  if (!game || *game != row_.game) fault("name", fmt::format("the name '{}' does not lead to its game", row_.name));
}

// Of the entries that lead to games, whether each leads to one of the catalog, and a name to the game that bears it.
void Verifier::check_ways_of(char kind) {
  const std::string prefix(1, kind);
  const auto cursor = store_.scan(Table::CATALOG, prefix, after_prefix(prefix));
  for (; cursor->valid() && !full(); cursor->next()) {
    const std::string key(cursor->key());
    auto game = decode_reference(cursor->value());
    if (!game) {
      fault("foreign", game.error().what);
      continue;
    }
    auto value = store_.get(Table::CATALOG, game_key(*game));
    if (!value && says_nothing(value.error())) return;
    const auto row = decode_game(game_key(*game), value && *value ? **value : std::string());
    if (!row || (kind == NAME_ROWS && key != name_key(row->name)) ||
        (kind == KIN_ROWS && !key.ends_with(game->hash.raw()))) {
      fault("foreign", fmt::format("an entry of the catalog leads to game {}, which is not it", short_id(*game)));
    }
  }
  ended_well(*cursor, "the table of the catalog");
}

// Keys begin with a game; where none of the catalog's does, a row belongs to nobody. One look a game: what lies below a
// game of the catalog is that game's own matter.
void Verifier::check_foreign(Table table, const std::string& prefix) {
  const std::string end = after_prefix(prefix);
  std::string from = prefix;
  while (!full()) {
    const auto cursor = store_.scan(table, from, end);
    if (!cursor->valid()) {
      ended_well(*cursor, "a table");
      return;
    }
    const std::string key(cursor->key());
    const auto game = Hash::from_raw(std::string_view(key).substr(prefix.size()).substr(0, Hash::SIZE));
    bool known = false;
    if (game) {
      auto row = store_.get(Table::CATALOG, game_key({*game}));
      auto begun = store_.get(Table::CATALOG, import_key({*game}));
      if (!row) says_nothing(row.error());
      if (!begun) says_nothing(begun.error());
      known = (row && row->has_value()) || (begun && begun->has_value());
    }
    if (!known) fault("foreign", "a row belongs to no game of the catalog");
    from = game ? after_prefix(prefix + game->raw()) : key + '\0';
    if (from.empty()) return;
  }
}

void Verifier::check_foreign() {
  for (const Table table : {Table::RECORDS, Table::TILES, Table::SNAPSHOTS, Table::INDEX}) check_foreign(table, "");
  for (const char kind : {APPEND_ROWS, EVIDENCE_ROWS, IMPORT_ROWS, REQUEST_ROWS, REINDEX_ROWS, DIGEST_ROWS, REACH_ROWS})
    check_foreign(Table::CATALOG, std::string(1, kind));
  for (const char kind : {FOUNDING_ROWS, KIN_ROWS, NAME_ROWS}) check_ways_of(kind);
  // Between the known kinds of the catalog there is nothing.
  const std::string kinds = {APPEND_ROWS, EVIDENCE_ROWS, FOUNDING_ROWS, GAME_ROWS,   IMPORT_ROWS, KIN_ROWS,
                             NAME_ROWS,   REQUEST_ROWS,  REINDEX_ROWS,  DIGEST_ROWS, REACH_ROWS};
  std::string from;
  for (std::size_t i = 0; i <= kinds.size(); ++i) {
    const std::string until = i < kinds.size() ? std::string(1, kinds[i]) : std::string();
    const auto cursor = store_.scan(Table::CATALOG, from, until);
    if (cursor->valid()) fault("foreign", "a row of the catalog is of no known kind");
    ended_well(*cursor, "the table of the catalog");
    if (i < kinds.size()) from = after_prefix(until);
  }
  const std::string games(1, GAME_ROWS);
  const auto cursor = store_.scan(Table::CATALOG, games, after_prefix(games));
  for (; cursor->valid(); cursor->next()) {
    auto row = decode_game(cursor->key(), cursor->value());
    if (!row) fault("foreign", row.error().what);
  }
  ended_well(*cursor, "the table of the catalog");
}

}  // namespace nomic::ledger
