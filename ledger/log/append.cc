// Founding and appending: everything that a command records goes into one batch.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/game_name.h"
#include "nomic/ledger/log/chain_check.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/tree.h"

namespace nomic::ledger {
namespace {

// Of each block of this many records the last snapshot is kept, so that any past state is at most as many records away.
// Of the newest block some others are, too (needless_snapshots()).
constexpr std::uint64_t SNAPSHOT_BLOCK = 4096;
// Snapshots that are not further apart are as good as one.
constexpr std::uint64_t CLOSE_SNAPSHOTS = 16;
// Of so many games at the most it is kept how they were left.
constexpr std::size_t MOST_LEFT = 4096;

Status check_request(const Request& request) {
  if (request.id.size() > REQUEST_ID_LIMIT) {
    return fail(ErrorCode::BAD_INPUT,
                fmt::format("a request ID of {} bytes; the limit is {}", request.id.size(), REQUEST_ID_LIMIT));
  }
  if (!is_utf8(request.id)) return fail(ErrorCode::BAD_INPUT, "the request ID is not UTF-8");
  return Done{};
}

Status check_records(const std::vector<NewRecord>& records, const Request& request) {
  if (records.empty()) return fail(ErrorCode::BAD_INPUT, "nothing to record: an append holds at least one payload");
  if (records.size() > std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::BAD_INPUT, "too many payloads for one append");
  }
  for (const NewRecord& each : records) {
    if (each.payload.empty()) return fail(ErrorCode::BAD_INPUT, "a payload is empty: there is nothing to record");
    if (each.author.size() > AUTHOR_LIMIT) {
      return fail(ErrorCode::BAD_INPUT,
                  fmt::format("an author's name of {} bytes; the limit is {}", each.author.size(), AUTHOR_LIMIT));
    }
    if (!is_utf8(each.author)) return fail(ErrorCode::BAD_INPUT, "an author's name is not UTF-8");
    if (!request.id.empty() && each.author != records.front().author) {
      return fail(ErrorCode::BAD_INPUT, "the records of one request are of one author");
    }
  }
  return Done{};
}

bool is_signed(const NewRecord& one) {
  return !one.keys.empty() || one.prepared.has_value();
}

// What is signed is recorded alone: its request ID names one record.
Status check_alone(const std::vector<NewRecord>& records, bool founding) {
  const bool any = std::any_of(records.begin(), records.end(), is_signed);
  if (!any || (records.size() == 1 && !founding)) return Done{};
  return fail(ErrorCode::BAD_INPUT, "a signed statement is recorded alone, and never in a founding");
}

// A statement made elsewhere, read strictly and its signatures verified.
Result<Statement> take_prepared(const SignedStatement& prepared) {
  NOMIC_ASSIGN(auto statement, read_statement(prepared.statement));
  NOMIC_ASSIGN(auto keys, check_signatures(prepared.statement, prepared.signatures));
  if (keys.empty()) return fail(ErrorCode::BAD_SIGNATURE, "the statement made elsewhere is not signed");
  return statement;
}

// The same, where it is also what the record says.
Result<Statement> take_prepared(const NewRecord& one, const Request& request) {
  NOMIC_ASSIGN(auto statement, take_prepared(*one.prepared));
  if (!one.keys.empty() || one.author != statement.author || one.payload != statement.payload ||
      request.id != statement.request_id) {
    return fail(ErrorCode::BAD_INPUT, "what is said is not what the statement made elsewhere says");
  }
  return statement;
}

Error conflict(const Request& request) {
  return fail(ErrorCode::REQUEST_CONFLICT,
              fmt::format("the request ID '{}' was used before, for another request", request.id),
              "give each request an ID of its own");
}

Error unknown_request(const Request& request, std::uint64_t first) {
  return fail(
      ErrorCode::REQUEST_CONFLICT,
      fmt::format("the request ID '{}' was used before, for record {}, and what was asked under it is not known here",
                  request.id, first),
      "see whether that record is what you ask for; if not, give another ID", first);
}

// The records of an addition, one after the other, each chained to the one before, and checked as if it came from
// elsewhere.
class Recorder {
 public:
  Recorder(Store& store, const Addition& addition)
      : store_(store), addition_(addition), after_(addition.before), game_(addition.before.game) {}

