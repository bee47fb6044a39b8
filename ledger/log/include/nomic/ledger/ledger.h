// A ledger: any number of games, each an append-only, hash-chained, Merkle-hashed log of opaque payloads.
//
// The ledger knows nothing of Nomic. A payload is bytes to it; who says it, when, and after which record is its
// business.
//
//     auto ledger = Ledger::open(folder, Access::WRITE, options);       // opening is verifying the tail
//     auto head   = (*ledger)->head(game);                              // how far the game reaches
//     auto done   = (*ledger)->append({.game = game, .expected_size = head->size, ...});   // durable when it returns
//
// Shapes. A game is known by its GameId, the leaf hash of its record 0; names are local labels. Records are counted
// from 0; a size is a count, so the last record is size - 1. Times are microseconds since 1970-01-01T00:00:00Z.
//
// Durability. When append() returns a value, the records are on the disk: log synced, mark synced. When it returns
// OUTCOME_UNKNOWN they may or may not be, the handle is shut, and repeating the command under the same request ID
// settles it. Any other error: nothing was recorded.
//
// Several appends may become durable together, by the syncs of one (begin_group()). Whoever does so answers for none of
// them before end_group() has.
//
// One writer at a time: Access::WRITE holds the ledger's lock until the object goes. Readers never write, never block,
// and see nothing above the mark.
//
// Threads: an object may be used by one thread at a time. Others look into it through views of their own (shared()).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/folder_trust.h"
#include "nomic/ledger/hash.h"
#include "nomic/ledger/result.h"
#include "nomic/ledger/statement.h"

namespace nomic::ledger {

class SharedLedger;
class Store;
class TileBuilder;
class BundleSource;
struct BundleEvidence;
struct BundleReport;
struct CheckpointNote;
struct ConsistencyProof;
struct InclusionProof;
struct VerifierKey;

// Position of a record in its game, from 0.
struct RecordIndex {
  std::uint64_t value = 0;
  friend auto operator<=>(const RecordIndex&, const RecordIndex&) = default;
};

// Microseconds since 1970-01-01T00:00:00Z.
struct Micros {
  std::int64_t value = 0;
  friend auto operator<=>(const Micros&, const Micros&) = default;
};

enum class Access : std::uint8_t { READ, WRITE };

// How what was recorded came to who recorded it: their word (schema/ledger/v1/record.proto, whose numbers these are).
enum class Via : std::uint8_t { NOT_SAID, LOCAL, TOKEN, SIGNED, ANYBODY };

struct OpenOptions {
  // Where this user's memory of games seen is kept; empty: none is kept. One file a game.
  std::string seen_dir;
  // Told why, each time that something seen could not be kept there: nothing fails for it, but a rollback of the game
  // may go unnoticed later.
  std::function<void(const Error&)> on_unkept_memory = {};
  // How long to wait for another writer.
  std::int64_t lock_wait_ms = 5000;
  // Shown to whoever waits for our lock.
  std::string command = "nomic";
  // Whose folder it may be.
  FolderTrust trust = {};
  // Of a copy of what is kept elsewhere: brings a game up to that many records if they are there. It is called where a
  // view of the game has fewer than are remembered, before it is looked again; what is remembered was read before that.
  std::function<Status(const GameId& game, std::uint64_t size)> catch_up = {};
};

// How far a game reaches.
struct Head {
  GameId game;
  std::string name;
  std::uint64_t size = 0;
  Hash head_hash;      // leaf hash of record size - 1
  Hash root;           // Merkle root over all records
  Micros recorded_at;  // of record size - 1
};

// What a game is called.
struct NamedGame {
  GameId game;
  std::string name;
};

// A record, decoded and checked against its place. The views of a callback live until it returns.
struct StoredRecord {
  RecordIndex index;
  Hash leaf;
  Micros recorded_at;
  std::string author;
  std::string request_id;
  std::string payload;
  std::size_t signatures = 0;
  std::string bytes;  // exact bytes of the Record
  // The keys that signed it: every signature was verified.
  std::vector<PublicKey> signers = {};
  // How many records its author had seen.
  std::uint64_t seen_size = 0;
  Via via = Via::NOT_SAID;
};

// A record to append: its payload and its author.
struct NewRecord {
  std::string author;
  std::string payload;
  // The keys that sign it, which outlive the call; none: it is not signed. What is signed is recorded alone, not in a
  // founding, and under a request ID: a random one unless the request gives one.
  std::vector<const PrivateKey*> keys = {};
  // Or the statement as it was made and signed elsewhere: then author, payload and the request's ID must be its own.
  std::optional<SignedStatement> prepared = {};
};

// A request: an ID that makes a command idempotent, and the digest of what was asked (before dice and clock). The ID is
// its author's: another author may give the same one, for a request of their own.
struct Request {
  std::string id;  // 1 to 128 bytes; empty: none
  Hash digest;
};

// A row of the derived index: what a question about the game looks up instead of deriving the game. The ledger does not
// read keys and values. Under one key there is at most one row a record.
struct IndexRow {
  std::string key;           // 1 byte or more; no key of the caller's begins with the whole of another
  std::uint64_t record = 0;  // whose row it is
  std::string value = {};
  friend auto operator<=>(const IndexRow&, const IndexRow&) = default;
};

// A part of a snapshot that later snapshots will have too. It is kept once, under its SHA-256.
struct SnapshotChunk {
  Hash hash;
  std::function<std::string()> bytes;  // asked for only where it is not kept yet
};

// Derived state to keep with an append. Never trusted when it is read again.
struct Derived {
  // Who derived it: engine semantics and schema version.
  std::string maker;
  // Digest of the state after the append, kept for `replay --check`.
  std::optional<Hash> digest;
  // The state itself; not every append needs one.
  std::optional<std::string> snapshot = {};
  // The parts of the state that come before what `snapshot` holds, in order.
  std::vector<SnapshotChunk> chunks = {};
  // The index rows of the records appended. They are kept if the index reaches to these records and has the same maker;
  // without them it stays behind.
  std::optional<std::vector<IndexRow>> index = {};
};

// Which rows of the index to read: those of records below `below`, with from <= key || record < until as bytes, in that
// order or backwards.
struct IndexQuery {
  std::string from;
  std::string until;
  std::uint64_t below = 0;
  bool backwards = false;

