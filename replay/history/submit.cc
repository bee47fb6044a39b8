// A move: who makes it, whether it was made already, whether the game is where its author thinks, and then the rules.
#include <fmt/format.h>

#include <algorithm>

#include "decode.h"
#include "index_rows.h"
#include "nomic/replay/game.h"
#include "nomic/replay/text.h"
#include "self.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
// Clocks of two machines that are kept well differ by less.
constexpr std::int64_t CLOCK_TOLERANCE = 5 * 60 * SECOND;

// Events that no player makes.
bool is_keepers(const v1::Event& event) {
  return event.has_time_passed() || event.has_engine_upgraded() || event.has_rollback_accepted();
}

// Who makes the move, as the game spells it. Who joins is not in the game yet, and speaks under the name he will bear.
Result<std::string> author_of(const Game& game, const Submission& submission) {
  if (submission.event.has_player_joined()) return submission.event.player_joined().player().name();
  if (!submission.author.empty()) return game.player(submission.author);
  if (is_keepers(submission.event)) return std::string();
  Error nobody;
  nobody.code = ErrorCode::UNKNOWN_PLAYER;
  nobody.what = "it is not said who makes this move";
  nobody.hint = "name the player: --as NAME, or NOMIC_PLAYER";
  return nobody;
}

Error not_the_expected_size(const ledger::Head& head, std::uint64_t expected) {
  return from_ledger({.code = ledger::ErrorCode::SIZE_MISMATCH,
                      .what = fmt::format("the game has {} records, not {}", head.size, expected),
                      .hint = "look at what was recorded since (nomic log), then decide again",
                      .index = {}});
}

std::string minutes_or_more(std::int64_t micros) {
  const std::int64_t minutes = micros / (60 * SECOND);
  if (minutes < 120) return fmt::format("{} minutes", minutes);
  if (minutes < 2 * 24 * 60) return fmt::format("{} hours", minutes / 60);
  return fmt::format("{} days", minutes / (24 * 60));
}

void warn_of_clock(std::int64_t now, std::int64_t last, std::vector<std::string>& warnings) {
  if (last - now <= CLOCK_TOLERANCE) return;
  warnings.push_back(fmt::format(
      "the last record's time, {}, lies {} ahead of this clock: one of the two is wrong; this record bears the "
      "later time, since a game's time never goes back",
      print_time(last), minutes_or_more(last - now)));
}

// What voters should know of a proposal, when its form or its vote is made known.
void warn_of_proposal(const Engine& engine, const Consequences& consequences, std::vector<std::string>& out) {
  for (const v1::Consequence& one : consequences) {
    const bool made_known = one.kind_case() == v1::Consequence::kProposalMade ||
                            one.kind_case() == v1::Consequence::kProposalRevised ||
                            one.kind_case() == v1::Consequence::kVoteCalled;
    if (!made_known) continue;
    const auto& open = engine.state().proposals();
    const auto proposal =
        std::find_if(open.begin(), open.end(), [&](const v1::Proposal& p) { return p.number() == proposal_of(one); });
    if (proposal == open.end()) continue;
    for (std::string& warning : warnings(engine, *proposal)) out.push_back(std::move(warning));
    return;  // one proposal a record, however many of these tell of it
  }
}

}  // namespace

// What a known request recorded, as it was answered then.
Result<Receipt> Game::Self::answer_again(const ledger::RequestFound& found) {
  const std::uint64_t last = found.first.value + found.count - 1;
  ledger::Result<ledger::StoredRecord> record = ledger.record(head.game, ledger::RecordIndex{last});
  if (!record) return from_ledger(record.error());
  Result<Move> move = decode_move(*record);
  if (!move) return move.error();
  std::uint64_t snapshot = 0;
  Result<Engine> before = derive(last, snapshot);
  if (!before) return before.error();
  Result<Consequences> consequences = before->replay(*move, history);
  if (!consequences) return consequences.error();

  Receipt receipt;
  receipt.index = last;
  receipt.hash = record->leaf;
  receipt.recorded_at = record->recorded_at.value;
  receipt.consequences = std::move(*consequences);
  receipt.repeated_request = true;
  return receipt;
}