  // Before the first: reads the record that it is to follow. DAMAGED.
  Status begin() {
    if (after_.size() == 0) return Done{};
    if (addition_.last != nullptr) {
      last_ = *addition_.last;
    } else {
      NOMIC_ASSIGN(auto before, record_before(store_, game_, after_.size() - 1, after_.head_hash));
      last_ = std::move(before);
    }
    chain_.emplace(game_, [this](std::uint64_t index) { return leaf_at(index); });
    chain_->stand_after(after_.size(), last_);
    return Done{};
  }

  Status record(const NewRecord& one) {
    RecordParts parts;
    parts.index = after_.size();
    parts.recorded_at = addition_.recorded_at;
    parts.author = one.author;
    parts.request_id = addition_.request.id;
    parts.payload = one.payload;
    if (parts.index > 0) {
      parts.previous_hash = after_.head_hash;
      parts.game = game_;
      parts.seen_size = parts.index;
      parts.seen_hash = after_.head_hash;
    }
    std::string statement = one.prepared ? one.prepared->statement : encode_statement(parts);
    if (one.prepared) {
      parts.signatures = one.prepared->signatures;
    } else {
      const std::string message = signed_message(statement);
      for (const PrivateKey* key : one.keys) {
        parts.signatures.push_back({key->public_key().raw(), key->sign(message)});
      }
    }
    const bool rests_on_signatures = addition_.via != Via::NOT_SAID && !parts.signatures.empty();
    parts.via = rests_on_signatures ? Via::SIGNED : addition_.via;
    std::string bytes = encode_record(parts, statement);
    statements_.push_back(std::move(statement));
    if (bytes.size() > RECORD_LIMIT) {
      return fail(ErrorCode::TOO_LARGE,
                  fmt::format("a record of {} bytes; the limit is {}", bytes.size(), RECORD_LIMIT),
                  "say it in several shorter ones");
    }
    const Hash leaf = leaf_hash(bytes);
    // Its own hash is what record 0 gives the game as a name.
    if (parts.index == 0) {
      game_ = {leaf};
      chain_.emplace(game_, [this](std::uint64_t index) { return leaf_at(index); });
    }
    NOMIC_TRY(check(bytes, leaf));
    rows_.push_back({Table::RECORDS, record_key(game_, parts.index), std::move(bytes)});
    leaves_.push_back(leaf);
    last_ = {leaf, parts.recorded_at, parts.author, parts.request_id, !parts.signatures.empty()};
    after_.frontier.add(leaf);
    after_.head_hash = leaf;
    after_.recorded_at = addition_.recorded_at;
    after_.game = game_;
    return Done{};
  }

  [[nodiscard]] const std::vector<Hash>& leaves() const { return leaves_; }
  [[nodiscard]] const std::string& last_statement() const { return statements_.back(); }
  [[nodiscard]] const RecordBefore& last() const { return last_; }
  GameRow& after() { return after_; }
  std::vector<Row>& rows() { return rows_; }

 private:
  // The very bytes that would be kept.
  Status check(std::string_view bytes, const Hash& leaf) {
    RecordParts parts;
    NOMIC_TRY(decoder_.decode(bytes, parts));
    std::optional<Error> wrong;
    NOMIC_TRY(chain_->check(parts, leaf, [&](const char* /*check*/, std::string what) {
      if (!wrong) wrong = fail(ErrorCode::BAD_INPUT, std::move(what), "nothing is recorded", chain_->size());
    }));
    if (wrong) return *std::move(wrong);
    chain_->add(parts, leaf);
    return Done{};
  }

  Result<std::optional<Hash>> leaf_at(std::uint64_t index) {
    const std::uint64_t first = addition_.before.size();
    if (index >= first) return std::optional<Hash>{leaves_[index - first]};
    return leaf_of_record(store_, game_, index);
  }

  Store& store_;
  const Addition& addition_;
  GameRow after_;
  GameId game_;
  RecordDecoder decoder_;
  std::optional<ChainCheck> chain_;
  RecordBefore last_;
  std::vector<Hash> leaves_;
  std::vector<std::string> statements_;
  std::vector<Row> rows_;
};

}  // namespace

