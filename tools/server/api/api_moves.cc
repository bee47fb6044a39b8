#include "api/api_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "api/problems.h"
#include "api/route.h"
#include "nomic/replay/refusal.h"
#include "nomic/service/consequence_views.h"
#include "nomic/v1/api.pb.h"
#include "nomic/v1/exchange.pb.h"
#include "nomic/views/json.h"
#include "nomic/views/rehearsal_view.h"
#include "nomic/words/message_reader.h"
#include "nomic/words/remarks.h"

namespace nomic::tools {
namespace {

constexpr unsigned DONE = 200;
constexpr std::size_t LONGEST_AUTHOR = 1'024;
constexpr unsigned MADE = 201;

// A record's own address. The game as it was named; its identity, if it was not.
std::string address_of(const std::string& game, const Outcome& outcome) {
  std::string name = game.empty() ? outcome.game.hash.hex() : std::string();
  for (const char c : game) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return fmt::format("/v1/games/{0}/log?from={1}&to={1}", name, outcome.receipt.index);
}

// All that there is to say of it.
std::string as_message(const Outcome& outcome) {
  const replay::Receipt& receipt = outcome.receipt;
  v1::RecordedMove move;
  move.set_index(receipt.index);
  if (!receipt.dry_run) move.set_hash(receipt.hash.raw());
  move.set_recorded_at(receipt.recorded_at);
  move.set_dry_run(receipt.dry_run);
  move.set_repeated_request(receipt.repeated_request);
  *move.mutable_consequences() = {receipt.consequences.begin(), receipt.consequences.end()};
  for (const replay::Remark& warning : receipt.warnings) *move.add_warnings() = replay::to_refusal(warning);
  move.set_request_id(outcome.request_id);
  move.set_game(outcome.game.hash.raw());
  if (outcome.rehearsal) {
    if (auto view = rehearsal_view(*outcome.rehearsal)) *move.mutable_rehearsal() = *std::move(view);
  }
  return move.SerializeAsString();
}

std::string as_json(const Outcome& outcome, const v1::MeaningView* meaning) {
  const replay::Receipt& receipt = outcome.receipt;
  v1::RecordedView view;
  // The same fields under the same numbers.
  view.ParseFromString(move_view(receipt).SerializeAsString());
  for (const replay::Remark& warning : receipt.warnings) {
    view.add_warnings(words_of(warning));
    *view.add_remarks() = replay::to_refusal(warning);
  }
  if (meaning != nullptr) {
    *view.mutable_meaning() = *meaning;
    for (const replay::Remark& warning : receipt.warnings) {
      if (replay::is_grave(warning)) view.mutable_meaning()->add_grave(warning.variant);
    }
  }
  return json_of(view) + "\n";
}

}  // namespace

BodyKind kind_of_body(std::string_view content_type) {
  std::string kind(content_type.substr(0, content_type.find(';')));
  while (kind.ends_with(' ') || kind.ends_with('\t')) kind.pop_back();
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (kind == "application/json") return BodyKind::REQUEST;
  if (kind == MOVE_MESSAGE) return BodyKind::MESSAGE;
  return kind == "text/plain" ? BodyKind::STATEMENT : BodyKind::UNKNOWN;
}

JsonLimits limits_of_move(bool may_be_unsigned) {
  constexpr std::size_t BYTES = row_of(Route::MOVES_OF_GAME).body;
  static_assert(BYTES == row_of(Route::MOVES).body);
  constexpr std::size_t MOST_VALUES = 5'000;
  constexpr std::size_t DEPTH = 64;
  // A signed move has two texts, and beside it every field of a request that is no message: some clients write all.
  constexpr std::size_t VALUES_OF_SIGNED = 32;
  constexpr std::size_t DEPTH_OF_SIGNED = 4;
  if (may_be_unsigned) return {.bytes = BYTES, .depth = DEPTH, .values = MOST_VALUES};
  return {.bytes = BYTES, .depth = DEPTH_OF_SIGNED, .values = VALUES_OF_SIGNED};
}

Result<v1::Request> read_request(const std::string& body, BodyKind kind, const JsonLimits& limits) {
  v1::Request request;
  if (kind == BodyKind::STATEMENT) {
    request.mutable_signed_move()->set_armored(body);
    return request;
  }
  const bool is_message = kind == BodyKind::MESSAGE;
  const auto fault = is_message ? read_message(body, limits, request) : read_json(body, limits, request);
  // What nobody is called comes back in the answer.
  if (!fault && request.author().size() > LONGEST_AUTHOR) {
    return usage(fmt::format("an author has at most {} bytes.", LONGEST_AUTHOR), "name a player of the game");
  }
  if (!fault) return request;
  if (is_message) {
    return usage(fmt::format("the body is no request: {}.", *fault),
                 "send a nomic.v1.Request as it is serialized, or as JSON");
  }
  return usage(fmt::format("the body is no request: {}.", *fault),
               R"(send a nomic.v1.Request as JSON: {"author":"Ann","vote":{"choice":"FOR"}})");
}

HttpAnswer answer_to_move(const replay::Result<Outcome>& outcome, const std::string& game, BodyKind kind,
                          const v1::MeaningView* meaning) {
  if (!outcome) {
    const Failure failure = failure_of(outcome.error());
    return problem_answer(failure, status_of(failure, AskedFor::MOVE));
  }
  const bool is_new = !outcome->receipt.dry_run && !outcome->receipt.repeated_request;
  const unsigned status = is_new ? MADE : DONE;
  HttpAnswer answer;
  if (kind == BodyKind::MESSAGE) {
    answer.status = status;
    answer.headers = {{"content-type", std::string(MOVE_MESSAGE)}, {"cache-control", "no-cache"}};
    answer.body = as_message(*outcome);
  } else {
    answer = json_answer(status, as_json(*outcome, meaning));
  }
  if (is_new) answer.headers.emplace_back("location", address_of(game, *outcome));
  return answer;
}

}  // namespace nomic::tools
