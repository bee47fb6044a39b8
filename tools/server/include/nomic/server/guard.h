// Guard: who asks a server, and what they may. Nothing here is a cookie: a token is sent by whoever has it, in
// `Authorization: Bearer`, and never by a browser of itself.
//
//     Guard guard(invitations, clock, {.looks_are_public = false});
//     if (auto refused = guard.identify(request)) ...      // 503; else request.seat says who asks
//     guard.redeem(request)                                // POST /v1/redeem: a link's secret for a token
//     guard.keepers_secret()                               // of a link that makes one browser the keeper's
//
//     who                      looks at
//     the socket in the folder everything
//     the keeper's page        everything
//     a player's token         the token's game
//     a reader's token         the token's game
//     anybody                  nothing, unless looking is public
//
// Which routes that opens is decided by the table in api/routes.inc (api/access.h).
//
// Which moves each of them makes is decided by the service, by the authority that follows from the seat
// (nomic/service/authority.h). A token guards against other players and strangers, and not against the host, who can
// write the ledger anyhow: a move that came by one is recorded as such (Via::TOKEN).
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "nomic/replay/game.h"
#include "nomic/server/http.h"
#include "nomic/server/invitations.h"
#include "nomic/service/authority.h"

namespace nomic::tools {

class Guard {
 public:
  // Microseconds since 1970-01-01T00:00:00Z.
  using Clock = std::function<std::int64_t()>;
  struct Rules {
    // Whether who has no token may look.
    bool looks_are_public = false;
  };

  // The invitations outlive it.
  Guard(Invitations& invitations, Clock clock, Rules rules);

  // Fills the seat, and decides nothing (api/access.h does). Nothing, or that the invitations cannot be read. Costs a
  // look at a file's date, or, where it must ask, a round trip to a database; any thread that may wait so long.
  std::optional<HttpAnswer> identify(HttpRequest& request) const;
  [[nodiscard]] bool looks_are_public() const { return rules_.looks_are_public; }
  // Whether identify() has to ask a database who that is.
  [[nodiscard]] bool must_ask(const HttpRequest& request) const;

  // As whom the request is answered (SeatView).
  [[nodiscard]] HttpAnswer seat(const HttpRequest& request) const;

  // The token for a link's secret, once. It waits for the disk.
  HttpAnswer redeem(const HttpRequest& request);

  // The secret of a link of the keeper's, which opens once; of several the last.
  std::string keepers_secret();

  // The stream ends when the seat's invitation is revoked: at the next thing that would be written to it.
  [[nodiscard]] HttpAnswer ending_with(const Seat& seat, HttpAnswer stream) const;

 private:
  [[nodiscard]] bool is_keepers(const std::string& token) const;
  std::optional<HttpAnswer> redeem_keepers(const std::string& secret);

  Invitations& invitations_;
  const Clock clock_;
  const Rules rules_;
  mutable std::mutex mutex_;
  std::string keepers_link_;   // under mutex_: hashes, as invitations have them
  std::string keepers_token_;  // under mutex_
};

// Nothing, or that another game than the seat's is asked for.
std::optional<HttpAnswer> outside(const Seat& seat, const replay::Game& game);

// The authority by which a request that was admitted moves (nomic/service/authority.h).
Authority authority_of(const HttpRequest& request);

}  // namespace nomic::tools