namespace {

// The chunks that need not be looked for, each by a round trip: those of the newest snapshot, where others keep them
// whole. In a folder each is read, and a damaged one is written again.
Result<std::vector<Hash>> chunks_of_newest(Store& store, const GameId& game, std::uint64_t newest) {
  if (!store.has_other_writers() || newest == 0) return std::vector<Hash>{};
  NOMIC_ASSIGN(auto row, store.get(Table::SNAPSHOTS, snapshot_key(game, newest)));
  if (!row) return std::vector<Hash>{};
  auto snapshot = decode_snapshot(*row);
  return snapshot ? std::move(snapshot->chunks) : std::vector<Hash>{};
}

// The snapshots of the block that are not needed any more beside one at `size`. Those that stay lie the further apart
// the further back they are, so that a state of d records ago is derived from one of 2d records ago at most.
Result<std::vector<std::uint64_t>> needless_snapshots(Store& store, const GameId& game, std::uint64_t size) {
  const std::uint64_t begin = (size - 1) / SNAPSHOT_BLOCK * SNAPSHOT_BLOCK;
  const std::string from = snapshot_key(game, begin + 1);
  const auto cursor = store.scan(Table::SNAPSHOTS, from, snapshot_key(game, size));
  std::vector<std::uint64_t> kept;
  for (; cursor->valid(); cursor->next()) {
    if (cursor->key().size() == from.size()) kept.push_back(from_big_endian(cursor->key().substr(Hash::SIZE)));
  }
  NOMIC_TRY(cursor->status());
  std::vector<std::uint64_t> needless;
  std::uint64_t before = begin;
  for (std::size_t at = 0; at < kept.size(); ++at) {
    const std::uint64_t after = at + 1 < kept.size() ? kept[at + 1] : size;
    if (after - before <= std::max(size - after, CLOSE_SNAPSHOTS)) {
      needless.push_back(kept[at]);
    } else {
      before = kept[at];
    }
  }
  return needless;
}

}  // namespace

Status add_derived(Store& store, const Derived& derived, const Position& at, std::uint64_t& newest,
                   std::vector<Row>& rows) {
  if (derived.digest) {
    rows.push_back({Table::CATALOG, digest_key(at.game, at.size), encode(DigestRow{derived.maker, *derived.digest})});
  }
  if (!derived.snapshot) return Done{};
  SnapshotRow snapshot{at.size, at.head_hash, derived.maker, *derived.snapshot, sha256(*derived.snapshot)};
  std::vector<Hash> known;
  if (!derived.chunks.empty()) {
    NOMIC_ASSIGN(auto named, chunks_of_newest(store, at.game, newest));
    known = std::move(named);
  }
  for (const SnapshotChunk& chunk : derived.chunks) {
    snapshot.chunks.push_back(chunk.hash);
    if (std::find(known.begin(), known.end(), chunk.hash) != known.end()) continue;
    const std::string key = chunk_key(at.game, chunk.hash);
    NOMIC_ASSIGN(auto kept, store.get(Table::SNAPSHOTS, key));
    if (!kept || sha256(*kept) != chunk.hash) rows.push_back({Table::SNAPSHOTS, key, chunk.bytes()});
  }
  NOMIC_ASSIGN(auto needless, needless_snapshots(store, at.game, at.size));
  for (const std::uint64_t size : needless) {
    rows.push_back({Table::SNAPSHOTS, snapshot_key(at.game, size), std::nullopt});
  }
  rows.push_back({Table::SNAPSHOTS, snapshot_key(at.game, at.size), encode(snapshot)});
  newest = std::max(newest, at.size);
  return Done{};
}

