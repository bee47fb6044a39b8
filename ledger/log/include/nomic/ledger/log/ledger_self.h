// The inside of a Ledger: a store, and what this handle knows of the games in it.
//
// Members are defined in the folder whose work they do: those about bundles and evidence in bundle, of proofs in
// proofs, and so on. None that is defined here uses one that is not.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/log/chain_check.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/log/seen.h"
#include "nomic/ledger/log/signed_records.h"
#include "nomic/ledger/note.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

// Both of bundle, which imports.
class BundleChecker;
class GroupStore;
class Importer;

// One append: these payloads after `before`. `old_row` is what the catalog must hold for that game when it is written;
// nothing where the game is new.
struct Addition {
  GameRow before;
  std::optional<std::string> old_row;
  const std::vector<NewRecord>& records;
  Micros recorded_at;
  const Request& request;
  const Derived& derived;
  Via via = Via::NOT_SAID;
  // Nobody gave the request's ID: its digest is that of the signed statement.
  bool known_by_statement = false;
  // The record before the first of these, where it is known; and that nobody has looked whether the request is known.
  const RecordBefore* last = nullptr;
  bool unasked = false;
  const ReachRow* reach = nullptr;  // of the index, where it is known
};

struct Ledger::Self {
  Self(std::unique_ptr<Store> its_store, const OpenOptions& options)
      : store(std::move(its_store)), seen(options.seen_dir, options.on_unkept_memory) {}

  std::unique_ptr<Store> store;
  // The same, while a group is gathered in it; else null.
  GroupStore* group = nullptr;
  // Games whose size is to be remembered once the group is durable.
  std::set<GameId> unremembered;
  SeenGames seen;
  SignedRecords signed_records;
  // Games whose last record and memory were compared already.
  std::set<GameId> checked;
  // Games as this handle's last append left them, where others write too: the next is made from there without a look.
  // If anybody came in between, the store refuses it, and then it is looked.
  struct Left {
    GameRow row;
    std::string encoded;
    RecordBefore last;
    // How far the index reached. Whoever drops it marks the game's entry.
    ReachRow reach;
  };
  std::map<GameId, Left> left;
  // The store's, when these two were taken down.
  std::uint64_t generation = 0;
  // Games as they were before a write that is undecided (store.h).
  std::map<GameId, std::optional<GameRow>> clipped;
  // Opens the ledger anew, to see whether a game that looks shorter than remembered has only grown since this view was
  // taken; `size` is what is remembered of it. Empty: the view is the truth.
  std::function<Result<std::unique_ptr<Ledger>>(const GameId& game, std::uint64_t size)> look_again;
  // A game as an import would make it, while it is asked whether it may.
  std::optional<GameRow> previewed;

  // Hides what the store says may yet vanish.
  Status hide_undecided();

  // Forgets them where the store is another by now.
  void heed_generation();

  // A game's entry, checked; NO_SUCH_GAME.
  Result<GameRow> game(const GameId& id);
  // The same, not checked; nothing: there is none.
  Result<std::optional<GameRow>> unchecked_game(const GameId& id);
  // All of them, in the order of their identities; not checked.
  Result<std::vector<GameRow>> all_games();
  // The first of those whose entries lie between two keys.
  Result<std::vector<GameRow>> games_between(const std::string& from, const std::string& until, std::size_t most);

  // The game that an entry of the catalog leads to, and that which bears the name; not checked.
  Result<std::optional<GameRow>> led_to(const std::string& key);
  Result<std::optional<GameRow>> named(std::string_view name);
  // Those that a name or the digits of an identity may mean; what reads as an identity is no name. Of many, some.
  Result<std::vector<GameRow>> matching(std::string_view name_or_id);
  // The entries by which a game that is new will be found.
  static void add_ways(const GameRow& game, const std::optional<Hash>& kin, std::vector<Row>& rows);
  // What a founding request founded here before; REQUEST_CONFLICT, GAME_NAME_TAKEN.
  Result<std::optional<Appended>> founded(const FoundRequest& request);
  // For verify(): the game as it is shown and as it lies there, where an append that was never acknowledged is verified
  // too; not checked. Then its report: meeting the game comes last, once it is whole in itself.
  struct ToVerify {
    GameRow shown;
    GameRow row;
  };
  Result<ToVerify> to_verify(const GameId& game);
  Result<VerifyReport> verified(const GameRow& shown, Result<std::vector<Fault>> faults);

  // Compares the game's last record with its head, and the game with what this user has seen before.
  Status check_known(const GameRow& row);
  // While a group is gathered, later: what may yet vanish is not to be remembered.
  void remember(const GameRow& row);
  // The store below it is the ledger's again.
  void leave_group();

