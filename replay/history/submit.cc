// A move: who makes it, whether it was made already, whether the game is where its author thinks, whether it may be
// recorded at all, and then the rules.

#include <algorithm>
#include <string>
#include <vector>

#include "admission.h"
#include "decode.h"
#include "game_self.h"
#include "index_rows.h"
#include "nomic/replay/another_time.h"
#include "nomic/replay/game.h"
#include "nomic/replay/looks.h"
#include "nomic/replay/targets.h"
#include "nomic/replay/text.h"
#include "nomic/replay/work.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// Names of players in a move: who is unknown is said before anything that the game does not allow (L56).

using Names = std::vector<std::string>;

void add_names(const v1::Finding& finding, Names& names) {
  switch (finding.kind_case()) {
    case v1::Finding::kPlayer:
      names.push_back(finding.player().player());
      break;
    case v1::Finding::kBallot:
      names.push_back(finding.ballot().player());
      break;
    case v1::Finding::kPoints:
      names.push_back(finding.points().player());
      break;
    case v1::Finding::kWinner:
      names.push_back(finding.winner());
      break;
    case v1::Finding::kVoidRule:
    case v1::Finding::kPrevailingRule:
    case v1::Finding::kOutcome:
    case v1::Finding::kEndOfDebate:
    case v1::Finding::kNumber:
    case v1::Finding::KIND_NOT_SET:
      break;
  }
}

void add_names(const google::protobuf::RepeatedPtrField<v1::RuleChange>& changes, Names& names) {
  for (const v1::RuleChange& change : changes) {
    for (const v1::Provision& provision : change.provisions()) {
      for (const std::string& player : provision.scope().players()) names.push_back(player);
      if (provision.judgment().has_judge()) names.push_back(provision.judgment().judge());
    }
  }
}

Names names_in(const v1::Event& event) {
  Names names;
  add_names(event.proposal_made().changes(), names);
  add_names(event.proposal_revised().changes(), names);
  add_names(event.act_performed().changes(), names);
  if (event.has_seat_restored()) names.push_back(event.seat_restored().player());
  for (const v1::Finding& finding : event.judgment_delivered().findings()) add_names(finding, names);
  for (const v1::PointsFinding& points : event.act_performed().points()) names.push_back(points.player());
  for (const v1::Attribute& attribute : event.act_performed().attributes()) {
    if (!attribute.player().empty()) names.push_back(attribute.player());
  }
  return names;
}

// Whether everybody whom the event, or the contested move in it, names is or was a player of the game: UNKNOWN_PLAYER.
// Who joins, or has asked to, is not looked for.
Status names_are_known(const Game& game, const v1::Event& event) {
  v1::Event inner;
  const bool contested = event.has_move_contested() && inner.ParseFromString(event.move_contested().event());
  for (const std::string& name : names_in(contested ? inner : event)) {
    NOMIC_TRY(game.player(name).status());
  }
  return ledger::Done{};
}

constexpr std::int64_t SECOND = 1'000'000;
// Clocks of two machines that are kept well differ by less.
constexpr std::int64_t CLOCK_TOLERANCE = 5 * 60 * SECOND;
// After a longer one a clock that was set wrongly is as likely, and what it says is on record for good.
constexpr std::int64_t LONGEST_PAUSE = 366 * 24 * 60 * 60 * SECOND;

// Events that no player makes.
bool is_keepers(const v1::Event& event) {
  return event.has_time_passed() || event.has_game_went_live() || event.has_engine_upgraded() ||
         event.has_rollback_accepted() || event.has_seat_restored();
}

// The move that would have effect: of a contested one, what is contested, which is read into `inner`.
const v1::Event& move_in(const v1::Event& event, v1::Event& inner) {
  const bool contested = event.has_move_contested() && inner.ParseFromString(event.move_contested().event());
  return contested ? inner : event;
}