  // The rows of one key. O(log size) reads, and the rows.
  static IndexQuery of_key(const std::string& key, std::uint64_t below);
  // The rows of every key that begins with the prefix. Rows at or above `below` are read and left out.
  static IndexQuery under(const std::string& prefix, std::uint64_t below);
};

// A row of the index as it lies there, whoever made it. Views that live until the call that is given them returns.
struct IndexRowView {
  std::string_view maker;
  std::string_view key;
  std::uint64_t record = 0;
  std::string_view value;
};

struct FoundRequest {
  std::string name;                // unique in the ledger, compared byte by byte; 1 to 64 bytes
  std::vector<NewRecord> records;  // at least one; recorded together or not at all; of one author, if a request's
  Micros recorded_at;
  Request request;
  Derived derived;
  Via via = Via::NOT_SAID;
};

struct AppendRequest {
  GameId game;
  std::uint64_t expected_size = 0;  // the append happens only if the game has this size
  std::vector<NewRecord> records;   // at least one; recorded together or not at all
  Micros recorded_at;               // not before the last record's
  Request request;
  Derived derived;
  // How it came. What bears a signature came SIGNED, whatever is said here but NOT_SAID.
  Via via = Via::NOT_SAID;
};

struct Appended {
  GameId game;
  RecordIndex first;
  std::uint32_t count = 0;
  Hash head_hash;  // leaf hash of the last of them
  Hash root;
  bool repeated = false;  // recorded before, under the same request: this call has recorded nothing
};

// What a group holds so far.
struct GroupSize {
  std::uint64_t appends = 0;
  std::uint64_t bytes = 0;  // of rows, as they will be written
};

// What a request ID recorded.
struct RequestFound {
  RecordIndex first;
  std::uint32_t count = 0;
};

struct KeptDigest {
  std::uint64_t size = 0;
  Hash digest;
};

struct KeptSnapshot {
  std::uint64_t size = 0;
  std::string body;
  std::vector<std::string> chunks = {};
};

// A snapshot by the names of its chunks.
struct NamedSnapshot {
  std::string body;
  std::vector<Hash> chunks;  // SHA-256 of each
};

// What to write into a bundle (bundle.h).
struct ExportRequest {
  GameId game;
  std::uint64_t from = 0;           // first record
  std::optional<std::uint64_t> to;  // size after the last; the game's size unless given
  std::uint64_t following = 0;      // bundles that will follow in the same file
};

struct ImportRequest {
  // What the game shall be called here, if it is new; empty: as the bundle says.
  std::string name;
  // Asked once the bundle is found sound and before it counts, where it holds anything new: the game as it would be,
  // and its size now. While it is asked, this ledger alone shows the game so; nothing may be recorded. Its error is
  // that of the import, and the ledger is as it was.
  std::function<Status(const Head& after, std::uint64_t before)> admits = {};
  // Asked next of a game that is new here: its kin, if it has one. Games of one kin are found together
  // (Ledger::of_kin); what it is is the caller's, and nothing follows from it here.
  std::function<Result<std::optional<Hash>>(const Head& after)> kin = {};
};

// What an import did. Nothing was added if the ledger held all of it before.
struct Imported {
  Head head;                 // of the game, afterwards
  std::uint64_t before = 0;  // its size before; 0: the game is new
  std::uint64_t bundle_size = 0;
  std::uint64_t signatures = 0;  // that were checked
  std::uint64_t following = 0;   // bundles that follow in the same file
};

// A fault that verify() found. `check` is one word of a closed list, only ever added to:
//
//     record     cannot be read, is too large, or a newer version made it
//     missing    there are records after it, or the catalog says so, but it is not there
//     place      names another index or another game than those it lies under
//     chain      its previous_hash is not the hash of the record before
//     seen       its seen_hash is not the hash of record seen_size - 1
//     signature  a signature of it does not hold, its key proves nothing or has signed twice, or it could be, or is,
//                recorded twice
//     time       is dated before the record before it
//     head       the catalog's size, head or time of the game differ from the records
//     tree       the catalog's frontier differs from the records
//     tile       a tile is missing or differs
//     snapshot   a kept state is unreadable or bound to what is not so
//     index      a row of the derived index, or its reach, is unreadable or out of place; or, once the game is derived,
//                a row is missing, differs, or should not be there
//     digest     a kept digest of a state is unreadable or out of place
//     request    a request ID's entry and the records that bear the ID differ
//     append     the entries of the game's appends have a hole or differ from the records
//     evidence   a note or time stamp kept with the game is unreadable, out of place, or names another root
//     beyond     something is kept for records that the catalog does not count
//     name       the game's name does not lead to it
//     foreign    a row that belongs or leads to no game, or is of no known kind
//     mark       a slot of the mark cannot be read, or one of the store's writes is missing
//     file       a file of the store differs from its checksum, or cannot be read
struct Fault {
  std::string check;
  std::optional<RecordIndex> index;
  std::string what;
  bool newer = false;  // a format that this program does not know yet, and nothing wrong
};

struct VerifyReport {
  GameId game;
  std::uint64_t size = 0;
  Hash head_hash;
  Hash root;
  std::vector<Fault> faults;  // empty: everything holds
};

// Calls `each` for the records of a game in their order, until it returns false.
using RecordFeed = std::function<void(const std::function<bool(const StoredRecord&)>& each)>;

// What verifying a game looks at.
enum class VerifyScope : std::uint8_t {
  GAME,    // it, and whatever is kept of it
  LEDGER,  // and what belongs to no game: rows that lead nowhere, what the store says of its files. Its cost is that of
           // the ledger; of many games that are verified, for one
};

// What is done with a game while it is verified, so that nothing of it is read or hashed twice.
struct BesideVerifying {
  // Called once, in the calling thread, while another verifies. The feed gives the records that a reader is shown, from
  // record 0 on, as they are verified; it ends early at the first fault. `derive` may read the ledger.
  std::function<void(const RecordFeed& records)> derive;
  // Called in the other thread, for every row of the index that can be read, of records that a reader is shown.
  std::function<void(const IndexRowView& row)> index_row = {};
  VerifyScope scope = VerifyScope::LEDGER;
};

class Ledger {
 public:
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Makes a new, empty ledger in `folder` (made if missing, else empty) and opens it for writing. It may be the address
  // of a database, here and below (nomic/ledger/address.h).
  static Result<std::unique_ptr<Ledger>> create(const std::string& folder, const OpenOptions& options);

