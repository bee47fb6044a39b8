// Game: one game kept in a ledger. A move goes in, its consequences come out; a point goes in, the state as it was then
// comes out.
//
//     auto game = Game::open(ledger, "");
//     auto receipt = game->submit({.author = "Ann", .event = vote, .now = clock()});
//     auto then    = game->at(57);                      // the engine after record 56: a size, not an index
//
// The ledger outlives the Game. Every command of several records is appended at once, durably.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/error.h"
#include "nomic/replay/point.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

class GameIndex;

// A player's first key, as it stands in the founding.
struct FirstKey {
  std::string public_key;  // 32 bytes; empty: none
  std::string name;
};

// A game to be founded.
struct Founding {
  std::string name;  // label in the ledger
  v1::Ruleset ruleset;
  v1::Mode mode = v1::TABLE;
  std::string lang = "en";
  std::vector<v1::PlayerNames> players;  // in seating order, at least two
  std::string nonce;                     // 16 random bytes
  std::int64_t now = 0;
  ledger::Request request;
  bool signatures_required = false;  // of every move
  std::vector<FirstKey> keys = {};   // as many as players, or none
  bool alike = false;                // players whose names look alike are meant
  // The game is recorded afterwards: its clock is the time at which each move is said to have happened.
  bool retrospective = false;
  std::string zone = {};  // of days without a time of day; empty: UTC
  // When it is said to have been founded: the fields of an event that say so. Without them it begins with its first
  // move.
  v1::Event said = {};
  ledger::Via via = ledger::Via::NOT_SAID;  // how it came to who records it
};

struct Played;

// A bundle to be taken in.
struct BundleImport {
  std::string name;                    // what the game shall be called here, if it is new; empty: as the bundle says
  std::optional<std::int64_t> latest;  // no record is dated later; nothing: whenever
  std::function<void(std::uint64_t done)> progress = {};  // while the bundle is read
  std::function<void(const Played&)> each = {};           // called for every new record, before any of them counts
  bool keep = true;                                       // states and index, as playing the game would have kept them
  // Asked before anything is derived, with the game as it would be (ledger::ImportRequest::admits). Its error is that
  // of the import.
  std::function<ledger::Status(const ledger::Head& after)> admits = {};
};

// What came of a bundle.
struct TakenIn {
  ledger::Imported imported;
  // Why states and index could not be kept. The records are in, and count; `derive_anew` makes up for it.
  std::optional<Error> not_kept;
};

struct Submission {
  std::string author;  // as typed: compared without case
  v1::Event event;
  std::int64_t now = 0;                 // the clock; the record bears the later of it and the last record's time
  std::optional<std::uint64_t> expect;  // the size that the game must have
  ledger::Request request;
  // Whether it was looked already that the request is not known.
  bool is_new_request = false;
  bool dry_run = false;
  // Keys that sign it; they outlive the call. None: it is not signed.
  std::vector<const ledger::PrivateKey*> keys = {};
  // A statement made and signed elsewhere: author, event, request and keys are its own, whatever stands above.
  std::optional<ledger::SignedStatement> prepared = {};
  // Whoever joins under a name that looks like another player's means it; else it is TWO_PLAYERS_ALIKE/look.
  bool alike = false;
  // How it came to who records it; what is signed came SIGNED, if this says anything.
  ledger::Via via = ledger::Via::NOT_SAID;
};

// What a move brought about.
struct Receipt {
  std::uint64_t index = 0;
  ledger::Hash hash;
  std::int64_t recorded_at = 0;
  Consequences consequences;
  bool dry_run = false;
  bool repeated_request = false;  // the request ID was known: this is what it recorded then
  std::vector<Remark> warnings;   // a clock that went back, what voters should know
};

// A record with what it brought about.
struct Played {
  const ledger::StoredRecord& record;
  const Move& move;
  const Consequences& consequences;
  const Engine& after;
};

// What is kept beside the records, and is not what they give.
struct KeptFault {
  std::string check;        // "digest", "snapshot", "index"
  std::uint64_t index = 0;  // the last record that it is about
  Error what;
};

struct ReplayCheck {
  Engine derived;              // after the last of the records
  std::uint64_t compared = 0;  // positions at which something was kept
  std::vector<KeptFault> differences;
};

class Game {
 public:
  // Founds a game: record 0, a record a rule, a record a player, appended at once. Every record of it passes the checks
  // of submit().
  static Result<ledger::Appended> found(ledger::Ledger& ledger, const Founding& founding);