// Who joins, or contests that they may not: they are not in the game yet, and speak under the name that they will bear.
std::optional<std::string> joiner_in(const v1::Event& event) {
  v1::Event inner;
  const v1::Event& move = move_in(event, inner);
  if (!move.has_player_joined()) return std::nullopt;
  return move.player_joined().player().name();
}

// Who makes the move, as the game spells it.
Result<std::string> author_of(const Game& game, const Submission& submission) {
  if (auto joiner = joiner_in(submission.event)) return *std::move(joiner);
  if (!submission.author.empty()) return game.player(submission.author);
  if (is_keepers(submission.event)) return std::string();
  return error_of(ErrorCode::UNKNOWN_PLAYER, "no_author");
}

// The same of a statement made elsewhere: its words cannot be changed, so its author must be spelt in it as in the
// game.
Result<std::string> author_of_statement(const Game& game, const Submission& submission) {
  Result<std::string> author = author_of(game, submission);
  if (!author || *author == submission.author) return author;
  return error_of(ErrorCode::UNKNOWN_PLAYER, "other_spelling", {{"typed", submission.author}, {"player", *author}});
}

// A name that a move gives to somebody: who joins, or whose name is corrected.
struct GivenName {
  std::string name;
  std::string of;  // the name by which the record goes on knowing them; none: they are new
};

Result<std::optional<GivenName>> name_given_in(const v1::Event& event, const History& history) {
  if (auto joiner = joiner_in(event)) return std::optional<GivenName>{GivenName{*std::move(joiner), {}}};
  v1::Event inner;
  const v1::RecordCorrected& correction = move_in(event, inner).record_corrected();
  if (!correction.has_name()) return std::optional<GivenName>{};
  auto seated = history.at(correction.record());
  // What is no record of a player is the game's to refuse.
  if (!seated) return std::optional<GivenName>{GivenName{correction.name().name(), {}}};
  const v1::Event& seating = seated->event;
  return std::optional<GivenName>{GivenName{correction.name().name(), seating.has_player_seated()
                                                                          ? seating.player_seated().player().name()
                                                                          : seating.player_joined().player().name()}};
}

// Nobody may be taken for somebody else who plays, or has played.
Status must_look_like_nobody(const State& state, const GivenName& given) {
  const std::vector<std::string> looks = looks_of(given.name);
  for (const v1::Player& player : state.players()) {
    if (player.names().name() == given.of) continue;
    const std::string& other = player.has_shown() ? player.shown().name() : player.names().name();
    // One and the same name is the game's to refuse.
    if (fold(other) == fold(given.name)) continue;
    for (const std::string& look : looks_of(other)) {
      if (std::find(looks.begin(), looks.end(), look) == looks.end()) continue;
      return error_of(ErrorCode::TWO_PLAYERS_ALIKE, "look", {{"player", given.name}, {"other", other}});
    }
  }
  return ledger::Done{};
}

Error not_the_expected_size(const ledger::Head& head, std::uint64_t expected) {
  Error error = error_of(ErrorCode::LEDGER, "other_size", {{"size", head.size}, {"expected", expected}});
  error.ledger = ledger::Error{ledger::ErrorCode::SIZE_MISMATCH, {}, {}, {}};
  return error;
}

void warn_of_clock(std::int64_t now, std::int64_t last, std::vector<Remark>& warnings) {
  if (now - last > LONGEST_PAUSE) {
    warnings.push_back(
        remark_of(Topic::WARNING, "clock_ahead", {{"time", Moment{now}}, {"ahead", Length{now - last}}}));
  }
  if (last - now <= CLOCK_TOLERANCE) return;
  warnings.push_back(
      remark_of(Topic::WARNING, "clock_behind", {{"time", Moment{last}}, {"ahead", Length{last - now}}}));
}

// Who votes on words that are about an earlier version of a rule should know.
void warn_of_targets(const State& state, std::uint32_t number, std::vector<Remark>& out) {
  for (const v1::Proposal& open : state.proposals()) {
    if (open.number() != number) continue;
    for (int at = 0; at < open.changes_size(); ++at) {
      if (auto since = target_since(state, open, at)) out.push_back(std::move(since->what));
    }
  }
}

