#include "nomic/server/guard.h"

#include <string_view>
#include <utility>

#include "api/api_moves.h"
#include "api/problems.h"
#include "api/route.h"
#include "nomic/views/json.h"
#include "nomic/words/json_reader.h"

namespace nomic::tools {
namespace {

constexpr std::string_view BEARER = "Bearer ";
constexpr std::size_t SECRET_LIMIT = 128;

HttpAnswer not_kept(HttpAnswer answer) {
  for (auto& [name, value] : answer.headers) {
    if (name == "cache-control") value = "no-store";
  }
  return answer;
}

// Where the invitations are is for the log: the asker is not known yet.
HttpAnswer not_readable(const ledger::Error& error) {
  HttpAnswer answer = problem_answer(503, "UNREADABLE", "the invitations cannot be read at present.",
                                     "ask again in a moment; the host finds the reason in the server's log");
  answer.why = error.what;
  return answer;
}

// All of that name: of a header that decides who asks there is one.
std::vector<std::string_view> headers_of(const HttpRequest& request, std::string_view name) {
  std::vector<std::string_view> found;
  for (const auto& [known, value] : request.headers) {
    if (known == name) found.push_back(value);
  }
  return found;
}

std::string_view name_of(Seat::By by) {
  if (by == Seat::By::TOKEN) return "TOKEN";
  return by == Seat::By::KEEPER ? "KEEPER" : "NOBODY";
}

// The token of a request; nothing: it says otherwise, or nothing, of who asks.
std::optional<std::string> token_of(const HttpRequest& request) {
  const auto said = headers_of(request, "authorization");
  if (said.size() != 1 || !said.front().starts_with(BEARER)) return std::nullopt;
  return std::string(said.front().substr(BEARER.size()));
}

}  // namespace

Guard::Guard(Invitations& invitations, Clock clock, Rules rules)
    : invitations_(invitations), clock_(std::move(clock)), rules_(rules) {}

std::optional<HttpAnswer> Guard::identify(HttpRequest& request) const {
  request.seat = {};
  if (request.local) {
    request.seat.by = Seat::By::KEEPER;
    return std::nullopt;
  }
  if (headers_of(request, "authorization").empty()) return std::nullopt;
  request.seat.by = Seat::By::UNKNOWN;
  const auto token = token_of(request);
  if (!token) return std::nullopt;
  if (is_keepers(*token)) {
    request.seat.by = Seat::By::KEEPER;
    return std::nullopt;
  }
  auto known = invitations_.of_token(*token);
  if (!known) return not_readable(known.error());
  if (*known) request.seat = {Seat::By::TOKEN, (*known)->game(), (*known)->player(), (*known)->id()};
  return std::nullopt;
}

bool Guard::must_ask(const HttpRequest& request) const {
  if (request.local) return false;
  const auto token = token_of(request);
  return token && !is_keepers(*token) && invitations_.must_ask(*token);
}

HttpAnswer Guard::seat(const HttpRequest& request) const {
  const Seat& seat = request.seat;
  v1::SeatView view;
  view.set_by(std::string(name_of(seat.by)));
  view.set_game(seat.game);
  view.set_player(seat.player);
  view.set_may_look(seat.by != Seat::By::NOBODY || rules_.looks_are_public);
  view.set_may_move(seat.by == Seat::By::KEEPER || !seat.player.empty());
  return not_kept(json_answer(200, json_of(view) + "\n"));
}

HttpAnswer Guard::redeem(const HttpRequest& request) {
  const auto types = headers_of(request, "content-type");
  if (types.size() != 1 || kind_of_body(types.front()) != BodyKind::REQUEST) {
    return problem_answer(415, "UNKNOWN_TYPE", "the secret of a link comes as JSON.",
                          "send Content-Type: application/json");
  }
  v1::RedeemRequest asked;
  const auto fault = read_json(request.body, {.bytes = row_of(Route::REDEEM).body, .depth = 1, .values = 2}, asked);
  if (fault || asked.secret().empty() || asked.secret().size() > SECRET_LIMIT) {
    return problem_answer(422, "USAGE", "the body names no secret of a link.",
                          R"(send {"secret":"..."}: what stands behind # in the link)");
  }
  if (auto keepers = redeem_keepers(asked.secret())) return *std::move(keepers);
  auto redeemed = invitations_.redeem(asked.secret(), clock_());
  if (!redeemed) return not_readable(redeemed.error());
  if (!*redeemed) {
    return not_kept(problem_answer(403, "LINK_SPENT", "the link is not known here, was revoked, or was opened before.",
                                   "a link opens once, in one browser: ask the keeper for another, nomic invite NAME"));
  }
  v1::RedeemedView view;
  view.set_token((*redeemed)->token);
  view.set_invitation((*redeemed)->invitation.id());
  view.set_game((*redeemed)->invitation.game());
  view.set_player((*redeemed)->invitation.player());
  return not_kept(json_answer(200, json_of(view) + "\n"));
}

std::string Guard::keepers_secret() {
  const std::lock_guard lock(mutex_);
  std::string secret = Invitations::fresh_secret();
  keepers_link_ = Invitations::hash_of(secret);
  return secret;
}

bool Guard::is_keepers(const std::string& token) const {
  const std::lock_guard lock(mutex_);
  return !keepers_token_.empty() && keepers_token_ == Invitations::hash_of(token);
}

std::optional<HttpAnswer> Guard::redeem_keepers(const std::string& secret) {
  const std::lock_guard lock(mutex_);
  if (keepers_link_.empty() || keepers_link_ != Invitations::hash_of(secret)) return std::nullopt;
  v1::RedeemedView view;
  view.set_token(Invitations::fresh_secret());
  keepers_link_.clear();
  keepers_token_ = Invitations::hash_of(view.token());
  return not_kept(json_answer(200, json_of(view) + "\n"));
}

}  // namespace nomic::tools