  // Opens the ledger in `folder`. Opening checks the mark against the writes that the store holds.
  static Result<std::unique_ptr<Ledger>> open(const std::string& folder, Access access, const OpenOptions& options);

  // A ledger in memory, for tests and for deriving without recording.
  static std::unique_ptr<Ledger> in_memory();

  // Over a store of the caller's (tests inject faults here).
  static Result<std::unique_ptr<Ledger>> over(std::unique_ptr<Store> store, const OpenOptions& options);

  // Whether other processes may write it at the same time: it is in a database, and is open for writing.
  [[nodiscard]] bool has_other_writers() const;

  // Every game, by name.
  Result<std::vector<Head>> games();
  // The same, without a look at them: games are among them of which head() says that they are damaged or rolled back.
  Result<std::vector<NamedGame>> game_names();

  // The game of that name or identity (hex, or its first 8 digits or more); with an empty name the only game. A few
  // reads, however many games there are.
  Result<Head> find(std::string_view name_or_id);
  Result<Head> head(const GameId& game);
  // Those that were imported as of that kin (ImportRequest), in the order of their identities.
  Result<std::vector<GameId>> of_kin(const Hash& kin);

  // Founds a game: all its records at once. Its identity comes back in Appended::game. O(records). GAME_NAME_TAKEN;
  // a request that founded a game here before is answered with that, or REQUEST_CONFLICT.
  Result<Appended> found(const FoundRequest& request);