Result<Appended> Ledger::Self::add(const Addition& addition) {
  const std::uint64_t first = addition.before.size();
  Recorder recorder(*store, addition);
  NOMIC_TRY(recorder.begin());
  for (const NewRecord& one : addition.records) {
    NOMIC_TRY(recorder.record(one));
  }
  GameRow& after = recorder.after();
  Batch batch;
  batch.rows = std::move(recorder.rows());

  NOMIC_ASSIGN(auto tiles, Tree(*store, after.game, first).completed_by(recorder.leaves()));
  for (Tile& tile : tiles) batch.rows.push_back({Table::TILES, tile_key(after.game, tile.id), std::move(tile.bytes)});

  const auto count = static_cast<std::uint32_t>(addition.records.size());
  if (!addition.request.id.empty()) {
    const Hash digest =
        addition.known_by_statement ? statement_digest(recorder.last_statement()) : addition.request.digest;
    batch.rows.push_back({Table::CATALOG, request_key(after.game, addition.records.front().author, addition.request.id),
                          encode(RequestRow{digest, first, count}), addition.unasked});
  }
  if (auto done = add_derived(*store, addition.derived, {after.game, after.size(), after.head_hash},
                              after.snapshot_size, batch.rows);
      !done) {
    return std::move(done).error();
  }
  NOMIC_ASSIGN(auto reach, add_index(addition, after, batch.rows));
  if (first == 0) {
    add_ways(after, {}, batch.rows);
    if (!addition.request.id.empty()) {
      const std::string key = founding_key(addition.records.front().author, addition.request.id);
      batch.rows.push_back({Table::CATALOG, key, encode(after.game), true});
    }
  }
  std::string encoded = encode(after);
  batch.rows.push_back({Table::CATALOG, game_key(after.game), encoded});
  batch.witness = append_key(after.game, after.size());
  batch.rows.push_back(
      {Table::CATALOG, batch.witness, encode(AppendRow{after.game, after.size(), first, after.head_hash})});
  batch.condition_key = game_key(after.game);
  batch.condition_value = addition.old_row;

  if (auto written = store->write(batch); !written) {
    left.erase(after.game);
    return std::move(written).error();
  }
  if (store->has_other_writers()) {
    if (left.size() >= MOST_LEFT) left.clear();
    left.insert_or_assign(after.game, Left{after, std::move(encoded), recorder.last(), std::move(reach)});
  }
  checked.insert(after.game);
  remember(after);
  return Appended{after.game, {first}, count, after.head_hash, after.frontier.root(), /*repeated=*/false};
}

Result<std::optional<RequestRow>> Ledger::Self::request(const GameRow& row, std::string_view author,
                                                        const Request& request) {
  if (request.id.empty()) return std::optional<RequestRow>{};
  const RequestName name{std::string(author), request.id};
  NOMIC_ASSIGN(auto entry, find_request(*store, row.game, name));
  // An entry of an append above the commit is not there yet.
  if (!entry || entry->first >= row.size()) return std::optional<RequestRow>{};
  const RequestRow& known = *entry;
  if (known.count > row.size() - known.first) {
    return damaged(fmt::format("the entry of request '{}' names records that are not there", request.id), row.size());
  }
  // Whatever lies in the catalog, nobody is answered with what another recorded.
  NOMIC_ASSIGN(auto parts, request_in(row, known.first));
  if (!(request_of(parts) == name)) {
    return damaged(
        fmt::format("the entry of request '{}' names record {}, which is not of that request", request.id, known.first),
        known.first);
  }
  const bool is_unknown = known.digest.is_zero();
  // Whoever has the statement asks for what it says, under whatever digest it was recorded.
  const bool is_same = (!is_unknown && request.digest == known.digest) ||
                       (!parts.signatures.empty() && request.digest == statement_digest(parts.statement));
  // Who is told again that it is recorded must be able to rely on it.
  if (is_same) NOMIC_TRY(store->confirm(Table::CATALOG, request_key(row.game, author, request.id)));
  if (is_same) return std::optional<RequestRow>{known};
  return is_unknown ? unknown_request(request, known.first) : conflict(request);
}

Result<RecordParts> Ledger::Self::request_in(const GameRow& row, std::uint64_t index) {
  NOMIC_ASSIGN(auto bytes, store->get(Table::RECORDS, record_key(row.game, index)));
  RecordDecoder decoder;
  RecordParts parts;
  NOMIC_TRY(decoder.decode(bytes.value_or(""), parts));
  return parts;
}

namespace {

// What a repeated request is answered: the same as the first time.
Result<Appended> again(Store& store, const GameRow& row, const RequestRow& note) {
  const std::uint64_t size = note.first + note.count;
  Tree tree(store, row.game, row.size());
  NOMIC_ASSIGN(auto frontier, tree.frontier_at(size));
  NOMIC_ASSIGN(auto leaf, tree.leaf(size - 1));
  return Appended{row.game, {note.first}, note.count, leaf, frontier.root(), /*repeated=*/true};
}

}  // namespace

