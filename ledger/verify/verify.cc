#include "verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"
#include "record_pipe.h"

namespace nomic::ledger {
namespace {

constexpr std::uint64_t PROGRESS_EVERY = 4096;
// How many rows of the index are read with each record: a record leaves one to three.
constexpr int INDEX_ROWS_A_RECORD = 4;

}  // namespace

Hash request_hash(const RequestName& name, std::uint64_t first, std::uint32_t count) {
  std::string text = name.author + AFTER_AUTHOR + name.id;
  text += big_endian(first);
  text += big_endian(count);
  return sha256(text);
}

void HashSum::add(const Hash& hash) {
  for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += from_big_endian(hash.raw().substr(8 * i, 8));
}

Verifier::Verifier(Store& store, const GameRow& row, VerifyTaps taps)
    : store_(store),
      row_(row),
      prefix_(row.game.hash.raw()),
      taps_(std::move(taps)),
      chain_(row.game, [this](std::uint64_t index) { return leaf_at(index); }),
      tree_([this](const Tile& tile) { check_tile(tile); }) {}

Result<std::vector<Fault>> Verifier::run() {
  const auto import = store_.get(Table::CATALOG, import_key(row_.game));
  if (!import) says_nothing(import.error());
  importing_ = import && import->has_value();
  const std::string digests = DIGEST_ROWS + prefix_;
  digests_.rows = store_.scan(Table::CATALOG, digests, after_prefix(digests));
  index_.rows = store_.scan(Table::INDEX, prefix_, after_prefix(prefix_));
  check_records();
  check_head();
  check_tiles_kept();
  check_requests_kept();
  check_snapshots();
  finish_beside(digests_, &Verifier::check_digest, "the table of the catalog");
  check_reach();
  finish_beside(index_, &Verifier::check_index_row, "the table of the index");
  check_evidence();
  check_appends_kept();
  check_name();
  if (taps_.scope == VerifyScope::LEDGER) {
    check_foreign();
    auto files = store_.check();
    if (!files) unreadable("file", files.error());
    if (files && !want_) std::move(files->begin(), files->end(), std::back_inserter(faults_));
  }
  if (want_) return *want_;
  return std::move(faults_);
}

void Verifier::fault(std::string check, std::string what, std::optional<std::uint64_t> index) {
  if (full()) return;
  std::optional<RecordIndex> at;
  if (index) at = RecordIndex{*index};
  faults_.push_back({std::move(check), at, std::move(what)});
}

bool Verifier::says_nothing(const Error& error) {
  const bool is_it = error.code == ErrorCode::OUT_OF_MEMORY || error.code == ErrorCode::UNREACHABLE;
  if (is_it && !want_) want_ = error;
  return is_it;
}

void Verifier::unreadable(std::string check, const Error& error, std::optional<std::uint64_t> index) {
  if (!says_nothing(error)) fault(std::move(check), error.what, index);
}

bool Verifier::ended_well(const Cursor& cursor, std::string_view what) {
  const Status status = cursor.status();
  if (status || says_nothing(status.error())) return status.ok();
  fault("file", fmt::format("{} cannot be read to the end: {}", what, status.error().what));
  return false;
}

void Verifier::check_records() {
  const std::string begin = appends_prefix(row_.game);
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
      chain_.stand_after(index, {{}, chain_.before().recorded_at});
    }
    check_record(index, cursor->value());
    check_beside();
    expected = index + 1;
    ++done_;
    if (taps_.progress && done_ % PROGRESS_EVERY == 0) taps_.progress(done_);
  }
  end_run();
  signatures_.settle();
  for (const Fault& found : signatures_.faults()) fault("signature", found.what, found.index->value);
  if (ended_well(*cursor, "the table of records") && expected < row_.size()) {
    fault("missing", fmt::format("the records from {} to {} are missing", expected, row_.size() - 1), expected);
  }
  if (taps_.progress) taps_.progress(done_);
}

void Verifier::check_record(std::uint64_t index, std::string_view bytes) {
  const Hash leaf = leaf_hash(bytes);
  tree_.add(leaf);
  follow_appends(index + 1, leaf);
  if (const Status decoded = decoder_.decode(bytes, parts_); !decoded) {
    fault("record", decoded.error().what, index);
    chain_.stand_after(index + 1, {leaf, chain_.before().recorded_at});
    return;
  }
  // What could be, or is, recorded twice is said of its signature.
  const auto found = [&](const char* check, std::string what) {
    fault(check == std::string_view("request") ? "signature" : check, std::move(what), index);
  };
  if (const Status read = chain_.check(parts_, leaf, found); !read) unreadable("file", read.error(), index);
  parts_.index = index;
  if (!parts_.signatures.empty()) signatures_.add(parts_);
  follow_requests();
  chain_.add(parts_, leaf);
  if (taps_.record) pass_on(leaf, bytes);
}

// Whoever is given a record reads it as verified: nothing comes after a fault.
void Verifier::pass_on(const Hash& leaf, std::string_view bytes) {
  bool more = faults_.empty() && parts_.index < taps_.shown;
  passed_.signers.clear();
  for (const RecordSignature& signature : parts_.signatures) {
    auto key = PublicKey::from_raw(signature.public_key);
    // One that proves nothing is found when the signatures are checked.
    more = more && key.ok();
    if (more) passed_.signers.push_back(*std::move(key));
  }
  if (more) {
    fill(passed_, parts_, leaf, bytes);
    more = taps_.record(passed_);
  }
  if (!more) taps_.record = {};
}

