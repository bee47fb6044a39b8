#include "verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "errors.h"
#include "self.h"
#include "tree.h"

namespace nomic::ledger {
namespace {

// A ledger that is damaged all over need not be described to the end.
constexpr std::size_t MAX_FAULTS = 100;
constexpr std::uint64_t PROGRESS_EVERY = 4096;

Hash request_hash(std::string_view id, std::uint64_t first, std::uint32_t count) {
  std::string text(id);
  text += big_endian(first);
  text += big_endian(count);
  return sha256(text);
}

}  // namespace

void HashSum::add(const Hash& hash) {
  for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += from_big_endian(hash.raw().substr(8 * i, 8));
}

Verifier::Verifier(Store& store, const GameRow& row, std::function<void(std::uint64_t)> progress)
    : store_(store),
      row_(row),
      prefix_(row.game.hash.raw()),
      progress_(std::move(progress)),
      tree_([this](const Tile& tile) { check_tile(tile); }) {}

std::vector<Fault> Verifier::run() {
  check_records();
  check_head();
  check_tiles_kept();
  check_requests_kept();
  check_snapshots();
  check_digests();
  check_appends_kept();
  check_foreign();
  for (Fault& found : store_.check()) faults_.push_back(std::move(found));
  return std::move(faults_);
}

void Verifier::fault(std::string check, std::string what, std::optional<std::uint64_t> index) {
  if (faults_.size() >= MAX_FAULTS) return;
  std::optional<RecordIndex> at;
  if (index) at = RecordIndex{*index};
  faults_.push_back({std::move(check), at, std::move(what)});
}

bool Verifier::ended_well(const Cursor& cursor, std::string_view what) {
  const Status status = cursor.status();
  if (!status) fault("file", fmt::format("{} cannot be read to the end: {}", what, status.error().what));
  return status.ok();
}

void Verifier::check_records() {
  const std::string begin(1, APPEND_ROWS);
  appends_ = store_.scan(Table::CATALOG, begin, after_prefix(begin));
  next_append();
  const auto cursor = store_.scan(Table::RECORDS, prefix_, after_prefix(prefix_));
  std::uint64_t expected = 0;
  for (; cursor->valid() && faults_.size() < MAX_FAULTS; cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != prefix_.size() + 8) {
      fault("foreign", "a row among the records has a malformed key");
      continue;
    }
    const std::uint64_t index = from_big_endian(key.substr(prefix_.size()));
    if (index >= row_.size()) {
      fault("beyond", fmt::format("there is a record {}, but the catalog counts {}", index, row_.size()), index);
      continue;
    }
    if (index != expected) {
      fault("missing", fmt::format("the records from {} to {} are missing", expected, index - 1), expected);
      previous_.reset();
    }
    check_record(index, cursor->value());
    expected = index + 1;
    ++done_;
    if (progress_ && done_ % PROGRESS_EVERY == 0) progress_(done_);
  }
  end_run();
  if (ended_well(*cursor, "the table of records") && expected < row_.size()) {
    fault("missing", fmt::format("the records from {} to {} are missing", expected, row_.size() - 1), expected);
  }
  if (progress_) progress_(done_);
}

void Verifier::check_record(std::uint64_t index, std::string_view bytes) {
  const Hash leaf = leaf_hash(bytes);
  tree_.add(leaf);
  follow_appends(index + 1, leaf);
  const Status decoded = decoder_.decode(bytes, parts_);
  if (!decoded) {
    fault("record", decoded.error().what, index);
    previous_ = leaf;
    return;
  }
  if (parts_.index != index) {
    fault("place", fmt::format("record {} says that it is record {}", index, parts_.index), index);
    parts_.index = index;
  }
  check_links(leaf);
  follow_requests();
  previous_ = leaf;
  previous_time_ = parts_.recorded_at;
}

