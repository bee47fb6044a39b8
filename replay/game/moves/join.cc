// A player joins, between turns (116: the Initial Set does not say how).

#include <fmt/core.h>

#include "game/moves/moves.h"
#include "game/turn.h"

namespace nomic::replay {
namespace {

constexpr int PLAYERS_LIMIT = 10'000;

Status name_is_free(const Play& play, const v1::PlayerNames& names) {
  for (const auto& player : play.state.players()) {
    if (player.names().folded() != names.folded()) continue;
    return refuse(
        ErrorCode::NAME_TAKEN,
        player.names().name() == names.name()
            ? fmt::format("there is a player {} already", names.name())
            : fmt::format("{} and {} would differ only in case or Unicode form", names.name(), player.names().name()),
        in_game(player) ? "choose another name"
                        : fmt::format("{} has forfeited, and the score stays on record", player.names().name()));
  }
  return ledger::Done{};
}

}  // namespace

Status play_join(Play& play, const v1::PlayerJoined& event) {
  if (auto running = must_be_running(play); !running) return running;
  const auto& names = event.player();
  if (names.name().empty() || names.folded().empty() || names.name() != play.move.author) {
    return refuse(ErrorCode::NAME_EMPTY, "who joins says so under his own name, and it is not empty");
  }
  if (auto free = name_is_free(play, names); !free) return free;
  if (play.state.players_size() >= PLAYERS_LIMIT) {
    return refuse(ErrorCode::TOO_MANY_PLAYERS, fmt::format("a game has at most {} players", PLAYERS_LIMIT));
  }
  const auto& turn = play.state.turn();
  if (turn.phase() != v1::Turn::PROPOSING && turn.phase() != v1::Turn::TURN_COMPLETE) {
    return refuse(ErrorCode::JOIN_BETWEEN_TURNS,
                  fmt::format("players join between turns, and {}'s turn goes on", turn.mover()),
                  "join once the turn is complete; `nomic status` says who must act",
                  {play.law().turn_parts(case_of_mover(play.state)).source("parts")});
  }

  auto& player = *play.state.add_players();
  *player.mutable_names() = names;
  player.set_joined_at(play.move.index);
  play.tell(v1::Consequence::PLAYER_JOINED, {}).set_player(names.name());
  const auto order = play.law().turn_order({});
  if (order.value.starting_points() != 0) {
    play.score(player, order.value.starting_points(), order.source("starting_points"), 0);
  }
  if (turn.phase() == v1::Turn::PROPOSING) seat_first_mover(play);
  return ledger::Done{};
}

}  // namespace nomic::replay
