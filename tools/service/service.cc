#include "nomic/service/service.h"

#include <algorithm>

#include "making.h"
#include "nomic/ledger/statement.h"
#include "nomic/replay/another_time.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/service/view_values.h"
#include "said_time.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

constexpr std::size_t REQUEST_ID_DIGITS = 32;
// How often others may be faster before that is said.
constexpr int MOST_OVERTAKEN = 100;

// A request ID that nobody else will make.
std::string fresh_request_id(const Means& means) {
  return ledger::sha256(means.random(ledger::Hash::SIZE)).hex().substr(0, REQUEST_ID_DIGITS);
}

replay::Error unexpected_size(std::uint64_t size, std::uint64_t expected) {
  replay::Error error = error_of(ErrorCode::LEDGER, "unexpected_size", {{"size", size}, {"expected", expected}});
  error.ledger = ledger::Error{ledger::ErrorCode::SIZE_MISMATCH, {}, {}, {}};
  return error;
}

replay::Submission submission_of(const v1::Request& request, const Means& means) {
  replay::Submission submission;
  submission.author = request.has_join() ? request.join().name() : request.author();
  submission.now = means.now;
  submission.dry_run = request.dry_run();
  submission.alike = request.alike();
  submission.keys = means.keys;
  submission.via = via_of(means.authority);
  if (!request.request_id().empty()) submission.request = {request.request_id(), digest_of(request)};
  return submission;
}

// Who asks, as records name them; nobody, for a tick of nobody's. Nothing: they are not known, so they have asked
// nothing.
std::optional<std::string> asker(const replay::Game& game, const replay::Submission& submission) {
  if (submission.author.empty()) return std::string();
  auto player = game.player(submission.author);
  if (!player) return std::nullopt;
  return *std::move(player);
}

// Who joins is no player yet, and a tick, or going live, may be nobody's.
bool is_by_a_player(const v1::Request& request) {
  const bool may_be_nobodys = request.has_tick() || request.has_go_live() || request.has_restore_seat();
  return !request.has_join() && !(may_be_nobodys && request.author().empty());
}

Prepared signed_by(const Means& means, ledger::Statement statement) {
  Prepared made;
  made.signed_statement = ledger::sign_statement(statement, means.keys);
  made.statement = std::move(statement);
  return made;
}

std::string statement_id(const v1::Request& request, const Means& means) {
  return request.request_id().empty() ? fresh_request_id(means) : request.request_id();
}

Result<Prepared> prepared_in(const v1::Request::SignedMove& move) {
  NOMIC_ASSIGN(auto made, ledger::from_armored(move.armored()));
  NOMIC_ASSIGN(auto statement, ledger::read_statement(made.statement));
  return Prepared{std::move(statement), std::move(made)};
}

Result<Prepared> statement_of(const v1::Request::SignedMove& move, const Means& means) {
  if (means.verified) return *means.verified;
  const bool is_hosts = means.authority.by == Authority::By::HOST;
  return is_hosts ? prepared_in(move) : verified(move);
}

// A move that was refused, as it would have been recorded.
replay::Move move_of(const replay::Submission& submission) {
  replay::Move move;
  move.author = submission.author;
  move.event = submission.event;
  for (const ledger::PrivateKey* key : submission.keys) move.signers.push_back(key->public_key().raw());
  return move;
}

replay::Move move_of(const Prepared& prepared) {
  replay::Move move;
  move.author = prepared.statement.author;
  move.event.ParseFromString(prepared.statement.payload);
  for (const auto& each : prepared.signed_statement.signatures) move.signers.push_back(each.public_key);
  return move;
}

// A refusal in a live game, with that the move was lawful when it is said to have happened, if it was.
replay::Error as_said(replay::Game& game, replay::Move move, std::int64_t now, const replay::Error& refused) {
  const std::int64_t said = move.event.occurred_at();
  const bool asks = said != 0 && said < now && !move.event.afterwards();
  if (!asks || replay::kind_of(refused.code) != replay::Kind::REFUSED) return refused;
  const replay::Game& asked = game;
  move.index = asked.engine().state().size();
  auto author = asked.player(move.author);
  if (!author) return refused;
  move.author = *std::move(author);
  move.payload = move.event.SerializeAsString();
  auto then = replay::at_another_time(asked.engine(), move, nullptr, said, game.history());
  if (!then || !*then) return refused;
  replay::Error error = error_of(ErrorCode::LAWFUL_THEN, "", {{"time", replay::Moment{said}}}, refused);
  error.cited = refused.cited;
  return error;
}

// Whether somebody else was faster.
bool is_overtaken(const replay::Error& error) {
  return error.ledger && error.ledger->code == ledger::ErrorCode::SIZE_MISMATCH;
}