Status Ledger::Self::check_prepared(const GameRow& row, const Statement& statement) {
  if (statement.game != row.game) {
    return fail(
        ErrorCode::BAD_INPUT,
        fmt::format("the statement belongs to game {}, not to {}", short_id(statement.game), short_id(row.game)),
        "put it into the ledger that holds its game");
  }
  if (statement.seen_size > row.size()) {
    return fail(
        ErrorCode::NO_SUCH_RECORD,
        fmt::format("its author had seen {} records, and this ledger holds {}", statement.seen_size, row.size()),
        "this copy is behind, or theirs was another game: compare the two", row.size());
  }
  if (statement.seen_size == 0) return Done{};
  NOMIC_ASSIGN(auto leaf, Tree(*store, row.game, row.size()).leaf(statement.seen_size - 1));
  if (leaf == statement.seen_hash) return Done{};
  return fail(ErrorCode::FORKED,
              fmt::format("its author had seen another record {} than this ledger holds", statement.seen_size - 1),
              "there are two histories of this game: keep both, and compare them", statement.seen_size - 1);
}

Status Ledger::confirm(const GameId& game) {
  return self_->store->confirm(Table::CATALOG, game_key(game));
}

Result<Appended> Ledger::found(const FoundRequest& request) {
  NOMIC_TRY(check_request(request.request));
  NOMIC_TRY(check_records(request.records, request.request));
  NOMIC_TRY(check_alone(request.records, true));
  if (request.name.empty() || request.name.size() > GAME_NAME_LIMIT || !is_utf8(request.name)) {
    return fail(ErrorCode::BAD_INPUT, fmt::format("a game's name is 1 to {} bytes of UTF-8", GAME_NAME_LIMIT));
  }
  if (reads_as_identity(request.name)) {
    return fail(ErrorCode::BAD_INPUT,
                fmt::format("'{}' reads as the identity of a game, and is no name of one", request.name),
                "add a character that is not a hex digit");
  }
  if (request.recorded_at.value < 0) {
    return fail(ErrorCode::CLOCK_WENT_BACK, "the game would be dated before 1970", "set the clock, then repeat");
  }
  GameRow before;
  before.name = request.name;
  for (bool again = true;; again = false) {
    NOMIC_ASSIGN(auto known, self_->founded(request));
    if (known) return *known;
    auto done = self_->add({.before = before,
                            .old_row = std::nullopt,
                            .records = request.records,
                            .recorded_at = request.recorded_at,
                            .request = request.request,
                            .derived = request.derived,
                            .via = request.via});
    // Somebody else has founded one meanwhile: of that name, or for the same request.
    if (done || !again || done.error().code != ErrorCode::SIZE_MISMATCH) return done;
  }
}

Result<std::optional<Appended>> Ledger::Self::founded(const FoundRequest& request) {
  const std::string& author = request.records.front().author;
  const auto answer_again = [&](const GameRow& row, const RequestRow& note) -> Result<std::optional<Appended>> {
    NOMIC_ASSIGN(auto same, again(*store, row, note));
    return std::optional<Appended>{same};
  };
  if (!request.request.id.empty()) {
    NOMIC_ASSIGN(auto row, led_to(founding_key(author, request.request.id)));
    if (row) {
      NOMIC_ASSIGN(auto note, this->request(*row, author, request.request));
      if (!note) return damaged(fmt::format("game {} is not of the request that leads to it", short_id(row->game)));
      return answer_again(*row, *note);
    }
  }
  NOMIC_ASSIGN(auto row, named(request.name));
  if (!row) return std::optional<Appended>{};
  // Of a game that was imported nothing but its name leads to it.
  if (!request.request.id.empty()) {
    auto note = this->request(*row, author, request.request);
    // Another request's game only has the name.
    if (!note && note.error().code != ErrorCode::REQUEST_CONFLICT) return std::move(note).error();
    if (note && *note && (**note).first == 0) return answer_again(*row, **note);
  }
  return fail(ErrorCode::GAME_NAME_TAKEN,
              fmt::format("the ledger holds a game '{}' already ({})", request.name, short_id(row->game)),
              "choose another name");
}

