// Access: who may use which route, and what a refusal tells.
//
//     const Asker asker = asker_of(request, looks_are_public);
//     if (auto refused = refusal_of(decide(row.route, asker))) return *refused;
//
// The guard (guard.h) finds who asks. The table of routes (routes.inc) says who may. Nothing else decides: no text of a
// request is looked at here, and what the table does not grant is refused.
//
// A refusal shows names only to an asker who may look at them. All others get the answer that a look at a game would
// get, whether there is such a game or not: refusal_for() and game_seen_by() are the two places that ensure this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "api/problems.h"
#include "api/route.h"
#include "nomic/ledger/ledger.h"
#include "nomic/server/http.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

enum class Asker : std::uint8_t {
#define NOMIC_API_ASKER(asker, ...) asker,
#include "api/routes.inc"
};

enum class Access : std::uint8_t {
  GRANTED,
  TOKEN_NEEDED,   // 401: no token was sent
  TOKEN_UNKNOWN,  // 401: what was sent is not a token, or not a good one
  OTHER_GAME,     // 403: the token is of another game
  NOT_ALLOWED,    // 403: the route is for others
};

constexpr bool is_in(Who who, Asker asker) {
#define NOMIC_API_WHO(set, nobody, open, unknown, other_game, reader, player, host, socket, ...) \
  {nobody, open, unknown, other_game, reader, player, host, socket},
  constexpr bool SETS[][8] = {
#include "api/routes.inc"
  };
  return SETS[static_cast<std::size_t>(who)][static_cast<std::size_t>(asker)];
}

// The one decision.
constexpr Access decide(Route route, Asker asker) {
  if (is_in(row_of(route).who, asker)) return Access::GRANTED;
  switch (asker) {
    case Asker::NOBODY:
    case Asker::PUBLIC:
      return Access::TOKEN_NEEDED;
    case Asker::UNKNOWN:
      return Access::TOKEN_UNKNOWN;
    case Asker::OTHER_GAME:
      return Access::OTHER_GAME;
    case Asker::READER:
    case Asker::PLAYER:
    case Asker::HOST:
    case Asker::SOCKET:
      break;
  }
  return Access::NOT_ALLOWED;
}

// The guard has filled the seat. A token is taken for one of the game that is asked for; where it is not,
// game_seen_by() finds nothing, and the asker is OTHER_GAME.
Asker asker_of(const HttpRequest& request, bool looks_are_public);

// Nothing, if it is granted.
std::optional<HttpAnswer> refusal_of(Access access);

// Whether the asker may look at the game that is asked for.
constexpr bool may_look(Asker asker) {
  return decide(Route::STATUS, asker) == Access::GRANTED;
}

// Whether the asker may look at every game of the ledger.
constexpr bool sees_all(Asker asker) {
  return may_look(asker) && asker != Asker::READER && asker != Asker::PLAYER;
}

// The game that the asker means by a name, an identity or its beginning (empty: the only one): as the ledger finds it.
// Of a token it is the token's game, or nothing: the other games of the ledger do not exist for it.
std::optional<std::string> game_seen_by(const Seat& seat, ledger::Ledger& ledger, const std::string& typed);

// The answer to a failure that may name games or players.
HttpAnswer refusal_for(Asker asker, const Failure& failure, AskedFor asked);

}  // namespace nomic::tools