  // Appends. Looks up the request ID first (a known one with the same digest returns what it recorded, appending
  // nothing), then the expected size. O(records + log size). A prepared statement that is not of this game is
  // BAD_INPUT, whose signatures do not hold BAD_SIGNATURE, that has seen records which are not there NO_SUCH_RECORD,
  // other records FORKED.
  Result<Appended> append(const AppendRequest& request);

  // Done once what is here of the game is as safe as what append() has returned for: whoever tells somebody that it is
  // recorded, and has only found it here, asks first. A round trip where others write the ledger too, else nothing.
  // OUTCOME_UNKNOWN.
  Status confirm(const GameId& game);

  // From now on what is founded and appended waits: this object shows it, readers do not, and it is on no disk. What
  // else is asked of the ledger is answered as if it were recorded; nothing may be imported, reindexed or verified.
  // Nothing is done where a group is begun already.
  void begin_group();
  // Makes all that waits durable, as one: all of it counts from now on, or none of it. Its errors are those of append()
  // that writing has. After an error nothing waits any more: what is not OUTCOME_UNKNOWN left the ledger as it was when
  // the group was begun, and whoever has derived anything from what waited drops it. Where nothing waits, nothing is
  // synced.
  Status end_group();
  // What waits is given up.
  void drop_group();
  [[nodiscard]] GroupSize group_size() const;

  // For other threads to look into while this one writes (shared_ledger.h), or instead of it, where it was opened for
  // reading from a store that others write. Null: its store takes no part in that, or a group is being gathered.
  std::shared_ptr<SharedLedger> shared();

  // Whether append() would take it now: its errors, but for those of writing. Nothing is appended, and the request ID
  // is not looked up.
  Status would_append(const AppendRequest& request);