namespace {

// What can be told of an append without its game: the statement made elsewhere, if it is one.
Result<std::optional<Statement>> check_append(const AppendRequest& request) {
  NOMIC_TRY(check_request(request.request));
  NOMIC_TRY(check_records(request.records, request.request));
  NOMIC_TRY(check_alone(request.records, false));
  if (!request.records.front().prepared) return std::optional<Statement>{};
  NOMIC_ASSIGN(auto taken, take_prepared(request.records.front(), request.request));
  return std::optional<Statement>{std::move(taken)};
}

// What is signed could be copied out of its record: under its ID it is never recorded again.
bool needs_request_id(const AppendRequest& request) {
  return !request.records.front().keys.empty() && request.request.id.empty();
}

// Whether an append that is refused so may be a repeated one, of a request that was carried out.
bool may_be_known(ErrorCode refused) {
  return refused == ErrorCode::SIZE_MISMATCH || refused == ErrorCode::BAD_INPUT ||
         refused == ErrorCode::CLOCK_WENT_BACK;
}

constexpr std::size_t MADE_ID_SIZE = 32;

}  // namespace

Status Ledger::Self::goes_on(const GameRow& row, const AppendRequest& request,
                             const std::optional<Statement>& prepared) {
  if (row.size() != request.expected_size) {
    return fail(ErrorCode::SIZE_MISMATCH,
                fmt::format("the game has {} records, not {}", row.size(), request.expected_size),
                "look at what was recorded meanwhile, then repeat");
  }
  if (request.recorded_at < row.recorded_at) {
    return fail(ErrorCode::CLOCK_WENT_BACK, "the record would be dated before the one that it follows",
                "date it at the last record's time or later", row.size());
  }
  return prepared ? check_prepared(row, *prepared) : Status(Done{});
}

Result<Appended> Ledger::append(const AppendRequest& request) {
  NOMIC_ASSIGN(auto prepared, check_append(request));
  const bool nameless = needs_request_id(request);
  const Request named =
      nameless ? Request{Hash::from_raw(random_bytes(Hash::SIZE))->hex().substr(0, MADE_ID_SIZE), {}} : request.request;
  const auto left = self_->left.find(request.game);
  if (left != self_->left.end() && !prepared && self_->goes_on(left->second.row, request, prepared)) {
    const Self::Left as_left = left->second;
    auto done = self_->add({as_left.row, as_left.encoded, request.records, request.recorded_at, named, request.derived,
                            request.via, nameless, &as_left.last, true, &as_left.reach});
    // Whatever speaks against it, that the request is known goes before.
    if (done || !may_be_known(done.error().code)) return done;
  }
  NOMIC_ASSIGN(auto row, self_->game(request.game));
  NOMIC_ASSIGN(auto note, self_->request(row, request.records.front().author, request.request));
  if (note) return again(*self_->store, row, *note);
  NOMIC_TRY(self_->goes_on(row, request, prepared));
  return self_->add(
      {row, encode(row), request.records, request.recorded_at, named, request.derived, request.via, nameless});
}

Status Ledger::would_append(const AppendRequest& request) {
  NOMIC_ASSIGN(auto prepared, check_append(request));
  NOMIC_ASSIGN(auto row, self_->game(request.game));
  NOMIC_TRY(self_->goes_on(row, request, prepared));
  const Request named = needs_request_id(request) ? Request{std::string(MADE_ID_SIZE, '0'), {}} : request.request;
  const Addition addition{row, std::nullopt, request.records, request.recorded_at, named, request.derived, request.via};
  Recorder recorder(*self_->store, addition);
  NOMIC_TRY(recorder.begin());
  for (const NewRecord& one : request.records) {
    NOMIC_TRY(recorder.record(one));
  }
  return Done{};
}

Result<Statement> Ledger::admits(const GameId& game, const SignedStatement& prepared) {
  NOMIC_ASSIGN(auto statement, take_prepared(prepared));
  NOMIC_ASSIGN(auto row, self_->game(game));
  NOMIC_TRY(self_->check_prepared(row, statement));
  return statement;
}

Result<std::optional<RequestFound>> Ledger::request(const GameId& game, std::string_view author,
                                                    const Request& request) {
  NOMIC_TRY(check_request(request));
  // As this handle left it is enough: of what others have recorded since it is told when it is recorded again.
  const auto left = self_->left.find(game);
  NOMIC_ASSIGN(auto row, left != self_->left.end() ? Result<GameRow>(left->second.row) : self_->game(game));
  NOMIC_ASSIGN(auto note, self_->request(row, author, request));
  if (!note) return std::optional<RequestFound>{};
  return std::optional<RequestFound>{RequestFound{{note->first}, note->count}};
}

}  // namespace nomic::ledger
