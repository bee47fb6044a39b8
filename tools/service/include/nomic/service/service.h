// Service: one game, asked by typed requests. The command line, a play, statements made elsewhere and a server stand
// upon it, so that the same words mean the same move whoever passes them on.
//
//     Service service(ledger, game);
//     v1::Request request;                                    // schema/nomic/v1/request.proto
//     request.set_author("ann");
//     request.mutable_vote()->set_choice(v1::VoteCast::FOR);  // the proposal left out: the only open one
//     auto outcome = service.submit(request, {.now = clock()});
//
// The service makes an event of a request and hands it to Game::submit. It touches no terminal, file, socket or clock:
// whatever a request needs beside its words, the caller brings as Means. Errors are typed; nomic/words makes sentences.
// Cost: what Game::submit costs, and a look-up of the request's ID.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/service/authority.h"
#include "nomic/v1/event.pb.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

// Where secrets of dice are kept between a commitment and its reveal.
class SecretStore {
 public:
  virtual ~SecretStore() = default;
  // Durably, before the commitment is recorded. Never over another secret.
  virtual ledger::Status keep(const ledger::Hash& commitment, const ledger::Hash& secret) = 0;
  // What this player has committed to. An error where it is not there: only who keeps it knows where it should be.
  virtual ledger::Result<ledger::Hash> find(const std::string& player, const ledger::Hash& commitment) = 0;
};

struct Prepared;

// What a request needs beside its words. Keys and the store outlive the call.
struct Means {
  // Microseconds since 1970-01-01T00:00:00Z.
  std::int64_t now = 0;
  // The keys that sign it; none: it is not signed.
  std::vector<const ledger::PrivateKey*> keys = {};
  // For commit_dice and reveal_dice.
  SecretStore* secrets = nullptr;
  // So many random bytes.
  std::function<std::string(std::size_t)> random = ledger::random_bytes;
  // For a contested move: what stands against it in words, which is recorded with it. Without it the codes are.
  std::function<std::string(const google::protobuf::RepeatedPtrField<v1::Refusal>&)> sentences = {};
  // On whose behalf the request comes (authority.h). It decides what may be recorded, and how a record that is not
  // signed says that it came (`via`).
  Authority authority = {};
  // The statement of a signed move, where the caller has called verified() already. It is not verified again before the
  // authority is decided. Null: submit() reads it.
  std::shared_ptr<const Prepared> verified = {};
};

// A request that was recorded, or would be.
struct Outcome {
  // Its warnings are those of the game, and behind them what the service has to say of the request.
  replay::Receipt receipt;
  // Under which it is recorded; empty: none.
  std::string request_id = {};
  ledger::GameId game = {};
  // The founding of a game that is a rehearsal of another.
  std::optional<v1::GameFounded> rehearsal = {};
  // Of a dry run: what would be recorded.
  std::optional<v1::Event> would_be = {};
};

// What somebody has seen of a game whose ledger is elsewhere.
struct SeenHead {
  ledger::GameId game;
  std::uint64_t size = 0;
  ledger::Hash head;
  // Of a game that is recorded afterwards, and not live: the zone of days without a time of day.
  std::optional<std::string> zone = {};
};

// A request as a signed statement, which SignedMove puts in.
struct Prepared {
  ledger::Statement statement;
  ledger::SignedStatement signed_statement;
};

// A request as somebody else can record it, who has neither keys nor secrets.
struct HandedOn {
  v1::Request request = {};
  // What the service has to say of it; they go behind those of the receipt.
  std::vector<replay::Remark> warnings = {};
  // The request ID is known here: this is what it recorded, and nothing is to be handed on.
  std::optional<Outcome> known = {};
};

// A SHA-256 digest of what is asked: not of clock, dice, keys or conditions. A retry of a request has the digest of the
// first; the same move in another way of writing it (an argument or a file, the case of a name) is the same request.
ledger::Hash digest_of(const v1::Request& request);

// The game that a signed move belongs to, which it says itself.
replay::Result<ledger::GameId> game_of(const v1::Request::SignedMove& move);
// Whose move it is, as it says itself; of a signed one, what its statement says. Empty: nobody's, or not to be read.
std::string author_of(const v1::Request& request);
// The statement, if every signature of it holds.
replay::Result<Prepared> verified(const v1::Request::SignedMove& move);

class Service {
 public:
  // Both outlive it.
  Service(ledger::Ledger& ledger, replay::Game& game) : ledger_(ledger), game_(game) {}

  [[nodiscard]] const replay::Game& game() const { return game_; }

  // Makes the move and records it. The order is fixed: whether the authority allows it, then the request ID is looked
  // up, then `expect`, then who the author is, then what the request leaves to be found (which proposal is open), then
  // what Game::submit checks, then whether a move that must be confirmed is (confirmation.h). A repeated request is
  // answered with what it recorded then, even where the same words would mean another move by now.
  //
  // Where another writer records in the game meanwhile, it is caught up with and the request made anew, so that it is
  // judged as the game then is: SIZE_MISMATCH only where the request said what it expects, or where others are faster
  // again and again. So it is with what is refused, since the game may have been moved on elsewhere since it was
  // derived; where there may be other writers, a refusal costs a look at how far the game reaches.
  replay::Result<Outcome> submit(const v1::Request& request, const Means& means);

  // The event that the move would be recorded as; the rules are not asked. Errors: those of what the request says.
  replay::Result<v1::Event> would_record(const v1::Request& request, const Means& means);

  // The move as a statement that its keys sign, if the rules allow it now. Records nothing.
  replay::Result<Prepared> prepare(const v1::Request& request, const Means& means);

  // The same where no ledger is: of the request's words alone, and the rules are not asked. Errors: NEEDS_GAME for what
  // only the game could tell.
  static replay::Result<Prepared> prepare_away(const v1::Request& request, const Means& means, const SeenHead& seen);

  // The move for somebody else to record: signed here, if it is to be signed, and with what is made of a secret that is
  // kept here. Records nothing. The order is that of submit(): a repeated request is answered, and what the rules do
  // not allow now is refused, if it is to be signed.
  replay::Result<HandedOn> hand_on(const v1::Request& request, const Means& means);

 private:
  template <class Judge>
  auto as_the_game_is_now(const v1::Request& request, const Judge& judge) -> decltype(judge());
  replay::Result<Outcome> submit_once(const v1::Request& asked, const Means& means);
  replay::Result<Outcome> put_in(const v1::Request& request, const Means& means);
  replay::Result<bool> repeats_its_own(const Submitted& submitted, const ledger::Hash& asked);
  replay::Result<replay::Submission> with_event(const v1::Request& request, const Means& means,
                                                replay::Submission submission, std::vector<replay::Remark>& warnings);
  replay::Status must_be_confirmed(const v1::Request& request, const replay::Submission& submission);
  replay::Result<Prepared> signed_now(const v1::Request& request, const Means& means,
                                      std::vector<replay::Remark>& warnings);
  replay::Result<bool> is_known(const v1::Request& request, const replay::Submission& submission);
  [[nodiscard]] Outcome outcome_of(replay::Receipt receipt, std::string request_id) const;
  replay::Result<v1::Event> as_contested(const replay::Submission& refused, const Means& means);

  ledger::Ledger& ledger_;
  replay::Game& game_;
};

}  // namespace nomic::tools