void Verifier::check_links(const Hash& leaf) {
  const std::uint64_t index = parts_.index;
  if (index == 0 ? leaf != row_.game.hash : parts_.game != row_.game) {
    fault("place", fmt::format("record {} belongs to another game than {}", index, short_id(row_.game)), index);
  }
  if (previous_ && parts_.previous_hash != *previous_) {
    fault("chain", fmt::format("record {} does not give the hash of record {}", index, index - 1), index);
  }
  if (previous_time_ && parts_.recorded_at < *previous_time_) {
    fault("time", fmt::format("record {} is dated before record {}", index, index - 1), index);
  }
  check_seen();
}

void Verifier::check_seen() {
  if (!parts_.seen_hash) return;
  std::optional<Hash> seen = previous_;
  if (parts_.seen_size != parts_.index || !previous_) {
    auto leaf = Tree(store_, row_.game, row_.size()).leaf(parts_.seen_size - 1);
    if (!leaf) return;  // said to be missing already
    seen = *leaf;
  }
  if (parts_.seen_hash == seen) return;
  fault(
      "seen",
      fmt::format("record {} claims to have seen another record {} than there is", parts_.index, parts_.seen_size - 1),
      parts_.index);
}

// The appends' rows come in the order of their numbers, so those of this game in the order of its records.
void Verifier::next_append() {
  append_.reset();
  for (; appends_->valid(); appends_->next()) {
    auto row = decode_append(appends_->key(), appends_->value());
    if (!row) {
      fault("append", row.error().what);
      continue;
    }
    if (row->commit.number != last_append_number_ + 1) {
      fault("append", fmt::format("append {} of the ledger is missing", last_append_number_ + 1));
    }
    last_append_number_ = row->commit.number;
    if (row->commit.game != row_.game) continue;
    append_ = *row;
    appends_->next();
    return;
  }
}

void Verifier::follow_appends(std::uint64_t size, const Hash& leaf) {
  if (!append_ || append_->commit.size > size) return;
  const AppendRow row = *append_;
  if (row.first != append_size_) {
    fault("append",
          fmt::format("append {} begins at record {}, though the one before ended at {}", row.commit.number, row.first,
                      append_size_),
          row.first);
  }
  if (row.commit.size != size || row.commit.head_hash != leaf) {
    fault("append",
          fmt::format("append {} does not give the hash of record {}", row.commit.number, row.commit.size - 1),
          row.commit.size - 1);
  }
  append_size_ = row.commit.size;
  next_append();
}

void Verifier::follow_requests() {
  if (run_.count > 0 && run_.id == parts_.request_id) {
    ++run_.count;
    return;
  }
  end_run();
  if (!parts_.request_id.empty()) run_ = {parts_.request_id, parts_.index, 1};
}

void Verifier::end_run() {
  if (run_.count > 0) requests_recorded_.add(request_hash(run_.id, run_.first, run_.count));
  run_ = {};
}

void Verifier::check_tile(const Tile& tile) {
  auto kept = store_.get(Table::TILES, tile_key(row_.game, tile.id));
  const std::string which = fmt::format("tile {}/{}", tile.id.level, tile.id.index);
  const std::uint64_t first = tile.id.index * TILE_WIDTH * records_per_hash(tile.id.level);
  if (!kept) {
    fault("file", fmt::format("{} cannot be read: {}", which, kept.error().what), first);
  } else if (!*kept) {
    fault("tile", which + " is missing", first);
  } else if (**kept != tile.bytes) {
    fault("tile", which + " differs from the records", first);
  }
}

void Verifier::check_head() {
  if (done_ != row_.size()) return;  // said already, and everything below would only repeat it
  if (previous_ != row_.head_hash) {
    fault("head", "the catalog gives another head than the last record's hash", row_.size() - 1);
  }
  if (previous_time_ && *previous_time_ != row_.recorded_at) {
    fault("head", "the catalog gives another time than the last record's", row_.size() - 1);
  }
  if (row_.snapshot_size > row_.size()) fault("head", "the catalog names a snapshot after the last record");
  if (!(tree_.frontier() == row_.frontier)) fault("tree", "the catalog's frontier is not that of the records");
}