Result<Receipt> Game::Self::record(const Move& move, const Submission& submission, const State& before,
                                   Receipt receipt) {
  const State& state = engine.state();
  const bool with_snapshot = state.size() - snapshot_size >= SNAPSHOT_EVERY;
  ledger::AppendRequest request;
  request.game = head.game;
  request.expected_size = head.size;
  request.said.push_back(
      {.author = move.author, .payload = move.payload, .keys = submission.keys, .prepared = submission.prepared});
  request.recorded_at = ledger::Micros{move.recorded_at};
  request.request = submission.request;
  request.derived = derived_from(state, with_snapshot);
  request.derived.index = index_rows(move, receipt.consequences, before, state);
  ledger::Result<ledger::Appended> appended = ledger.append(request);
  if (!appended) return from_ledger(appended.error());

  head.size = state.size();
  head.head_hash = appended->head_hash;
  head.root = appended->root;
  head.recorded_at = request.recorded_at;
  if (with_snapshot) snapshot_size = head.size;
  receipt.hash = appended->head_hash;
  return receipt;
}

namespace {

// A statement made elsewhere, as the submission that it is.
Result<Submission> as_submission(ledger::Ledger& ledger, const ledger::Head& head, const Submission& given) {
  ledger::Result<ledger::Statement> statement = ledger.admits(head.game, *given.prepared);
  if (!statement) return from_ledger(statement.error());
  ledger::StoredRecord as_if;
  as_if.index.value = head.size;
  as_if.author = statement->author;
  as_if.payload = statement->payload;
  Result<Move> move = decode_move(as_if);
  if (!move) return move.error();
  Submission submission = given;
  submission.author = statement->author;
  submission.event = std::move(move->event);
  submission.request = {statement->request_id, ledger::statement_digest(given.prepared->statement)};
  submission.keys.clear();
  return submission;
}

std::vector<std::string> signers_of(const Submission& submission) {
  std::vector<std::string> signers;
  signers.reserve(submission.keys.size());
  for (const ledger::PrivateKey* key : submission.keys) signers.push_back(key->public_key().raw());
  if (!submission.prepared) return signers;
  signers.reserve(submission.prepared->signatures.size());
  for (const ledger::RecordSignature& each : submission.prepared->signatures) signers.push_back(each.public_key);
  return signers;
}

}  // namespace

Result<Receipt> Game::submit(const Submission& given) {
  if (!given.prepared) return self_->submit(*this, given);
  Result<Submission> prepared = as_submission(self_->ledger, self_->head, given);
  if (!prepared) return prepared.error();
  return self_->submit(*this, *prepared);
}

Result<Receipt> Game::Self::submit(const Game& game, const Submission& submission) {
  Self& self = *this;
  // A statement made elsewhere names its author as the game spells him.
  Result<std::string> author =
      submission.prepared ? Result<std::string>(submission.author) : author_of(game, submission);
  if (!author) return author.error();
  if (!submission.request.id.empty()) {
    auto known = self.ledger.request(self.head.game, submission.request);
    if (!known) return from_ledger(known.error());
    if (known->has_value()) return self.answer_again(**known);
  }
  if (submission.expect && *submission.expect != self.head.size) {
    return not_the_expected_size(self.head, *submission.expect);
  }

  Move move;
  move.index = self.head.size;
  move.author = *author;
  move.recorded_at = std::max(submission.now, self.head.recorded_at.value);
  move.event = submission.event;
  move.payload = move.event.SerializeAsString();
  move.signers = signers_of(submission);

  // The engine moves on before the ledger does: if the move is not to be recorded, or cannot be, it goes back.
  State before = self.engine.state();
  Result<Consequences> consequences = self.engine.move(move, self.history);
  if (!consequences) return consequences.error();
  Receipt receipt;
  receipt.index = move.index;
  receipt.recorded_at = move.recorded_at;
  receipt.consequences = std::move(*consequences);
  receipt.dry_run = submission.dry_run;
  warn_of_clock(submission.now, self.head.recorded_at.value, receipt.warnings);
  warn_of_proposal(self.engine, receipt.consequences, receipt.warnings);

  Result<Receipt> done = submission.dry_run ? std::move(receipt) : self.record(move, submission, before, std::move(receipt));
  if (submission.dry_run || !done) self.engine = Engine(std::move(before));
  return done;
}

}  // namespace nomic::replay