// What the ledger says by itself it says of what it holds now.
bool is_of_the_ledger(const replay::Error& error) {
  return error.ledger && !is_overtaken(error);
}

}  // namespace

Result<ledger::GameId> game_of(const v1::Request::SignedMove& move) {
  NOMIC_ASSIGN(auto read, prepared_in(move));
  return read.statement.game;
}

std::string author_of(const v1::Request& request) {
  if (!request.has_signed_move()) return request.author();
  const auto read = prepared_in(request.signed_move());
  return read ? read->statement.author : std::string();
}

Result<Prepared> verified(const v1::Request::SignedMove& move) {
  NOMIC_ASSIGN(auto read, prepared_in(move));
  const ledger::SignedStatement& given = read.signed_statement;
  if (auto signers = ledger::check_signatures(given.statement, given.signatures); !signers) {
    return replay::from_ledger(signers.error());
  }
  return read;
}

Result<replay::Submission> Service::with_event(const v1::Request& request, const Means& means,
                                               replay::Submission submission, std::vector<replay::Remark>& warnings) {
  if (request.has_expect()) {
    if (game_.head().size != request.expect()) return unexpected_size(game_.head().size, request.expect());
    submission.expect = request.expect();
  }
  if (is_by_a_player(request)) {
    NOMIC_TRY(game_.player(request.author()).status());
  }
  Making making(request, means, &game_);
  NOMIC_ASSIGN(auto event, event_of(making));
  submission.event = std::move(event);
  warnings = std::move(making.warnings());
  if (!request.contest()) return submission;
  NOMIC_ASSIGN(auto contested, as_contested(submission, means));
  contested.set_occurred_at(submission.event.occurred_at());
  contested.set_afterwards(submission.event.afterwards());
  if (submission.event.has_occurred_day()) *contested.mutable_occurred_day() = submission.event.occurred_day();
  contested.set_occurred_as_written(submission.event.occurred_as_written());
  submission.event = std::move(contested);
  return submission;
}

namespace {

using Refusals = google::protobuf::RepeatedPtrField<v1::Refusal>;

void note_refusals(const Refusals& refusals, const Means& means, v1::MoveContested& contested) {
  std::string codes;
  for (const v1::Refusal& refusal : refusals) {
    codes += (codes.empty() ? "" : "; ") + refusal.code() + (refusal.variant().empty() ? "" : "/" + refusal.variant());
    for (const std::string& rule : refusal.rules()) {
      const auto& known = contested.against();
      if (std::find(known.begin(), known.end(), rule) == known.end()) contested.add_against(rule);
    }
  }
  // What is refused may quote an old game, of which not every word could be recorded today.
  const std::string words = means.sentences ? means.sentences(refusals) : codes;
  if (auto refusal = replay::clean_text(words, "refusal")) contested.set_refusal(std::move(*refusal));
}

}  // namespace

// The event that records a refused move, with the rules that the engine has against it.
Result<v1::Event> Service::as_contested(const replay::Submission& refused, const Means& means) {
  replay::Submission trial = refused;
  trial.dry_run = true;
  trial.request = {};
  auto receipt = game_.submit(trial);
  if (receipt) return error_of(ErrorCode::BAD_REQUEST, "contests_lawful_move");
  const replay::Error& error = receipt.error();
  if (replay::kind_of(error.code) != replay::Kind::REFUSED) return error;
  v1::Event event;
  v1::MoveContested& contested = *event.mutable_move_contested();
  contested.set_event(trial.event.SerializeAsString());
  // All that stands against it is found as it is contested.
  trial.event = event;
  trial.event.set_occurred_at(refused.event.occurred_at());
  trial.event.set_afterwards(refused.event.afterwards());
  if (refused.event.has_occurred_day()) *trial.event.mutable_occurred_day() = refused.event.occurred_day();
  receipt = game_.submit(trial);
  if (!receipt) return receipt.error();
  for (const v1::Consequence& one : receipt->consequences) {
    if (one.has_move_contested()) note_refusals(one.move_contested().refusals(), means, contested);
  }
  return event;
}