  // What a request of that author recorded in the game; REQUEST_CONFLICT.
  Result<std::optional<RequestRow>> request(const GameRow& row, std::string_view author, const Request& request);
  // The record that a request begins with.
  Result<RecordParts> request_in(const GameRow& row, std::uint64_t index);

  // Calls `each` for the records from..to-1 with their leaf hashes; see Ledger::read. O(to - from).
  Status walk(const GameRow& row, std::uint64_t from, std::uint64_t to,
              const std::function<bool(const RecordParts&, const Hash& leaf, std::string_view bytes)>& each);

  // The keys that signed a record with that leaf hash, if they did: as check_signatures() has it.
  Result<std::vector<PublicKey>> signers_of(const RecordParts& parts, const Hash& leaf);

  // For bundles: the digest under which the request that begins with this record was recorded, where it is known; and
  // what is kept with the game beside its records, by ascending size.
  Result<std::optional<Hash>> digest_of_request(const GameRow& row, const RecordParts& parts);
  // By ascending size, as bundles hold it.
  Result<std::vector<BundleEvidence>> evidence(const GameId& game);
  // What keeps these pieces of evidence, as far as they are not kept yet: a batch a row, each on the condition that the
  // row is what it was; a note's with the signatures of the one that is kept already, `verified` ones first. BAD_INPUT.
  Result<std::vector<Batch>> evidence_batches(const GameId& game, const std::vector<BundleEvidence>& evidence,
                                              const std::vector<NoteSignature>& verified);
  // For keep_evidence() and keep_note() of `ledger`, whose Self it is.
  Status keep(Ledger& ledger, const GameId& id, const BundleEvidence& evidence,
              const std::vector<NoteSignature>& verified);

  // What a bundle keeps beside the records.
  Status keep_beside(const Importer& importer);
  // Of two histories, a note over each, so that whoever signed both can be asked.
  void keep_fork(const Importer& importer);

  class LoadGuard;
  // GAME_NAME_TAKEN, in an import's words.
  Status check_free(const std::string& name, const GameId& game);
  // Says in the store that an import is under way.
  Status begin_import(const GameId& game, std::uint64_t size);
  // Removes what imports that were begun and not ended have left beyond the ends of games. For writers.
  Status sweep();
  // Asks whether what was loaded may count, while the game is shown as it would be; adds the rows by which one that is
  // new will be found.
  Status preview(const GameRow& after, std::uint64_t before, const ImportRequest& request, std::vector<Row>& rows);
  // What an import has verified and loaded becomes the game: one append.
  Result<Imported> finish_import(Importer& importer, const BundleReport& report, const ImportRequest& request,
                                 const BundleChecker& checker);

  // Whether a statement made elsewhere may stand after the last record: its game, what its author has seen.
  Status check_prepared(const GameRow& row, const Statement& statement);
  // Whether the append goes on where the game ends, in size and time; `prepared`: and in what its author has seen.
  Status goes_on(const GameRow& row, const AppendRequest& request, const std::optional<Statement>& prepared);

  // Records the addition in one batch.
  Result<Appended> add(const Addition& addition);

  Status compare_with_memory(const GameRow& row);

  // The game's entry about its index; of no maker and size 0 where there is none.
  Result<ReachRow> index_reach(const GameId& game);
  // Marks the game's entry, so that no append that has looked at the index before says how far it reaches.
  Status drop_index(const GameId& id);
  // Adds the index rows of an append to its batch, where the index reaches to it. How far it reaches then.
  Result<ReachRow> add_index(const Addition& addition, const GameRow& after, std::vector<Row>& rows);

 private:
  Status sweep(const GameId& game, const std::string& value);
  // `above`: what a group made of a game, as one append.
  Status hide(const AppendRow& above);
  // `file`: where the memory is kept, for messages.
  Status compare(const GameRow& row, const SeenGame& memory, const std::string& file);
};

// Where a game stood after so many records.
struct Position {
  GameId game;
  std::uint64_t size = 0;
  Hash head_hash;
};

// Adds the rows of what is kept beside the records: the state's digest and, with a snapshot, the state. `newest`: the
// size of the newest snapshot, before and after. Of each block of records the last snapshot stays, and of the newest
// block some others. Of the chunks, those that are not kept yet, or wrongly.
Status add_derived(Store& store, const Derived& derived, const Position& at, std::uint64_t& newest,
                   std::vector<Row>& rows);

Head head_of(const GameRow& row);

// A record as its readers are given it, without its signers; strings keep their capacity.
void fill(StoredRecord& record, const RecordParts& parts, const Hash& leaf, std::string_view bytes);

}  // namespace nomic::ledger