  // The game of that name or identity; with an empty name the ledger's only game.
  static Result<Game> open(ledger::Ledger& ledger, std::string_view name_or_id);

  // Derives the game of that identity from record 0, calling `each` (if given) for every record, and keeps states and
  // their digest as playing it would have: for records that came from elsewhere, and after what was kept was dropped.
  // The ledger is open for writing. An error tells from which record nothing could be derived; what was kept before it
  // stays.
  static Status derive_anew(ledger::Ledger& ledger, const ledger::GameId& game,
                            const std::function<bool(const Played&)>& each);

  // Takes the next bundle of `source` into the ledger, which is open for writing, as Ledger::import_from: but only if
  // the game can be derived from it, so that nothing comes in upon which the game cannot go on. A record of a move that
  // the rules refuse is taken in: it has no effect, and `each` is given its consequence. LEDGER/not_derived says from
  // which record nothing could be derived, LEDGER/dated_ahead that the last is dated too late, LEDGER/label that a new
  // game is called what none may be; then, and after every error of the ledger but OUTCOME_UNKNOWN, the ledger is as it
  // was. Cost: that of reading the bundle and of deriving what is new; where its index takes more than 16 MiB, or that
  // of the records before is not there, derive_anew() besides.
  static Result<TakenIn> import_from(ledger::Ledger& ledger, ledger::BundleSource& source, const BundleImport& bundle);

  // Goes on to where the game reaches by now in its ledger, of which more may be shown than when this was opened
  // (ledger::LedgerView). Cost: that of the records since.
  Status catch_up();

  ~Game();
  Game(Game&&) noexcept;
  Game& operator=(Game&&) noexcept;

  [[nodiscard]] const ledger::Head& head() const;
  // The engine at the head, from the newest snapshot that fits and the records after it.
  [[nodiscard]] const Engine& engine() const;
  // Its records, as the engine reads them. Valid as long as the Game.
  [[nodiscard]] const History& history() const;

  // Makes a move and records it. Who makes it is looked up first, then the request ID, then `expect`; then whether it
  // may be recorded at all: every name, text and line in it must be in the form in which it is recorded (text.h) and
  // within its limit (game_limits.h), whoever brings it, and the bytes of it must be read back as replay will; then
  // come the rules. What is refused changes nothing. A watch (work.h) may end it until the move is derived, and then
  // nothing is recorded; after that the move is recorded to its end. The author of a statement made elsewhere must be
  // spelt in it as the game spells them.
  Result<Receipt> submit(const Submission& given);

  // The size of the game just after a point. NO_SUCH_POINT says what exists. With `known`, as known after so many
  // records: nothing later counts.
  Result<std::uint64_t> resolve(const Point& point, std::optional<std::uint64_t> known = {});

  // The engine after `size` records, by the nearest snapshot or from record 0.
  Result<Engine> at(std::uint64_t size);

  // The engine after `size` records, as the rule-changes that act on the past have them reckoned anew by now, or, with
  // `known`, after so many records; where there are none, as at(). Cost: that of deriving them all.
  Result<Engine> revised(std::uint64_t size, std::optional<std::uint64_t> known = {});

  // Reads the first `size` records without deriving anything, until `each` returns false.
  Status read(std::uint64_t size, const std::function<bool(const Move&)>& each);

  // Derives from record 0 to `size` records, calling `each` (if given) for every record until it returns false.
  Result<Engine> replay(std::uint64_t size, const std::function<bool(const Played&)>& each);

  // Derives records from..to-1, by the nearest snapshot before them, calling `each` for every one until it returns
  // false. Cost: that of the records since the snapshot.
  Status replay_range(std::uint64_t from, std::uint64_t to, const std::function<bool(const Played&)>& each);

  // How many records the derived index reaches over; one that was made by another version reaches nowhere.
  Result<std::uint64_t> index_reach();
  // The derived index, for questions about the first `size` records; nothing where it does not reach so far: then the
  // game is derived.
  Result<std::optional<GameIndex>> index(std::uint64_t size);

  // Derives from record 0 and compares with every digest and snapshot kept while playing. Cost: replay(), and a digest
  // of the state wherever one was kept.
  Result<ReplayCheck> check(std::uint64_t size, const std::function<void(std::uint64_t)>& progress);

  // The player of that name, or of the one that a clerical correction gives them, compared without case, as records
  // know them. UNKNOWN_PLAYER names the nearest.
  [[nodiscard]] Result<std::string> player(std::string_view typed) const;

 private:
  struct Self;
  explicit Game(std::unique_ptr<Self> self);
  class Arrivals;
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::replay