// Whether the statement is recorded already, and one of its signers signed that record. Such a signer may ask again
// what became of it, also where the key was retired meanwhile.
Result<bool> Service::repeats_its_own(const Submitted& submitted, const ledger::Hash& asked) {
  const ledger::Statement& statement = submitted.statement;
  const ledger::Hash digest = asked.is_zero() ? ledger::statement_digest(submitted.signed_statement.statement) : asked;
  const ledger::GameId& game = game_.head().game;
  if (statement.game != game || statement.request_id.empty()) return false;
  auto found = ledger_.request(game, statement.author, {statement.request_id, digest});
  // Another request has that ID. Only its author is told so.
  if (!found && found.error().code == ledger::ErrorCode::REQUEST_CONFLICT) return false;
  if (!found) return replay::from_ledger(found.error());
  if (!*found) return false;
  NOMIC_ASSIGN(auto record, ledger_.record(game, (*found)->first));
  const auto& signatures = submitted.signed_statement.signatures;
  return std::any_of(record.signers.begin(), record.signers.end(), [&](const ledger::PublicKey& signer) {
    return std::any_of(signatures.begin(), signatures.end(),
                       [&](const ledger::RecordSignature& each) { return each.public_key == signer.raw(); });
  });
}

// It says itself who moves, under which ID, and what its author had seen.
Result<Outcome> Service::put_in(const v1::Request& request, const Means& means) {
  // Before anything is said of the game: a forger learns nothing of the players whose public keys they know. The host
  // learns that from Game::submit.
  NOMIC_ASSIGN(auto read, statement_of(request.signed_move(), means));
  replay::Submission submission;
  submission.now = means.now;
  submission.via = via_of(means.authority);
  submission.dry_run = request.dry_run();
  submission.alike = request.alike();
  if (request.has_expect()) submission.expect = request.expect();
  const auto asked = ledger::Hash::from_hex(request.signed_move().asked());
  if (asked) submission.request.digest = *asked;
  const Submitted submitted{read.statement, read.signed_statement};
  NOMIC_ASSIGN(auto standing, standing_of(means.authority, game_, submitted, request.author()));
  if (standing == Standing::REFUSED) {
    NOMIC_ASSIGN(auto repeats, repeats_its_own(submitted, submission.request.digest));
    if (!repeats) return refusal_of(standing, submitted);
  }
  if (!asked && !request.signed_move().asked().empty()) return error_of(ErrorCode::BAD_REQUEST, "asked_digits");
  submission.prepared = read.signed_statement;
  // What else is wrong with it is said first.
  const bool is_to_vouch_for = standing == Standing::TO_VOUCH_FOR;
  if (is_to_vouch_for) submission.dry_run = true;
  auto receipt = game_.submit(submission);
  if (!receipt) return as_said(game_, move_of(read), means.now, receipt.error());
  if (is_to_vouch_for && !receipt->repeated_request) return refusal_of(standing, submitted);
  Outcome outcome = outcome_of(*std::move(receipt), read.statement.request_id);
  if (request.dry_run()) outcome.would_be = move_of(read).event;
  return outcome;
}

Outcome Service::outcome_of(replay::Receipt receipt, std::string request_id) const {
  const v1::GameFounded& founding = game_.engine().state().founding();
  Outcome outcome{std::move(receipt), std::move(request_id), game_.head().game};
  if (founding.has_rehearsal()) outcome.rehearsal = founding;
  return outcome;
}

// Whether its ID is known, of who asks. REQUEST_CONFLICT: for another request.
Result<bool> Service::is_known(const v1::Request& request, const replay::Submission& submission) {
  const auto author = asker(game_, submission);
  if (!author || request.request_id().empty()) return false;
  NOMIC_ASSIGN(auto found, ledger_.request(game_.head().game, *author, submission.request));
  return found.has_value();
}

// What is accepted is held against the ledger when it is recorded; what is refused is not. So a refusal counts only if
// the game is still what it was judged by.
template <class Judge>
auto Service::as_the_game_is_now(const v1::Request& request, const Judge& judge) -> decltype(judge()) {
  for (int overtaken = 0;; ++overtaken) {
    auto judged = judge();
    if (judged || overtaken == MOST_OVERTAKEN || is_of_the_ledger(judged.error())) return judged;
    const bool is_late = is_overtaken(judged.error()) && !request.has_expect();
    if (!is_late && !ledger_.has_other_writers()) return judged;
    const ledger::Hash before = game_.head().head_hash;
    NOMIC_TRY(game_.catch_up());
    if (!is_late && game_.head().head_hash == before) return judged;
  }
}

Result<Outcome> Service::submit(const v1::Request& request, const Means& means) {
  return as_the_game_is_now(request, [&] { return submit_once(request, means); });
}