// What voters should know of a proposal, when its form or its vote is made known.
Status warn_of_proposal(const Engine& engine, const Consequences& consequences, const History& history,
                        std::vector<Remark>& out) {
  for (const v1::Consequence& one : consequences) {
    if (one.has_vote_cast()) warn_of_targets(engine.state(), proposal_of(one), out);
    const bool made_known = one.kind_case() == v1::Consequence::kProposalMade ||
                            one.kind_case() == v1::Consequence::kProposalRevised ||
                            one.kind_case() == v1::Consequence::kVoteCalled;
    if (!made_known) continue;
    const auto& open = engine.state().proposals();
    const auto proposal =
        std::find_if(open.begin(), open.end(), [&](const v1::Proposal& p) { return p.number() == proposal_of(one); });
    if (proposal == open.end()) continue;
    NOMIC_ASSIGN(auto found, warnings(engine, *proposal, history));
    for (Remark& warning : found) out.push_back(std::move(warning));
    break;  // one proposal a record, however many of these tell of it
  }
  return ledger::Done{};
}

// By the time at which it is said to have happened, which decides nothing in a live game.
Status warn_of_said_time(const Engine& before, const Move& move, const Consequences& made, const History& history,
                         std::vector<Remark>& out) {
  const std::int64_t said = move.event.occurred_at();
  if (said == 0 || move.event.afterwards() || said >= move.recorded_at) return ledger::Done{};
  NOMIC_ASSIGN(auto other, at_another_time(before, move, &made, said, history));
  if (other) {
    out.push_back(
        remark_of(Topic::WARNING, other->refused ? "refused_then" : "otherwise_then", {{"time", Moment{said}}}));
  }
  return ledger::Done{};
}

}  // namespace

// What a known request recorded, as it was answered then.
Result<Receipt> Game::Self::answer_again(const ledger::Request& request, const ledger::RequestFound& found) {
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
  // It came in by another road, under the player's name and ID: it is no answer to what the player asks for.
  const bool without_effect = std::any_of(consequences->begin(), consequences->end(),
                                          [](const v1::Consequence& one) { return one.has_not_lawful(); });
  if (without_effect) {
    return error_of(ErrorCode::REQUEST_WITHOUT_EFFECT, "", {{"request", request.id}, {"record", last}});
  }

  Receipt receipt;
  receipt.index = last;
  receipt.hash = record->leaf;
  receipt.recorded_at = record->recorded_at.value;
  receipt.consequences = std::move(*consequences);
  receipt.repeated_request = true;
  return receipt;
}

Result<Receipt> Game::Self::record(const Engine& after, const Move& move, const Submission& submission,
                                   Receipt receipt) {
  const State& state = after.state();
  const State& before = engine.state();
  const bool is_far = is_snapshot_due(state.size() - snapshot_size, derived_for, snapshot_bytes);
  const bool with_snapshot = !submission.dry_run && is_far;
  ledger::AppendRequest request;
  request.game = head.game;
  request.expected_size = head.size;
  request.records.push_back(
      {.author = move.author, .payload = move.payload, .keys = submission.keys, .prepared = submission.prepared});
  request.recorded_at = ledger::Micros{receipt.recorded_at};
  request.request = submission.request;
  request.via = submission.via;
  if (submission.dry_run) {
    NOMIC_TRY(ledger.would_append(request));
    return receipt;
  }
  request.derived = derived_from(state, with_snapshot);
  // Its chunks are written only where they are new.
  const std::uint64_t body_bytes = request.derived.snapshot ? request.derived.snapshot->size() : 0;
  request.derived.index = index_rows(move, receipt.consequences, before, state);
  ledger::Result<ledger::Appended> appended = ledger.append(request);
  if (!appended) return from_ledger(appended.error());
  // Another server was given the same request, and was first: what it recorded may be otherwise, and elsewhere.
  if (appended->repeated) return answer_again(submission.request, {appended->first, appended->count});

  head.size = state.size();
  head.head_hash = appended->head_hash;
  head.root = appended->root;
  head.recorded_at = request.recorded_at;
  if (with_snapshot) {
    snapshot_size = head.size;
    snapshot_bytes = body_bytes;
    derived_for = 0;
  }
  receipt.hash = appended->head_hash;
  return receipt;
}