void Verifier::check_beside() {
  if (digests_.rows->valid()) check_digest();
  for (int i = 0; i < INDEX_ROWS_A_RECORD && index_.rows->valid(); ++i) check_index_row();
}

void Verifier::finish_beside(Beside& table, void (Verifier::*check)(), std::string_view what) {
  while (table.rows->valid() && table.faults.size() < MOST_FAULTS) (this->*check)();
  for (Fault& found : table.faults) {
    if (!full()) faults_.push_back(std::move(found));
  }
  ended_well(*table.rows, what);
}

void Verifier::fault_of(Beside& table, std::string check, std::string what, std::optional<std::uint64_t> index) {
  if (table.faults.size() >= MOST_FAULTS) return;
  std::optional<RecordIndex> at;
  if (index) at = RecordIndex{*index};
  table.faults.push_back({std::move(check), at, std::move(what)});
}

// What is not there was said to be missing.
Result<std::optional<Hash>> Verifier::leaf_at(std::uint64_t index) {
  return leaf_of_record(store_, row_.game, index);
}

void Verifier::next_append() {
  append_.reset();
  while (appends_->valid() && !append_ && !full()) {
    auto row = decode_append(appends_->key(), appends_->value());
    if (row) {
      append_ = *row;
    } else {
      fault("append", row.error().what);
    }
    appends_->next();
  }
}

void Verifier::follow_appends(std::uint64_t size, const Hash& leaf) {
  if (!append_ || append_->size > size) return;
  const AppendRow row = *append_;
  if (row.first != append_size_) {
    fault("append",
          fmt::format("an append begins at record {}, though the one before ended at {}", row.first, append_size_),
          row.first);
  }
  if (row.size != size || row.head_hash != leaf) {
    fault("append", fmt::format("the append that ends with record {} does not give its hash", row.size - 1),
          row.size - 1);
  }
  append_size_ = row.size;
  next_append();
}

void Verifier::follow_requests() {
  if (run_.count > 0 && run_.name.id == parts_.request_id && run_.name.author == parts_.author) {
    ++run_.count;
    return;
  }
  end_run();
  if (!parts_.request_id.empty()) run_ = {request_of(parts_), parts_.index, 1};
}

void Verifier::end_run() {
  if (run_.count > 0) requests_recorded_.add(request_hash(run_.name, run_.first, run_.count));
  run_ = {};
}

void Verifier::check_tile(const Tile& tile) {
  auto kept = store_.get(Table::TILES, tile_key(row_.game, tile.id));
  const std::string which = fmt::format("tile {}/{}", tile.id.level, tile.id.index);
  const std::uint64_t first = tile.id.index * TILE_WIDTH * records_per_hash(tile.id.level);
  if (!kept && says_nothing(kept.error())) return;
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
  const RecordBefore& last = chain_.before();
  if (last.leaf != row_.head_hash) {
    fault("head", "the catalog gives another head than the last record's hash", row_.size() - 1);
  }
  if (last.recorded_at && *last.recorded_at != row_.recorded_at) {
    fault("head", "the catalog gives another time than the last record's", row_.size() - 1);
  }
  if (row_.snapshot_size > row_.size()) fault("head", "the catalog names a snapshot after the last record");
  if (!(tree_.frontier() == row_.frontier)) fault("tree", "the catalog's frontier is not that of the records");
}

Result<Ledger::Self::ToVerify> Ledger::Self::to_verify(const GameId& game) {
  const auto hidden = clipped.find(game);
  NOMIC_ASSIGN(auto value, store->get(Table::CATALOG, game_key(game)));
  if (!value || (hidden != clipped.end() && !hidden->second)) {
    return fail(ErrorCode::NO_SUCH_GAME, fmt::format("the ledger holds no game {}", game.hash.hex()),
                "name one of the games that it holds");
  }
  NOMIC_ASSIGN(auto row, decode_game(game_key(game), *value));
  return ToVerify{hidden == clipped.end() ? row : *hidden->second, row};
}

Result<VerifyReport> Ledger::Self::verified(const GameRow& shown, Result<std::vector<Fault>> faults) {
  if (!faults) return std::move(faults).error();
  VerifyReport report{shown.game, shown.size(), shown.head_hash, shown.frontier.root(), *std::move(faults)};
  if (!report.faults.empty()) return report;
  NOMIC_TRY(check_known(shown));
  return report;
}

Result<VerifyReport> Ledger::verify(const GameId& game, const std::function<void(std::uint64_t done)>& progress,
                                    VerifyScope scope) {
  NOMIC_ASSIGN(auto found, self_->to_verify(game));
  return self_->verified(found.shown, Verifier(*self_->store, found.row, {.progress = progress, .scope = scope}).run());
}

Result<VerifyReport> Ledger::verify_beside(const GameId& game, const BesideVerifying& beside) {
  NOMIC_ASSIGN(auto found, self_->to_verify(game));
  RecordPipe pipe;
  VerifyTaps taps;
  taps.record = [&pipe](const StoredRecord& record) { return pipe.put(record); };
  taps.index_row = beside.index_row;
  taps.shown = found.shown.size();
  taps.scope = beside.scope;
  std::future<Result<std::vector<Fault>>> faults = std::async(std::launch::async, [&] {
    const RecordPipe::Writer writer(pipe);
    return Verifier(*self_->store, found.row, std::move(taps)).run();
  });
  {
    // Left by an exception, too, before the other thread is waited for.
    const RecordPipe::Reader reader(pipe);
    beside.derive([&pipe](const std::function<bool(const StoredRecord&)>& each) { pipe.read(each); });
  }
  return self_->verified(found.shown, faults.get());
}

}  // namespace nomic::ledger
