// Founding: a game begun by a typed request.
//
//     v1::FoundRequest request;                          // schema/nomic/v1/request.proto
//     request.set_edition("1990");
//     auto founding = founding_of(request, {.now = clock()});
//     auto founded  = replay::Game::found(ledger, *founding);
#pragma once

#include "nomic/replay/game.h"
#include "nomic/service/service.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

// What is to be founded, with a nonce of its own. Errors: those of names, editions, languages and keys; whether a game
// can be founded on it, Game::found says.
replay::Result<replay::Founding> founding_of(const v1::FoundRequest& request, const Means& means);

}  // namespace nomic::tools
