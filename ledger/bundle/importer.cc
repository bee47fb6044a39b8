#include "importer.h"

#include <fmt/format.h>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

// Notes go into one batch with the append.
constexpr std::size_t MOST_EVIDENCE_BYTES = std::size_t{16} << 20U;

Error forked_before(const BundleHeader& header) {
  const std::uint64_t from = header.left.size();
  return fail(ErrorCode::FORKED,
              fmt::format("game {} has another history in the bundle: before record {}, where the bundle begins, the "
                          "trees differ",
                          short_id(header.game), from),
              "have the whole game exported: then the first record that differs is named");
}

}  // namespace

Status Importer::find_own(const GameId& game) {
  NOMIC_ASSIGN(auto value, store_.get(Table::CATALOG, game_key(game)));
  if (!value) return Done{};
  NOMIC_ASSIGN(auto row, decode_game(game_key(game), *value));
  own_ = std::move(row);
  own_value_ = *value;
  NOMIC_ASSIGN(auto leaf, Tree(store_, game, own_->size()).leaf(own_->size() - 1));
  if (leaf == own_->head_hash) return Done{};
  return damaged(fmt::format("record {} of game {} does not have the hash that the catalog gives as its head",
                             own_->size() - 1, short_id(game)),
                 own_->size() - 1);
}

Result<BundleBase> Importer::begin(const BundleHeader& header) {
  game_ = header.game;
  // Before the ledger is looked into: where others write too, more may be remembered by the time that this is done.
  NOMIC_ASSIGN(auto seen_before, seen_.recall(game_));
  seen_before_ = seen_before;
  NOMIC_TRY(find_own(game_));
  const std::uint64_t from = header.left.size();
  if (from > own_size()) {
    return fail(ErrorCode::NO_SUCH_RECORD,
                fmt::format("the bundle begins with record {}; of that game this ledger holds {}", from,
                            own_size() == 0 ? std::string("none") : fmt::format("records up to {}", own_size() - 1)),
                "import the records before it first", from);
  }
  if (own_) records_ = store_.scan(Table::RECORDS, record_key(game_, from), record_key(game_, own_size()));
  if (from > 0) return begin_range(header);
  BundleBase base;
  base.tiles.emplace([this](const Tile& tile) { take_tile(tile); });
  return base;
}

// A range stands upon the records that are here, and is compared with them as one's own words would be.
Result<BundleBase> Importer::begin_range(const BundleHeader& header) {
  const std::uint64_t from = header.left.size();
  Tree tree(store_, game_, own_size());
  auto builder = tree.builder_at(from, [this](const Tile& tile) { take_tile(tile); });
  if (!builder) return std::move(builder).error();
  if (!(builder->frontier() == header.left)) return forked_before(header);
  NOMIC_ASSIGN(auto leaf, tree.leaf(from - 1));
  NOMIC_ASSIGN(auto before, record_before(store_, game_, from - 1, leaf));
  NOMIC_TRY(continue_request(before, from));
  BundleBase base;
  base.tiles = *std::move(builder);
  base.before = std::move(before);
  base.leaf_at = [this](std::uint64_t index) { return leaf_of_record(store_, game_, index); };
  return base;
}

// The record before the range may belong to a request that goes on in it.
Status Importer::continue_request(const RecordBefore& before, std::uint64_t from) {
  if (before.request_id.empty()) return Done{};
  const RequestName name{before.author, before.request_id};
  NOMIC_ASSIGN(auto entry, find_request(store_, game_, name));
  if (entry && entry->first < from) {
    const RequestRow& known = *entry;
    run_ = {name, known.first, static_cast<std::uint32_t>(from - known.first), known.digest};
  }
  return Done{};
}

Status Importer::record(const BundleRecord& record) {
  const std::uint64_t index = record.parts.index;
  if (seen_before_ && index + 1 == seen_before_->size && record.leaf != seen_before_->head_hash) met_otherwise_ = true;
  if (forked_at_) return Done{};
  if (index < own_size()) {
    if (auto done = compare(record); !done || forked_at_) return done;
  } else if (auto done = add_new(record); !done) {
    return done;
  }
  if (tile_error_) return *tile_error_;
  return follow_request(record);
}

Status Importer::compare(const BundleRecord& record) {
  const std::uint64_t index = record.parts.index;
  if (!records_->valid() || records_->key() != record_key(game_, index)) {
    NOMIC_TRY(records_->status());
    return damaged(fmt::format("record {} of game {} is missing", index, short_id(game_)), index);
  }
  if (records_->value() != record.bytes) {
    ours_ = leaf_hash(records_->value());
    theirs_ = record.leaf;
    forked_at_ = index;
  }
  records_->next();
  return Done{};
}

