// The dice are thrown (202): the sum of their faces is the player's.

#include <fmt/core.h>

#include <numeric>

#include "game/moves/moves.h"
#include "game/turn.h"

namespace nomic::replay {

Status play_roll(Play& play, const v1::DiceThrown& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  auto& turn = *play.state.mutable_turn();
  const auto parts = play.law().turn_parts(case_of_mover(play.state));
  const auto* due = throw_due(play.state, parts);
  if (due == nullptr) {
    return refuse(ErrorCode::NO_THROW_DUE, "no throw is due now", "`nomic status` says who must act",
                  {parts.source("parts")});
  }
  if (turn.mover() != play.move.author) {
    return refuse(ErrorCode::OUT_OF_TURN, fmt::format("the throw is {}'s, not {}'s", turn.mover(), play.move.author),
                  {}, {parts.source("parts")});
  }
  if (static_cast<std::uint32_t>(event.faces_size()) != due->dice()) {
    return refuse(
        ErrorCode::WRONG_NUMBER_OF_DICE,
        fmt::format("{} {} given; {} {} thrown", event.faces_size(), event.faces_size() == 1 ? "face is" : "faces are",
                    due->dice(), due->dice() == 1 ? "die is" : "dice are"),
        {}, {parts.source("parts")});
  }
  std::string faces;
  for (const auto face : event.faces()) {
    if (face < 1 || face > due->faces()) {
      return refuse(ErrorCode::FACE_OUT_OF_RANGE,
                    fmt::format("a die has no face {}: its faces are 1 to {}", face, due->faces()), {},
                    {parts.source("parts")});
    }
    faces += fmt::format("{}{}", faces.empty() ? "" : " ", face);
  }

  auto& told = play.tell(v1::Consequence::DICE_THROWN, parts.source("parts"));
  told.set_player(play.move.author);
  told.set_text(faces);
  told.set_turn(turn.number());
  const auto pips = std::accumulate(event.faces().begin(), event.faces().end(), std::int64_t{0});
  // At most 100 dice of 1000 faces, at most 10^12 thousandths a pip: no overflow.
  play.score(*find_player(play.state, play.move.author), pips * due->points_per_pip(), parts.source("parts"), 0);
  turn.set_parts_done(turn.parts_done() + 1);
  go_on_with_parts(play, {});
  end_turn_if_complete(play);
  return ledger::Done{};
}

}  // namespace nomic::replay
