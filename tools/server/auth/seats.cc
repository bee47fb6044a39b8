// What a seat looks at, and the authority by which it moves.
#include "api/problems.h"
#include "nomic/replay/error.h"
#include "nomic/server/guard.h"

namespace nomic::tools {

std::optional<HttpAnswer> outside(const Seat& seat, const replay::Game& game) {
  if (seat.by != Seat::By::TOKEN || seat.game == game.head().game.hash.hex()) return std::nullopt;
  const Failure other = failure_of(replay::error_of(replay::ErrorCode::OTHER_GAME, ""));
  return problem_answer(other, status_of(other, AskedFor::QUESTION));
}

Authority authority_of(const HttpRequest& request) {
  const Seat& seat = request.seat;
  if (request.local) return {.by = Authority::By::HOST};
  switch (seat.by) {
    case Seat::By::KEEPER:
      return {.by = Authority::By::HOSTS_PAGE};
    case Seat::By::TOKEN:
      break;
    case Seat::By::NOBODY:
    case Seat::By::UNKNOWN:
      return {.by = Authority::By::ANYBODY};
  }
  Authority authority;
  authority.by = seat.player.empty() ? Authority::By::READER : Authority::By::PLAYER;
  if (const auto game = ledger::Hash::from_hex(seat.game)) authority.game.hash = *game;
  authority.player = seat.player;
  return authority;
}

}  // namespace nomic::tools