Status Importer::add_new(const BundleRecord& record) {
  if (!load_) {
    NOMIC_ASSIGN(auto load, store_.load());
    load_ = std::move(load);
  }
  return load_->add(Table::RECORDS, record_key(game_, record.parts.index), record.bytes);
}

void Importer::take_tile(const Tile& tile) {
  if (tile.id.index < full_tiles(tile.id.level, own_size()) || forked_at_ || !load_) return;
  if (auto done = load_->add(Table::TILES, tile_key(game_, tile.id), tile.bytes); !done) {
    tile_error_ = std::move(done).error();
  }
}

Status Importer::follow_request(const BundleRecord& record) {
  RequestName name = request_of(record.parts);
  if (run_.count > 0 && run_.name == name) {
    ++run_.count;
    return Done{};
  }
  NOMIC_TRY(end_run());
  if (!name.id.empty()) run_ = {std::move(name), record.parts.index, 1, record.request_digest.value_or(Hash{})};
  return Done{};
}

Status Importer::end_run() {
  const Run run = std::move(run_);
  run_ = {};
  if (run.count == 0 || run.first + run.count <= own_size()) return Done{};
  std::optional<RequestRow> known;
  if (own_) {
    NOMIC_ASSIGN(auto entry, find_request(store_, game_, run.name));
    known = entry;
  }
  if (known && known->first != run.first) {
    return bundle_error(
        {"request", RecordIndex{run.first},
         fmt::format("record {} bears the request ID of record {}, and its author", run.first, known->first)});
  }
  std::string key = request_key(game_, run.name.author, run.name.id);
  std::string value = encode(RequestRow{known ? known->digest : run.digest, run.first, run.count});
  if (run.first < own_size()) {
    continued_request_.push_back({Table::CATALOG, std::move(key), std::move(value)});
    return Done{};
  }
  ++requests_;
  return load_->add(Table::CATALOG, key, value);
}

Status Importer::evidence(const BundleEvidence& evidence) {
  evidence_bytes_ += evidence.bytes.size();
  if (evidence_bytes_ > MOST_EVIDENCE_BYTES) {
    return fail(ErrorCode::TOO_LARGE, "the bundle holds more than 16 MiB of notes and time stamps",
                "import it in parts: export --from A --to B");
  }
  evidence_.push_back(evidence);
  return Done{};
}

Status Importer::check_history(std::uint64_t size) const {
  if (forked_at_) {
    return fail(
        ErrorCode::FORKED,
        fmt::format("game {} has two histories: record {} is {} here and {} in the bundle, and all before it are "
                    "the same",
                    short_id(game_), *forked_at_, ours_.hex(), theirs_.hex()),
        "keep both: nomic compare shows how they part", *forked_at_);
  }
  if (!seen_before_) return Done{};
  const std::string hint =
      fmt::format("have the newest copy sent; if you accept this one, remove {}", seen_.file(game_));
  if (seen_before_->size > size) {
    return fail(
        ErrorCode::ROLLED_BACK,
        fmt::format("with the bundle game {} would have {} records, but you have seen it with {} (head {}): it is an "
                    "older copy",
                    short_id(game_), size, seen_before_->size, seen_before_->head_hash.hex()),
        hint);
  }
  if (!met_otherwise_) return Done{};
  return fail(ErrorCode::ROLLED_BACK,
              fmt::format("in the bundle record {} of game {} is another than you have seen: it is another history",
                          seen_before_->size - 1, short_id(game_)),
              hint, seen_before_->size - 1);
}

Status Importer::take_in(std::vector<Row>& rows) {
  NOMIC_TRY(end_run());
  if (tile_error_) return *tile_error_;
  NOMIC_TRY(load_->finish());
  for (Row& row : continued_request_) rows.push_back(std::move(row));
  return check_requests();
}

// Each request that was loaded has a row of its own; if there are fewer, two bear one ID.
Status Importer::check_requests() const {
  if (requests_ == 0) return Done{};
  const std::string begin = requests_prefix(game_);
  const auto cursor = store_.scan(Table::CATALOG, begin, after_prefix(begin));
  std::uint64_t found = 0;
  for (; cursor->valid(); cursor->next()) {
    auto note = decode_request(cursor->value());
    if (note && note->first >= own_size()) ++found;
  }
  NOMIC_TRY(cursor->status());
  if (found == requests_) return Done{};
  return bundle_error({"request", std::nullopt, "two requests of one author in the bundle bear the same ID"});
}

}  // namespace nomic::ledger