Result<Outcome> Service::submit_once(const v1::Request& asked, const Means& means) {
  if (asked.has_signed_move()) return put_in(asked, means);
  v1::Request request = asked;
  NOMIC_TRY(may_ask(means.authority, game_, request));
  replay::Submission submission = submission_of(request, means);
  std::vector<replay::Remark> warnings;
  NOMIC_ASSIGN(const auto known, is_known(request, submission));
  if (!known) {
    submission.is_new_request = !request.request_id().empty() && asker(game_, submission).has_value();
    NOMIC_ASSIGN(auto whole, with_event(request, means, std::move(submission), warnings));
    submission = std::move(whole);
    NOMIC_TRY(must_be_confirmed(request, submission));
  } else if (request.has_tick()) {
    // Nobody need be its author, a second time neither.
    submission.event.mutable_time_passed();
  } else if (request.has_go_live()) {
    submission.event.mutable_game_went_live();
  } else if (request.has_restore_seat()) {
    submission.event.mutable_seat_restored();
  }
  auto receipt = game_.submit(submission);
  if (!receipt) return as_said(game_, move_of(submission), means.now, receipt.error());
  Outcome outcome = outcome_of(*std::move(receipt), request.request_id());
  for (replay::Remark& warning : warnings) outcome.receipt.warnings.push_back(std::move(warning));
  if (request.dry_run()) outcome.would_be = std::move(submission.event);
  return outcome;
}

Result<v1::Event> Service::would_record(const v1::Request& request, const Means& means) {
  Making making(request, means, &game_);
  return event_of(making);
}

Result<Prepared> Service::prepare(const v1::Request& request, const Means& means) {
  if (means.keys.empty()) return error_of(ErrorCode::BAD_KEY, "unsigned_statement");
  return as_the_game_is_now(request, [&] {
    std::vector<replay::Remark> warnings;
    return signed_now(request, means, warnings);
  });
}

// The move as a statement, if the rules allow it now.
Result<Prepared> Service::signed_now(const v1::Request& request, const Means& means,
                                     std::vector<replay::Remark>& warnings) {
  NOMIC_ASSIGN(auto submission, with_event(request, means, submission_of(request, means), warnings));
  NOMIC_TRY(must_be_confirmed(request, submission));
  submission.dry_run = true;
  if (auto may = game_.submit(submission); !may) {
    return as_said(game_, move_of(submission), means.now, may.error());
  }
  auto author = game_.player(submission.author);
  const ledger::Head& head = game_.head();
  return signed_by(means, {head.game, head.size, head.head_hash, author ? *author : submission.author,
                           statement_id(request, means), submission.event.SerializeAsString()});
}

Result<HandedOn> Service::hand_on(const v1::Request& request, const Means& means) {
  HandedOn handed{request};
  NOMIC_ASSIGN(const auto known, is_known(request, submission_of(request, means)));
  if (known) {
    NOMIC_ASSIGN(auto outcome, submit(request, means));
    handed.known = std::move(outcome);
    return handed;
  }
  if (means.keys.empty()) {
    if (!request.has_commit_dice() && !request.has_reveal_dice()) return handed;
    NOMIC_ASSIGN(auto event, would_record(request, means));
    if (event.has_dice_committed()) {
      handed.request.mutable_commit_dice()->set_commitment(hex_of(event.dice_committed().commitment()));
    }
    if (event.has_dice_revealed()) {
      handed.request.mutable_reveal_dice()->set_secret(hex_of(event.dice_revealed().secret()));
    }
    return handed;
  }
  auto made = as_the_game_is_now(request, [&] { return signed_now(request, means, handed.warnings); });
  if (!made) return made.error();
  handed.request = v1::Request();
  v1::Request::SignedMove& move = *handed.request.mutable_signed_move();
  move.set_armored(ledger::armored(made->signed_statement));
  if (!request.request_id().empty()) move.set_asked(digest_of(request).hex());
  if (request.has_expect()) handed.request.set_expect(request.expect());
  handed.request.set_alike(request.alike());
  handed.request.set_request_id(made->statement.request_id);
  // The command that types the move here vouches for it there, where it gives its author a first key.
  handed.request.set_author(made->statement.author);
  return handed;
}

Result<Prepared> Service::prepare_away(const v1::Request& request, const Means& means, const SeenHead& seen) {
  if (means.keys.empty()) return error_of(ErrorCode::BAD_KEY, "unsigned_statement");
  if (request.contest()) return error_of(ErrorCode::NEEDS_GAME, "");
  Making making(request, means, nullptr);
  NOMIC_ASSIGN(auto event, event_of(making));
  if (seen.zone) {
    event.set_afterwards(true);
    if (request.occurred_at().empty()) return error_of(ErrorCode::TIME_NOT_SAID, "");
    v1::GameFounded game;
    game.set_retrospective(true);
    game.set_zone(*seen.zone);
    NOMIC_TRY(put_said_time(request.occurred_at(), game, event));
  }
  return signed_by(means, {seen.game, seen.size, seen.head, submission_of(request, means).author,
                           statement_id(request, means), event.SerializeAsString()});
}

}  // namespace nomic::tools
