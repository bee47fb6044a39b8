#include "verify.h"

#include <fmt/format.h>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/self.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

constexpr std::uint64_t PROGRESS_EVERY = 4096;

}  // namespace

Hash request_hash(std::string_view id, std::uint64_t first, std::uint32_t count) {
  std::string text(id);
  text += big_endian(first);
  text += big_endian(count);
  return sha256(text);
}

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
  const auto import = store_.get(Table::CATALOG, import_key(row_.game));
  importing_ = import && import->has_value();
  check_records();
  check_head();
  check_tiles_kept();
  check_requests_kept();
  check_snapshots();
  check_digests();
  check_index();
  check_evidence();
  check_appends_kept();
  check_foreign();
  for (Fault& found : store_.check()) faults_.push_back(std::move(found));
  return std::move(faults_);
}

void Verifier::fault(std::string check, std::string what, std::optional<std::uint64_t> index) {
  if (full()) return;
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
  for (; cursor->valid() && !full(); cursor->next()) {
    const std::string_view key = cursor->key();
    if (key.size() != prefix_.size() + 8) {
      fault("foreign", "a row among the records has a malformed key");
      continue;
    }
    const std::uint64_t index = from_big_endian(key.substr(prefix_.size()));
    if (index >= row_.size()) {
      if (importing_) break;
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
  signatures_.settle();
  for (const Fault& found : signatures_.faults()) fault("signature", found.what, found.index->value);
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
  check_signed();
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

// Whether the signatures hold is found for many records at a time; here, what keeps each from being recorded twice.
void Verifier::check_signed() {
  if (parts_.signatures.empty()) return;
  signatures_.add(parts_);
  if (parts_.request_id.empty()) {
    fault("signature",
          fmt::format("record {} is signed and bears no request ID: it could be recorded twice", parts_.index),
          parts_.index);
  }
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
    if (run_.is_signed || !parts_.signatures.empty()) {
      fault("signature",
            fmt::format("record {} is signed, or stands after a signed one, under the same request ID", parts_.index),
            parts_.index);
    }
    ++run_.count;
    return;
  }
  end_run();
  if (!parts_.request_id.empty()) run_ = {parts_.request_id, parts_.index, 1, !parts_.signatures.empty()};
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
  NOMIC_TRY(self_->check_known(shown));
  return report;
}

}  // namespace nomic::ledger