namespace {

// Why what a statement says is no move: decoding speaks of the record that it would be.
Error no_move_in(const Error& error) {
  return error.code == ErrorCode::NEWER_EVENT ? error_of(ErrorCode::NEWER_EVENT, "statement")
                                              : error_of(ErrorCode::BAD_REQUEST, "statement");
}

// A statement made elsewhere, as the submission that it is.
Result<Submission> as_submission(ledger::Ledger& ledger, const ledger::Head& head, const Submission& given) {
  ledger::Result<ledger::Statement> statement = ledger.admits(head.game, *given.prepared);
  if (!statement) return from_ledger(statement.error());
  ledger::StoredRecord as_if;
  as_if.index.value = head.size;
  as_if.author = statement->author;
  as_if.payload = statement->payload;
  Result<Move> move = decode_move(as_if);
  if (!move) return no_move_in(move.error());
  Submission submission = given;
  submission.author = statement->author;
  submission.event = std::move(move->event);
  submission.request.id = statement->request_id;
  // Unless whoever puts it in says for which request it was made.
  if (given.request.digest.is_zero()) {
    submission.request.digest = ledger::statement_digest(given.prepared->statement);
  }
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
  Result<std::string> author =
      submission.prepared ? author_of_statement(game, submission) : author_of(game, submission);
  if (!author) return author.error();
  if (!submission.request.id.empty()) {
    if (Status may = may_be_request_id(submission.request.id); !may) return may.error();
  }
  if (!submission.request.id.empty() && !submission.is_new_request) {
    NOMIC_ASSIGN(auto known, self.ledger.request(self.head.game, *author, submission.request));
    if (known.has_value()) return self.answer_again(submission.request, *known);
  }
  if (submission.expect && *submission.expect != self.head.size) {
    return not_the_expected_size(self.head, *submission.expect);
  }

  const std::int64_t recorded_at = std::max(submission.now, self.head.recorded_at.value);
  Result<Move> read_back = as_recorded(self.head.size, *author, recorded_at, submission.event);
  if (!read_back) return read_back.error();
  Move& move = *read_back;
  NOMIC_TRY(names_are_known(game, move.event));
  move.signers = signers_of(submission);
  if (!submission.alike) {
    NOMIC_ASSIGN(const auto given, name_given_in(submission.event, self.history));
    if (given) NOMIC_TRY(must_look_like_nobody(self.engine.state(), *given));
  }

  // Another engine makes the move; it takes the place of the game's own once the move is on record.
  Engine after = self.engine.fork();
  const auto begun = work_so_far();
  Result<Consequences> consequences = after.move(move, self.history);
  if (!consequences) return consequences.error();
  if (!submission.dry_run) self.derived_for += work_so_far() - begun;
  Receipt receipt;
  receipt.index = move.index;
  receipt.recorded_at = recorded_at;
  receipt.consequences = std::move(*consequences);
  receipt.dry_run = submission.dry_run;
  warn_of_clock(submission.now, self.head.recorded_at.value, receipt.warnings);
  NOMIC_TRY(warn_of_proposal(after, receipt.consequences, HistoryWith(self.history, move), receipt.warnings));
  NOMIC_TRY(warn_of_said_time(self.engine, move, receipt.consequences, self.history, receipt.warnings));

  // It is recorded to its end, however long that takes.
  const WatchedWork to_the_end(nullptr);
  Result<Receipt> done = self.record(after, move, submission, std::move(receipt));
  if (done && !submission.dry_run && !done->repeated_request) self.engine = std::move(after);
  return done;
}

}  // namespace nomic::replay
