// Authority: on whose behalf a request comes, as the caller has found out, and what that allows.
//
//     Means means{.now = clock()};
//     means.authority = {.by = Authority::By::PLAYER, .game = game, .player = "Ann"};   // Ann's token
//     service.submit(request, means);
//
// The service decides in one place, at the moment at which the move is recorded and by the state at that moment, so
// that HTTP, the server's socket and `nomic submit` allow the same:
//
//     by           unsigned moves                    a statement that no key in force of its author signed
//     HOST         of all                            of the player whom the request names beside the statement
//     HOSTS_PAGE   of all, not events of the host's  the same
//     PLAYER       of that player, without a key     of that player
//     READER       none                              none
//     ANYBODY      none; with `takes_unsigned`       none
//                  of players without a key
//
// A statement that a key in force of its author signed is anybody's to submit. So is one that registers the key that a
// Judgment has named as the successor of a lost one. Every other statement gives a player a first key, or makes
// somebody a player: it *binds*, and needs the authority of that very player, or the host's word that it comes from
// them.
//
// A refusal to a caller without authority says nothing about the game: it is the same whether the player exists or not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/v1/event.pb.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

struct Means;

struct Authority {
  enum class By : std::uint8_t {
    HOST,        // types in the ledger's folder, or comes by the socket there
    HOSTS_PAGE,  // the browser that `nomic serve --open` admits
    PLAYER,      // sent a player's token
    READER,      // sent a reader's token
    ANYBODY,     // reached the server
  };
  By by = By::HOST;
  // Of PLAYER and READER: the game that the token is for.
  ledger::GameId game = {};
  // Of PLAYER: the name that the token was issued for. It may be that of a newcomer.
  std::string player = {};
  // Of ANYBODY: the server takes moves that nobody has signed (`nomic serve --unsigned`).
  bool takes_unsigned = false;

  [[nodiscard]] bool is_hosts() const { return by == By::HOST || by == By::HOSTS_PAGE; }
};

// How a request by that authority came, as its record says.
ledger::Via via_of(const Authority& authority);

// Whether that authority may make an unsigned request. OK: `request` names PLAYER's player as its author.
replay::Status may_ask(const Authority& authority, const replay::Game& game, v1::Request& request);

// A statement made elsewhere, and what it binds.
struct Submitted {
  const ledger::Statement& statement;
  const ledger::SignedStatement& signed_statement;
};

enum class Standing : std::uint8_t {
  SIGNED,        // a key that speaks for its author signed it: anybody may submit it
  AUTHORISED,    // it binds, and the authority allows that
  TO_VOUCH_FOR,  // it binds, and the host has not said that it comes from its author
  REFUSED,       // it binds, and the authority is another's
};

// `vouched`: the author that the request names beside the statement; empty: none.
// The signatures hold: the caller has verified them. The event is parsed only for a caller whom this does not refuse.
replay::Result<Standing> standing_of(const Authority& authority, const replay::Game& game, const Submitted& submitted,
                                     const std::string& vouched);

// Why a statement of that standing is not recorded.
replay::Error refusal_of(Standing standing, const Submitted& submitted);

// The game that a caller without the host's authority means, by its identity: that of the statement, or that of the
// token. So no name is looked up for a stranger, and a name that exists takes as long as one that does not. Nothing:
// the game is the one that the request names.
replay::Result<std::optional<ledger::GameId>> game_meant(const Means& means, const v1::Request& request);

// What a caller is told where the game that they name cannot be opened (`missing`): only the host learns why. Others
// are refused as in a game that exists and gives them no authority.
replay::Error without_the_game(const Means& means, const v1::Request& request, const replay::Error& missing);

}  // namespace nomic::tools