void Verifier::check_tiles_kept() {
  const auto cursor = store_.scan(Table::TILES, prefix_, after_prefix(prefix_));

  for (; cursor->valid(); cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != prefix_.size() + 9) {
      fault("foreign", "a row among the tiles has a malformed key");
      continue;
    }
    const auto level = static_cast<std::uint8_t>(key[prefix_.size()]);
    const std::uint64_t index = from_big_endian(key.substr(prefix_.size() + 1));
    if (index >= full_tiles(level, row_.size())) {
      fault("beyond", fmt::format("there is a tile {}/{}, which {} records do not fill", level, index, row_.size()));
    }
  }
  ended_well(*cursor, "the table of tiles");
}

void Verifier::check_requests_kept() {
  const std::string begin = request_key(row_.game, "");
  const auto cursor = store_.scan(Table::CATALOG, begin, after_prefix(begin));
  for (; cursor->valid(); cursor->next()) {
    const std::string_view id = cursor->key().substr(begin.size());
    auto note = decode_request(cursor->value());
    if (!note) continue;  // its records will be looked up, and will not find it
    if (note->first >= row_.size() || note->count > row_.size() - note->first) {
      fault("beyond", fmt::format("the entry of request '{}' names records that the catalog does not count", id));
      continue;
    }
    requests_kept_.add(request_hash(id, note->first, note->count));
  }
  if (ended_well(*cursor, "the table of the catalog") && !(requests_kept_ == requests_recorded_)) name_request_faults();
}

// The sums differ, so something does: now each record is looked up.
void Verifier::name_request_faults() {
  const std::size_t before = faults_.size();
  const auto compare = [this](const Run& run) {
    if (run.count == 0 || run.id.empty()) return;
    auto value = store_.get(Table::CATALOG, request_key(row_.game, run.id));
    if (!value || !*value) {
      fault("request", fmt::format("the request '{}' has no entry in the catalog", run.id), run.first);
      return;
    }
    auto note = decode_request(**value);
    if (!note) {
      fault("request", note.error().what, run.first);
    } else if (note->first != run.first || note->count != run.count) {
      fault("request",
            fmt::format("the entry of request '{}' names {} records from {} on; they are {} from {} on", run.id,
                        note->count, note->first, run.count, run.first),
            run.first);
    }
  };
  const auto cursor = store_.scan(Table::RECORDS, prefix_, after_prefix(prefix_));
  Run run;
  for (std::uint64_t index = 0; cursor->valid(); cursor->next(), ++index) {
    if (!decoder_.decode(cursor->value(), parts_)) continue;
    if (run.count > 0 && run.id == parts_.request_id) {
      ++run.count;
      continue;
    }
    compare(run);
    run = {parts_.request_id, index, 1};
  }
  compare(run);
  // If every request has its entry, there are entries of requests that no record bears.
  if (faults_.size() == before) fault("request", "the catalog has entries of requests that no record bears");
}

void Verifier::check_snapshots() {
  Tree tree(store_, row_.game, row_.size());
  const auto cursor = store_.scan(Table::SNAPSHOTS, prefix_, after_prefix(prefix_));
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
    if (leaf && *leaf != kept->head_hash) {
      fault("snapshot", "a snapshot names another head than there is", kept->size - 1);
    }
    if (sha256(kept->body) != kept->body_hash) {
      fault("snapshot", "a snapshot's body does not have its hash", kept->size - 1);
    }
  }
  ended_well(*cursor, "the table of snapshots");
}

void Verifier::check_digests() {
  const std::string begin = DIGEST_ROWS + prefix_;
  const auto cursor = store_.scan(Table::CATALOG, begin, after_prefix(begin));
  for (; cursor->valid(); cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != begin.size() + 8) {
      fault("digest", "a digest of a state has a malformed key");
      continue;
    }
    const std::uint64_t size = from_big_endian(key.substr(begin.size()));
    if (size == 0 || size > row_.size()) {
      fault("beyond",
            fmt::format("there is a digest of the state after {} records; the catalog counts {}", size, row_.size()));
      continue;
    }
    auto kept = decode_digest(cursor->value());
    if (!kept) fault("digest", kept.error().what, size - 1);
  }
  ended_well(*cursor, "the table of the catalog");
}

