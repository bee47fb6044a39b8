#include "api/access.h"

#include <utility>

#include "nomic/server/opened_games.h"

namespace nomic::tools {
namespace {

HttpAnswer with_challenge(HttpAnswer answer) {
  answer.headers.emplace_back("www-authenticate", "Bearer");
  return answer;
}

// These name the games that there are.
bool names_games(const Failure& failure) {
  return failure.code == "NO_SUCH_GAME" || failure.code == "AMBIGUOUS_GAME";
}

}  // namespace

Asker asker_of(const HttpRequest& request, bool looks_are_public) {
  if (request.local) return Asker::SOCKET;
  switch (request.seat.by) {
    case Seat::By::KEEPER:
      return Asker::HOST;
    case Seat::By::TOKEN:
      return request.seat.player.empty() ? Asker::READER : Asker::PLAYER;
    case Seat::By::UNKNOWN:
      return Asker::UNKNOWN;
    case Seat::By::NOBODY:
      break;
  }
  return looks_are_public ? Asker::PUBLIC : Asker::NOBODY;
}

std::optional<HttpAnswer> refusal_of(Access access) {
  switch (access) {
    case Access::GRANTED:
      break;
    case Access::TOKEN_NEEDED:
      return with_challenge(problem_answer(
          401, "TOKEN_NEEDED", "this needs a token: a look at a game, and a move that no key of its player has signed.",
          "open the link that the host makes with nomic invite, and send its token as Authorization: Bearer; or have "
          "the server started with --public, for looks"));
    case Access::TOKEN_UNKNOWN:
      return with_challenge(problem_answer(401, "TOKEN_UNKNOWN", "the token is not known here, or was revoked.",
                                           "send one header, Authorization: Bearer TOKEN; or ask the host for another "
                                           "link: nomic invite NAME"));
    case Access::OTHER_GAME:
      return problem_answer(403, "OTHER_GAME", "the token is not of a game with that name.",
                            "ask for the token's own game, GET /v1/seat; or ask the host for a link to the other");
    case Access::NOT_ALLOWED:
      return problem_answer(403, "NOT_ALLOWED", "this is for others.", "docs/server.md lists who may use each route");
  }
  return std::nullopt;
}

std::optional<std::string> game_seen_by(const Seat& seat, ledger::Ledger& ledger, const std::string& typed) {
  if (seat.by != Seat::By::TOKEN) return typed;
  if (typed.empty()) return seat.game;
  // A game that was founded at another server may not be here yet: then its name is not known.
  ledger::Head own;
  if (const auto identity = ledger::Hash::from_hex(seat.game)) own.game.hash = *identity;
  if (auto found = ledger.find(seat.game)) own = *std::move(found);
  return is_called(own, typed) ? std::optional(seat.game) : std::nullopt;
}

HttpAnswer refusal_for(Asker asker, const Failure& failure, AskedFor asked) {
  if (sees_all(asker)) return problem_answer(failure, status_of(failure, asked));
  if (may_look(asker) && !names_games(failure)) return problem_answer(failure, status_of(failure, asked));
  // Of a failed write nothing is told of the game, and the asker has to know that the outcome is open.
  if (failure.exit == Exit::UNAVAILABLE && failure.code != "SIZE_MISMATCH") {
    HttpAnswer answer = problem_answer(status_of(failure, asked), failure.code, "the ledger cannot be used at present.",
                                       "send the same again under the same request ID: it is recorded once");
    answer.why = failure.what;
    return answer;
  }
  const Asker as = may_look(asker) ? Asker::OTHER_GAME : asker;
  return *refusal_of(decide(Route::STATUS, as));
}

}  // namespace nomic::tools
