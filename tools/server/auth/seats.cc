// What a seat may do: which game it looks at, and which moves are its own.
#include <fmt/format.h>

#include <algorithm>

#include "api/problems.h"
#include "nomic/ledger/statement.h"
#include "nomic/replay/text.h"
#include "nomic/server/guard.h"
#include "nomic/v1/event.pb.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

HttpAnswer refused(std::string code, std::string what, std::string hint) {
  return problem_answer(403, std::move(code), std::move(what), std::move(hint));
}

// What an event mends, or turns, is the keeper's business.
bool is_keepers(const v1::Event& event) {
  switch (event.kind_case()) {
    case v1::Event::kRecordCorrected:
    case v1::Event::kEngineUpgraded:
    case v1::Event::kRollbackAccepted:
    case v1::Event::kGameWentLive:
      return true;
    default:
      return false;
  }
}

// What cannot be read is refused where it is put in.
bool is_keepers(const v1::Request::SignedMove& move) {
  const auto made = ledger::from_armored(move.armored());
  if (!made) return false;
  const auto statement = ledger::read_statement(made->statement);
  v1::Event event;
  return statement && event.ParseFromString(statement->payload) && is_keepers(event);
}

bool is_same_name(const std::string& typed, const std::string& known) {
  const auto one = replay::player_names(typed, "", "");
  const auto other = replay::player_names(known, "", "");
  return one && other && one->folded() == other->folded();
}

// Who ever had a key signs, and where all must sign no token helps.
bool must_sign(const replay::State& state, const std::string& player) {
  if (state.founding().signatures_required()) return true;
  const auto& players = state.players();
  return std::any_of(players.begin(), players.end(),
                     [&](const v1::Player& one) { return one.names().name() == player && one.keys_size() > 0; });
}

}  // namespace

std::optional<HttpAnswer> outside(const Seat& seat, const replay::Game& game) {
  if (seat.by != Seat::By::TOKEN || seat.game == game.head().game.hash.hex()) return std::nullopt;
  return refused("OTHER_GAME", "the token is for another game of this ledger.",
                 "ask the keeper for a link to this one");
}

std::optional<HttpAnswer> at_the_socket_alone(const v1::Request& asked) {
  const bool is_it =
      asked.has_correct() || asked.has_go_live() || (asked.has_signed_move() && is_keepers(asked.signed_move()));
  if (!is_it) return std::nullopt;
  return refused("AT_THE_SOCKET", "corrections, and what turns the game itself, are not taken at this address.",
                 "do it with the command, in the folder where the ledger lies");
}

std::optional<HttpAnswer> not_theirs(const Seat& seat, const replay::Game& game, v1::Request& asked) {
  if (auto other = outside(seat, game)) return other;
  if (seat.player.empty()) {
    return refused("READER", "the token is a reader's: it moves for nobody.", "ask the keeper for a player's link");
  }
  if (must_sign(game.engine().state(), seat.player)) {
    return refused("NOT_SIGNED",
                   fmt::format("no token moves for {}: here their moves are signed.", in_quotes(seat.player)),
                   "sign the move with their key");
  }
  const auto others = [&](const std::string& author) {
    return refused(
        "OTHER_PLAYER",
        fmt::format("the token is {}'s, and moves for nobody else: not for {}.", seat.player, in_quotes(author)),
        "who you are is said by the token: leave the author out");
  };
  if (asked.has_join()) {
    if (!is_same_name(asked.join().name(), seat.player)) return others(asked.join().name());
    // As it was invited, so that the token is theirs when they have joined.
    asked.mutable_join()->set_name(seat.player);
  } else if (!asked.author().empty()) {
    const auto author = game.player(asked.author());
    if (!author || *author != seat.player) return others(asked.author());
  }
  asked.set_author(seat.player);
  return std::nullopt;
}

}  // namespace nomic::tools
