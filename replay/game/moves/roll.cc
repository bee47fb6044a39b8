// The dice are thrown (202): the sum of their faces is the player's.

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "game/moves/moves.h"
#include "game/turn.h"

namespace nomic::replay {
namespace {

Error no_throw_due(const Prevailing<v1::TurnParts>& parts) {
  return refuse(ErrorCode::NO_THROW_DUE, "no throw is due now", "`nomic status` says who must act",
                {parts.source("parts")});
}

// The author's turn, if it waits for his throw.
Result<v1::Turn*> turn_with_throw(Play& play) {
  auto* own = incomplete_turn_of(play.state, play.move.author);
  if (own != nullptr && own->phase() == v1::Turn::THROWING) return own;
  const auto parts = play.law().turn_parts(case_of_mover(play.state));
  const auto& turn = play.state.turn();
  if (turn.phase() != v1::Turn::THROWING) return no_throw_due(parts);
  return refuse(ErrorCode::OUT_OF_TURN, fmt::format("the throw is {}'s, not {}'s", turn.mover(), play.move.author), {},
                {parts.source("parts")});
}

// What of the faces is scored, in pips.
std::int64_t pips_of(const v1::ThrowPart& part, const v1::DiceThrown& thrown) {
  const auto& faces = thrown.faces();
  switch (part.scoring()) {
    case v1::ThrowPart::HIGHEST:
      return *std::max_element(faces.begin(), faces.end());
    case v1::ThrowPart::LOWEST:
      return *std::min_element(faces.begin(), faces.end());
    case v1::ThrowPart::PRODUCT:
      // At most three dice of 1000 faces.
      return std::accumulate(faces.begin(), faces.end(), std::int64_t{1}, std::multiplies<>());
    default:
      return std::accumulate(faces.begin(), faces.end(), std::int64_t{0});
  }
}

constexpr std::int64_t MOST = 4'000'000'000'000'000'000;

std::int64_t points_of(const v1::ThrowPart& part, const v1::DiceThrown& thrown) {
  std::int64_t points = 0;
  if (__builtin_mul_overflow(pips_of(part, thrown), part.points_per_pip(), &points)) {
    // Beyond what a score can hold: it stops at its bound.
    points = part.points_per_pip() > 0 ? MOST : -MOST;
  }
  for (const auto face : thrown.faces()) {
    for (const auto& own : part.face_points()) points += own.face() == face ? own.points() : 0;
  }
  return points;
}

}  // namespace

Status play_roll(Play& play, const v1::DiceThrown& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  auto found = turn_with_throw(play);
  if (!found) return found.error();
  auto& turn = **found;
  const auto parts = play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = turn.mover()});
  const auto* due = throw_due(turn, parts);
  if (due == nullptr) return no_throw_due(parts);
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
  play.score(*find_player(play.state, play.move.author), points_of(*due, event), parts.source("parts"), 0);
  turn.set_parts_done(turn.parts_done() + 1);
  go_on_with_parts(play, turn, TurnAwards::PAID);
  return end_turn_if_complete(play, play.move.author);
}

}  // namespace nomic::replay