  // Whether a statement made elsewhere may be appended to the game now: what it says if so; the errors of append(). Its
  // request ID is not looked up.
  Result<Statement> admits(const GameId& game, const SignedStatement& prepared);

  // What that author recorded in the game under the request's ID, if anything. REQUEST_CONFLICT if it was another
  // request, or if what was asked is not known: the records came from elsewhere, without its digest, and unsigned.
  Result<std::optional<RequestFound>> request(const GameId& game, std::string_view author, const Request& request);

  // Calls `each` for records from..to-1, in order, until it returns false. Checks that indexes are dense and hashes
  // fit: a hole is DAMAGED, never the end.
  Status read(const GameId& game, RecordIndex from, std::uint64_t to,
              const std::function<bool(const StoredRecord&)>& each);
  Result<StoredRecord> record(const GameId& game, RecordIndex index);

  // The last record at or before `time`, if there is one. O(log size) reads.
  Result<std::optional<RecordIndex>> last_at_or_before(const GameId& game, Micros time);

  // The newest kept snapshot of at most `size` records made by `maker`, if one fits: with all its chunks.
  Result<std::optional<KeptSnapshot>> snapshot(const GameId& game, std::uint64_t size, std::string_view maker);

  // The one at `size` itself, if it fits and each of its chunks is kept and whole: for whoever compares many, since
  // most chunks are of many snapshots. Those in `whole` were found so before, and are not read again.
  Result<std::optional<NamedSnapshot>> named_snapshot(const GameId& game, std::uint64_t size, std::string_view maker,
                                                      std::set<Hash>& whole);

  // The sizes, up to `size`, at which a snapshot lies, ascending, whoever made it and whether or not it fits.
  Result<std::vector<std::uint64_t>> snapshot_sizes(const GameId& game, std::uint64_t size);

  // The state's digest kept when the game had `size` records, if it was made by `maker`.
  Result<std::optional<Hash>> kept_digest(const GameId& game, std::uint64_t size, std::string_view maker);

  // Those kept at the sizes from..to, as far as they were made by `maker`, by ascending size. One range read: for
  // whoever wants them all.
  Result<std::vector<KeptDigest>> kept_digests(const GameId& game, std::uint64_t from, std::uint64_t to,
                                               std::string_view maker);

  // The Merkle root when the game had `size` records, and proofs about it (proof.h). Made from the kept tiles and
  // verified against the head's root before they are given: DAMAGED if a tile does not fit. NO_SUCH_RECORD for a size
  // or an index beyond the game. O(log size) reads.
  Result<Hash> root_at(const GameId& game, std::uint64_t size);
  Result<InclusionProof> prove_inclusion(const GameId& game, RecordIndex index, std::uint64_t size);
  Result<ConsistencyProof> prove_consistency(const GameId& game, std::uint64_t first, std::uint64_t second);

  // What is kept with the game beside its records (BundleEvidence, bundle.h), by ascending size: checkpoints that were
  // signed, time stamps over them, notes that contradict each other.
  Result<std::vector<BundleEvidence>> evidence(const GameId& game);

  // Keeps a piece of evidence with the game; durable when it returns. A note whose text is kept already has its new
  // signatures added to the kept one, as far as there is room; nobody has verified them, so they take no other's place.
  // What is kept already is kept once. BAD_INPUT: not well formed, too long, or about a size that the game does not
  // have (but for evidence of a fork); BAD_NOTE: a note that does not name the game's root at its size.
  Status keep_evidence(const GameId& game, const BundleEvidence& evidence);
  // The same of a signed checkpoint whose signatures by `trusted` keys are verified: they stand first in the kept note,
  // in place of what else bears their keys' names, and others are left out for them where the note is full.
  // BAD_SIGNATURE: one of these does not hold, or there is none.
  Status keep_note(const GameId& game, const CheckpointNote& note, const std::vector<VerifierKey>& trusted);

  // Writes a bundle of the game: its records, what is known of their requests, and all evidence kept with it. `write`
  // is as WriteBytes (bundle.h). Constant memory. NO_SUCH_RECORD; BAD_INPUT for an empty range; what the sink said.
  Result<BundleReport> export_to(const std::function<int(std::string_view)>& write, const ExportRequest& request,
                                 const std::function<void(std::uint64_t done)>& progress);

