#include "shared/record_through.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "nomic/ledger/statement.h"
#include "nomic/replay/remark_in.h"
#include "nomic/words/refusals.h"

namespace nomic::tools {
namespace {

bool is_repeatable(const v1::Request& request) {
  return request.has_signed_move() || !request.request_id().empty();
}

// Whether nothing was recorded, or the same sent again settles whether it was.
bool may_be_sent_again(const Failure& failure, const v1::Request& request) {
  const bool is_not_made = failure.code == "UNREACHABLE" || failure.code == "ENDING";
  return is_not_made || (failure.code == "OUTCOME_UNKNOWN" && is_repeatable(request));
}

Outcome outcome_in(const v1::RecordedMove& move) {
  Outcome outcome;
  replay::Receipt& receipt = outcome.receipt;
  receipt.index = move.index();
  if (const auto hash = ledger::Hash::from_raw(move.hash())) receipt.hash = *hash;
  receipt.recorded_at = move.recorded_at();
  receipt.dry_run = move.dry_run();
  receipt.repeated_request = move.repeated_request();
  receipt.consequences = {move.consequences().begin(), move.consequences().end()};
  for (const v1::Refusal& warning : move.warnings()) {
    if (auto remark = replay::remark_in(warning)) receipt.warnings.push_back(*std::move(remark));
  }
  outcome.request_id = move.request_id();
  if (const auto game = ledger::Hash::from_raw(move.game())) outcome.game = {*game};
  return outcome;
}

// A receipt that is none, or of another game.
Failure bad_receipt(std::uint64_t index, const std::string& what) {
  return {Exit::DAMAGED, fmt::format("the server says that it recorded #{}, and {}", index, what),
          "nomic log shows what is recorded", "BAD_ANSWER"};
}

// What was known before the move was sent.
struct Before {
  std::uint64_t size = 0;  // the records of the game that the server had shown
  // What the move would have been, as the next record; nothing: it could not be told.
  std::optional<v1::Event> event = {};
};

// The event without what only the side that records it can choose.
v1::Event without_choice(v1::Event event) {
  if (event.dice_thrown().source() == v1::DiceThrown::PROGRAM) event.mutable_dice_thrown()->clear_faces();
  return event;
}

bool is_same(const v1::Event& one, const v1::Event& other) {
  return without_choice(one).SerializeAsString() == without_choice(other).SerializeAsString();
}

// Whether the record holds the event of the request. Where other records came between, numbers and names may mean
// others than before: then its kind is compared.
bool holds(const replay::Played& played, const v1::Request& sent, const Before& before) {
  if (!before.event) return true;
  v1::Event event = played.move.event;
  if (sent.contest() != event.has_move_contested()) return false;
  if (sent.contest() && !event.ParseFromString(played.move.event.move_contested().event())) return false;
  const bool is_next = played.record.index.value == before.size;
  return is_next ? is_same(event, *before.event) : event.kind_case() == before.event->kind_case();
}

// Whether the record is the move that was sent. A request that is repeated may have been made of an older statement.
bool is_recorded_in(const replay::Played& played, const v1::Request& sent, bool is_repeated, const Before& before,
                    const replay::Game& game) {
  const ledger::StoredRecord& record = played.record;
  if (!sent.has_signed_move()) {
    const bool has_author = !sent.author().empty() && !sent.has_join();
    const auto author = has_author ? game.player(sent.author()) : replay::Result<std::string>(record.author);
    const bool has_id = sent.request_id().empty() || sent.request_id() == record.request_id;
    return has_id && author && *author == record.author && (is_repeated || holds(played, sent, before));
  }
  const auto made = ledger::from_armored(sent.signed_move().armored());
  if (!made) return false;
  const auto statement = ledger::read_statement(made->statement);
  if (!statement || statement->author != record.author || statement->request_id != record.request_id) return false;
  const bool is_same = statement->payload == record.payload && statement->seen_size == record.seen_size;
  return record.signatures > 0 && (is_same || is_repeated);
}

// What the record brought about, as the copy of the ledger has it, in place of what the server says.
Result<Outcome> as_checked(Call& call, const std::string& folder, const std::string& name, const v1::Request& sent,
                           const Before& before, Outcome outcome) {
  const std::string id = outcome.game.hash.hex();
  if (outcome.game == ledger::GameId{}) return bad_receipt(outcome.receipt.index, "does not say in which game");
  if (ledger::Hash::from_hex(name) && name != id) {
    return bad_receipt(outcome.receipt.index, fmt::format("names game {}, and not {}", id, name));
  }
  auto game = call.session.game(folder, id, ledger::Access::READ);
  if (!game) {
    if (game.error().exit != Exit::USAGE) return game.error();
    return bad_receipt(outcome.receipt.index, fmt::format("has no game {}", id));
  }
  replay::Receipt& receipt = outcome.receipt;
  if (receipt.dry_run) return bad_receipt(receipt.index, "calls it a dry run");
  if (receipt.repeated_request && !is_repeatable(sent)) {
    return bad_receipt(receipt.index, "knows a request ID, which the move does not have");
  }
  if (receipt.index < before.size && !receipt.repeated_request) {
    return bad_receipt(receipt.index, fmt::format("had shown {} records before", before.size));
  }
  bool is_there = false;
  bool is_it = false;
  const auto look = [&](const replay::Played& played) {
    is_there = played.record.leaf == receipt.hash;
    is_it = is_recorded_in(played, sent, receipt.repeated_request, before, **game);
    receipt.recorded_at = played.record.recorded_at.value;
    receipt.consequences = played.consequences;
    return false;
  };
  if (receipt.index < (*game)->head().size) {
    if (auto read = (*game)->replay_range(receipt.index, receipt.index + 1, look); !read)
      return failure_of(read.error());
  }
  if (is_there && is_it) return outcome;
  if (is_there) return bad_receipt(receipt.index, "another move is recorded there");
  return Failure{
      Exit::DAMAGED, fmt::format("the server says that it recorded #{}, and shows another record there", receipt.index),
      "see nomic log; keep what you have: two histories of one game are compared by nomic compare", "FORKED"};
}

Result<Outcome> answered(Call& call, const std::string& folder, const std::string& name, const v1::RecordedMove& move,
                         const HandedOn& handed, const Before& before) {
  if (move.has_rehearsal()) call.out.of_rehearsal(move.rehearsal(), call.session.told_of(move.rehearsal().in_words()));
  // Whatever is open of it is older than the move.
  call.session.close(folder);
  Outcome outcome = outcome_in(move);
  if (call.session.mirrored(folder) != nullptr) {
    NOMIC_ASSIGN(auto checked, as_checked(call, folder, name, handed.request, before, std::move(outcome)));
    outcome = std::move(checked);
  }
  for (const replay::Remark& warning : handed.warnings) outcome.receipt.warnings.push_back(warning);
  return outcome;
}

// The server's game as it is before the move. The server itself says what is wrong with a move.
Result<Before> before_it(Call& call, const std::string& folder, const std::string& game, const v1::Request& sent) {
  if (call.session.mirrored(folder) == nullptr) return Before{};
  NOMIC_ASSIGN(auto shown, call.session.game(folder, game, ledger::Access::READ));
  Before before{.size = shown->head().size};
  if (sent.has_signed_move()) return before;
  NOMIC_ASSIGN(auto ledger, call.session.ledger(folder, ledger::Access::READ));
  Means means;
  means.now = call.io.now();
  if (auto event = Service(*ledger, *shown).would_record(sent, means)) before.event = *std::move(event);
  return before;
}

// Nobody keeps the ledger any more.
Result<Outcome> record_here(Call& call, const std::string& folder, const std::string& game, const HandedOn& handed) {
  auto ledger = call.session.ledger(folder, ledger::Access::WRITE);
  if (!ledger) return ledger.error();
  NOMIC_ASSIGN(auto held, call.session.game(folder, game, ledger::Access::WRITE));
  call.is_about(held->engine().state().founding());
  Service service(**ledger, *held);
  Means means;
  means.now = call.io.now();
  means.sentences = all_in_words;
  NOMIC_ASSIGN(auto outcome, or_failure(service.submit(handed.request, means)));
  for (const replay::Remark& warning : handed.warnings) outcome.receipt.warnings.push_back(warning);
  return outcome;
}

}  // namespace

Result<Outcome> record_through(Call& call, GameServer& server, const std::string& game, const HandedOn& handed) {
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  NOMIC_ASSIGN(auto before, before_it(call, folder, game, handed.request));
  const std::string name = call.session.name_at(folder, game);
  auto made = server.make(name, handed.request);
  if (!made && may_be_sent_again(made.error(), handed.request)) {
    const Failure first = made.error();
    auto again = call.session.keeper(folder);
    if (!again) return first;
    if (*again == nullptr) return record_here(call, folder, game, handed);
    made = (*again)->make(name, handed.request);
    // Of two answers the one that leaves it open says how it is.
    if (!made && made.error().code == "UNREACHABLE") return first;
  }
  if (!made) return Session::with_game_hint(made.error(), game);
  return answered(call, folder, name, *made, handed, before);
}

}  // namespace nomic::tools