void Verifier::check_appends_kept() {
  while (append_) {
    fault("beyond", fmt::format("append {} made the game {} records long; the catalog counts {}",
                                append_->commit.number, append_->commit.size, row_.size()));
    next_append();
  }
  if (append_size_ != row_.size() && done_ == row_.size()) {
    fault("append",
          fmt::format("the ledger's appends end at {} records, the catalog counts {}", append_size_, row_.size()));
  }
  if (ended_well(*appends_, "the table of the catalog") && last_append_number_ < store_.committed().number) {
    fault("append", fmt::format("the mark says append {}, the ledger's appends end with {}", store_.committed().number,
                                last_append_number_));
  }
}

// Keys begin with a game; where none of the catalog's does, a row belongs to nobody. One look a game: what lies below a
// game of the catalog is that game's own matter.
void Verifier::check_foreign(Table table, const std::string& prefix) {
  const std::string end = after_prefix(prefix);
  std::string from = prefix;
  while (faults_.size() < MAX_FAULTS) {
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
      known = row && row->has_value();
    }
    if (!known) fault("foreign", "a row belongs to no game of the catalog");
    from = game ? after_prefix(prefix + game->raw()) : key + '\0';
    if (from.empty()) return;
  }
}

void Verifier::check_foreign() {
  for (const Table table : {Table::RECORDS, Table::TILES, Table::SNAPSHOTS}) check_foreign(table, "");
  for (const char kind : {REQUEST_ROWS, DIGEST_ROWS}) check_foreign(Table::CATALOG, std::string(1, kind));
  // Between the known kinds of the catalog there is nothing.
  const std::string kinds = {APPEND_ROWS, GAME_ROWS, REQUEST_ROWS, DIGEST_ROWS};
  std::string from;
  for (std::size_t i = 0; i <= kinds.size(); ++i) {
    const std::string until = i < kinds.size() ? std::string(1, kinds[i]) : std::string();
    const auto cursor = store_.scan(Table::CATALOG, from, until);
    if (cursor->valid()) fault("foreign", "a row of the catalog is of no known kind");
    if (i < kinds.size()) from = after_prefix(until);
  }
  const std::string games(1, GAME_ROWS);
  const auto cursor = store_.scan(Table::CATALOG, games, after_prefix(games));
  for (; cursor->valid(); cursor->next()) {
    auto row = decode_game(cursor->key(), cursor->value());
    if (!row) fault("foreign", row.error().what);
  }
}

Result<VerifyReport> Ledger::verify(const GameId& game, const std::function<void(std::uint64_t done)>& progress) {
  // The game as it is shown, and as it lies there: an append that was never acknowledged is verified too.
  const auto hidden = self_->clipped.find(game);
  auto value = self_->store->get(Table::CATALOG, game_key(game));
  if (!value) return std::move(value).error();
  if (!*value || (hidden != self_->clipped.end() && !hidden->second)) {
    return fail(ErrorCode::NO_SUCH_GAME, fmt::format("the ledger holds no game {}", game.hash.hex()),
                "name one of the games that it holds");
  }
  auto row = decode_game(game_key(game), **value);
  if (!row) return std::move(row).error();
  const GameRow shown = hidden == self_->clipped.end() ? *row : *hidden->second;
  VerifyReport report{game, shown.size(), shown.head_hash, shown.frontier.root(), {}};
  report.faults = Verifier(*self_->store, *row, progress).run();
  if (!report.faults.empty()) return report;
  // Whole in itself; whether it is the game that this user knows is the last question.
  if (auto done = self_->meet(shown); !done) return std::move(done).error();
  return report;
}

}  // namespace nomic::ledger