  // Takes the next bundle of `source` in, if it is sound and goes on where this ledger's copy of the game ends: all of
  // it or nothing. Records go into files outside the store while they are verified; these become part of it at once,
  // and one synced append makes them count. Constant memory.
  //
  // What the ledger has already is compared, byte by byte. A bundle that holds no more is no error: nothing is added.
  // BAD_BUNDLE, NEWER_FORMAT: it is not sound. FORKED: it is, and it is another history of the game; `index` names the
  // first record that differs. ROLLED_BACK: this user has seen the game longer, or with other records. NO_SUCH_RECORD:
  // a range that begins after the ledger's copy ends. GAME_NAME_TAKEN. SIZE_MISMATCH: another has taken the game in, or
  // moved it on, meanwhile. Until OUTCOME_UNKNOWN, the ledger is as it was.
  Result<Imported> import_from(BundleSource& source, const ImportRequest& request,
                               const std::function<void(std::uint64_t done)>& progress);

  // What makes the tiles of the game's tree from record `from` on, once it is given the leaves from there
  // (tile_export.h).
  Result<std::unique_ptr<TileBuilder>> tile_builder(
      const GameId& game, std::uint64_t from,
      const std::function<void(std::uint8_t level, std::uint64_t index, const std::string& bytes)>& full);

  // How many records the index of that maker reaches over, from the first on; 0: there is none.
  Result<std::uint64_t> index_reach(const GameId& game, std::string_view maker);

  // Calls `each` for the rows of the index, until it returns false. Rows of another maker, and of records that the
  // index does not reach or that the game does not have, are left out. DAMAGED if a row cannot be read.
  Status index_rows(const GameId& game, const IndexQuery& query, std::string_view maker,
                    const std::function<bool(const IndexRow&)>& each);

  // Adds the rows of the records from..to-1 to the index, which must reach to `from` (NO_SUCH_RECORD). From 0 on, what
  // there was of an index goes first. Durable when it returns. For records that came without an append.
  Status keep_index(const GameId& game, std::uint64_t from, std::uint64_t to, std::string_view maker,
                    const std::vector<IndexRow>& rows);

  // Keeps derived state of the game as it was after `size` records, as an append would have. NO_SUCH_RECORD.
  Status keep(const GameId& game, std::uint64_t size, const Derived& derived);

  // Drops what is derived from the game's records (tiles, frontier, snapshots, digests of states, the index) and makes
  // anew what is derived at the level of the ledger. The records themselves must be sound: DAMAGED. Sound tiles stay
  // readable throughout. Whoever calls it derives the game next and then calls reindexed(); until then the game is
  // among reindexing(), whatever ends the process.
  Status reindex(const GameId& game, const std::function<void(std::uint64_t done)>& progress);
  // All that reindex() dropped is there again.
  Status reindexed(const GameId& game);
  // The games of which something is yet to be made anew: reindex() begins again.
  Result<std::vector<GameId>> reindexing();

  // Recomputes chain and tree from the records and compares everything kept with them: heads, frontier, tiles,
  // snapshots' hashes, request notes, mark. Reads every record. `progress` is told how many records are done.
  Result<VerifyReport> verify(const GameId& game, const std::function<void(std::uint64_t done)>& progress,
                              VerifyScope scope = VerifyScope::LEDGER);

  // verify() in a second thread, while the calling thread derives something from its records. What comes of them counts
  // only if the report has no fault: a record's bytes are proven by what follows, and signatures are checked in lots.
  // The thread that verifies is at most about a thousand records, and 2 MB, ahead.
  Result<VerifyReport> verify_beside(const GameId& game, const BesideVerifying& beside);

 private:
  struct Self;
  explicit Ledger(std::unique_ptr<Self> self);
  static void look_again_by_opening(Ledger& ledger, const std::string& folder, const OpenOptions& options);
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::ledger
