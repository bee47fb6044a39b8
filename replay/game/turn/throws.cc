#include "turn/throws.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "nomic/replay/dice.h"
#include "nomic/replay/reference.h"
#include "turn/game_time.h"
#include "turn/ring.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

constexpr std::int64_t MOST = 4'000'000'000'000'000'000;

Prevailing<v1::TurnParts> parts_for(const Play& play, const std::string& mover) {
  return play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = mover});
}

bool plays(const State& state, const std::string& name) {
  const auto* player = find_player(state, name);
  return player != nullptr && in_game(*player);
}

// What of the faces is scored, in pips.
std::int64_t pips_of(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces) {
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

std::int64_t points_of_single_faces(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces) {
  std::int64_t points = 0;
  for (const auto face : faces) {
    for (const auto& own : part.face_points()) points += own.face() == face ? own.points_thousandths() : 0;
  }
  return points;
}

std::int64_t points_of(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces) {
  std::int64_t points = 0;
  if (__builtin_mul_overflow(pips_of(part, faces), part.points_per_pip_thousandths(), &points)) {
    // Beyond what a score can hold: it stops at its bound.
    points = part.points_per_pip_thousandths() > 0 ? MOST : -MOST;
  }
  return points + points_of_single_faces(part, faces);
}

v1::Reckoning reckoning_of_throw(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces) {
  v1::Reckoning how;
  auto& thrown = *how.mutable_thrown();
  *thrown.mutable_faces() = {faces.begin(), faces.end()};
  const bool unregulated = part.scoring() == v1::ThrowPart::SCORING_UNSPECIFIED;
  thrown.set_scoring(unregulated ? v1::ThrowPart::SUM : part.scoring());
  thrown.set_pips(static_cast<std::uint32_t>(pips_of(part, faces)));
  thrown.set_points_per_pip(part.points_per_pip_thousandths());
  thrown.set_face_points(points_of_single_faces(part, faces));
  return how;
}

// ---- Rounds --------------------------------------------------------------------------------------------------------

std::vector<std::string> asked_to_commit(const Play& play, const v1::ThrowPart& part, const std::string& mover) {
  std::vector<std::string> names;
  const auto* next = successor(play.state, play.law(), mover);
  for (const auto& player : play.state.players()) {
    const auto& name = player.names().name();
    const bool own = name == mover;
    if (!in_game(player) || (player.inactive_since() != 0 && !own)) continue;
    if (part.committers() == v1::ThrowPart::OTHERS && own) continue;
    const bool is_next = next != nullptr && next->names().name() == name;
    if (part.committers() == v1::ThrowPart::MOVER_AND_NEXT && !own && !is_next) continue;
    names.push_back(name);
  }
  if (names.empty()) names.push_back(mover);
  return names;
}

void begin_round(Play& play, v1::Turn& turn, const std::vector<std::string>& committers, const v1::RuleVersion& rule) {
  turn.set_dice_rounds(turn.dice_rounds() + 1);
  v1::DiceRound round;
  auto& position = *round.mutable_position();
  position.set_turn_record(turn.first_record());
  position.set_proposal(reference(turn.proposal()));
  position.set_part(turn.parts_done());
  position.set_round(turn.dice_rounds());
  for (const auto& name : committers) round.add_committers(name);
  round.set_since(latest(play));
  round.set_within(within(play));
  *turn.mutable_dice() = std::move(round);
  auto& emitted = *play.emit(rule).mutable_dice_round();
  emitted.set_player(turn.mover());
  emitted.set_turn(turn.number());
  emitted.set_round(turn.dice_rounds());
  *emitted.mutable_committers() = {committers.begin(), committers.end()};
}

// They are asked no more, and what they have committed to counts no more.
void leave_out(v1::DiceRound& round, const std::string& player) {
  auto& names = *round.mutable_committers();
  names.erase(std::remove(names.begin(), names.end(), player), names.end());
  auto& secrets = *round.mutable_secrets();
  secrets.erase(
      std::remove_if(secrets.begin(), secrets.end(), [&](const auto& secret) { return secret.player() == player; }),
      secrets.end());
}

std::vector<std::uint32_t> least_faces(const v1::ThrowPart& part) {
  return std::vector<std::uint32_t>(part.dice(), 1);
}

std::vector<std::uint32_t> faces_of_round(const Play& play, const v1::DiceRound& round, const v1::ThrowPart& part) {
  if (round.secrets().empty()) return least_faces(part);
  std::vector<Secret> secrets;
  secrets.reserve(static_cast<std::size_t>(round.secrets_size()));
  for (const auto& own : round.secrets()) {
    secrets.push_back({find_player(play.state, own.player())->names().folded(), own.secret()});
  }
  return faces_of(dice_game(play.state.founding()), round.position(), std::move(secrets), part.dice(), part.faces());
}

// Those who are missing do not reveal: what then comes of the throw is the rules' to say.
Status go_on_without(Play& play, v1::Turn& turn, const std::vector<std::string>& missing, const v1::ThrowPart& part,
                     const v1::RuleVersion& rule) {
  auto& round = *turn.mutable_dice();
  for (const auto& player : missing) leave_out(round, player);
  switch (part.missing()) {
    case v1::ThrowPart::LEFT_OUT:
      return throw_dice(play, turn.mover(), faces_of_round(play, round, part));
    case v1::ThrowPart::LEAST_FACE:
      return throw_dice(play, turn.mover(), least_faces(part));
    default:
      break;
  }
  std::vector<std::string> left;
  std::copy_if(round.committers().begin(), round.committers().end(), std::back_inserter(left),
               [&play](const std::string& name) { return plays(play.state, name); });
  if (left.empty()) return throw_dice(play, turn.mover(), least_faces(part));
  begin_round(play, turn, left, rule);
  return ledger::Done{};
}

// Takes the next step of the mover's round, if nothing is missing for it; whether it did goes into `stepped`.
Status step(Play& play, const std::string& mover, bool& stepped) {
  auto* turn = incomplete_turn_of(play.state, mover);
  if (turn == nullptr) return ledger::Done{};
  const auto parts = parts_for(play, mover);
  const auto* due = throw_due(*turn, parts);
  if (due == nullptr || !is_revealed(*due)) {
    turn->clear_dice();
    return ledger::Done{};
  }
  // The prevailing rule may change by what the step brings about.
  const v1::ThrowPart part = *due;
  const auto& rule = parts.source("parts");
  if (!turn->has_dice()) begin_round(play, *turn, asked_to_commit(play, part, mover), rule);
  auto& round = *turn->mutable_dice();

  std::vector<std::string> gone;
  bool withheld = false;
  for (const auto& name : round.committers()) {
    if (plays(play.state, name)) continue;
    const auto* own = secret_in(round, name);
    withheld = withheld || (round.revealing() && own != nullptr && own->secret().empty());
    // A secret that is known already counts, though its player has left.
    if (own == nullptr || own->secret().empty()) gone.push_back(name);
  }
  // Who is left out is only that: the others have yet to reveal.
  if (withheld && part.missing() != v1::ThrowPart::LEFT_OUT) {
    stepped = true;
    return go_on_without(play, *turn, gone, part, rule);
  }
  for (const auto& name : gone) leave_out(round, name);
  if (!missing_in(round).empty()) return ledger::Done{};
  stepped = true;
  if (!round.revealing() && !round.committers().empty()) {
    round.set_revealing(true);
    round.set_since(latest(play));
    round.set_within(within(play));
    return ledger::Done{};
  }
  return throw_dice(play, mover, faces_of_round(play, round, part));
}

}  // namespace

namespace {

void score_throw(Play& play, const std::string& player, std::uint32_t turn, const v1::ThrowPart& part,
                 const std::vector<std::uint32_t>& faces, const v1::RuleVersion& rule) {
  auto& emitted = *play.emit(rule).mutable_dice_thrown();
  emitted.set_player(player);
  *emitted.mutable_faces() = {faces.begin(), faces.end()};
  emitted.set_turn(turn);
  play.score(*edit_player(play.state, player), points_of(part, faces), rule, 0, reckoning_of_throw(part, faces));
}

// The turn of that player that goes on, or is the first and waits for its proposal; null: they have none.
const v1::Turn* own_turn(const State& state, const std::string& player) {
  if (state.turn().mover() == player && state.turn().phase() != v1::Turn::TURN_COMPLETE) return &state.turn();
  for (const auto& turn : state.other_turns()) {
    if (turn.mover() == player) return &turn;
  }
  return nullptr;
}

}  // namespace

std::optional<ThrowPlace> place_of_throw(const State& state, const std::string& player, const v1::TurnParts& parts) {
  const auto* turn = own_turn(state, player);
  std::optional<ThrowPlace> beside;
  for (int at = 0; at < parts.parts_size(); ++at) {
    if (!parts.parts(at).has_throw_()) continue;
    const auto part = static_cast<std::uint32_t>(at);
    if (turn != nullptr && part >= turn->parts_done() && !is_thrown(*turn, part)) return ThrowPlace{part, true};
    if (!beside) beside = ThrowPlace{part, false};
  }
  return beside;
}

void throw_before_time(Play& play, const std::string& player, const ThrowPlace& place,
                       const std::vector<std::uint32_t>& faces) {
  const auto parts = parts_for(play, player);
  const auto* own = own_turn(play.state, player);
  const auto number = own == nullptr ? play.state.turn().number() : own->number();
  if (place.of_turn) {
    auto* turn = incomplete_turn_of(play.state, player);
    (turn == nullptr ? play.state.edit_turn() : *turn).add_parts_thrown(place.part);
  }
  score_throw(play, player, number, parts.value.parts(static_cast<int>(place.part)).throw_(), faces,
              parts.source("parts"));
}

Status throw_dice(Play& play, const std::string& mover, const std::vector<std::uint32_t>& faces) {
  auto& turn = *incomplete_turn_of(play.state, mover);
  const auto parts = parts_for(play, mover);
  const v1::ThrowPart part = *throw_due(turn, parts);
  score_throw(play, mover, turn.number(), part, faces, parts.source("parts"));
  turn.clear_dice();
  turn.set_parts_done(turn.parts_done() + 1);
  go_on_with_parts(play, turn);
  return end_turn_if_complete(play, mover);
}

Status tend_throws(Play& play) {
  for (bool stepped = true; stepped;) {
    stepped = false;
    std::vector<std::string> movers;
    const auto look = [&movers](const v1::Turn& turn) {
      if (turn.phase() == v1::Turn::THROWING) movers.push_back(turn.mover());
    };
    look(play.state.turn());
    for (const auto& turn : play.state.other_turns()) look(turn);
    for (const auto& mover : movers) {
      NOMIC_TRY(step(play, mover, stepped));
    }
  }
  return ledger::Done{};
}

Status round_is_up(Play& play, const std::string& mover, std::int64_t due) {
  auto& turn = *incomplete_turn_of(play.state, mover);
  const auto parts = parts_for(play, mover);
  const v1::ThrowPart part = *throw_due(turn, parts);
  const auto& rule = parts.source("parts");
  const bool revealing = turn.dice().revealing();
  const auto missing = missing_in(turn.dice());
  for (const auto& player : missing) {
    auto& emitted = *play.emit(rule).mutable_dice_missed();
    emitted.set_player(player);
    emitted.set_turn(turn.number());
    emitted.set_round(turn.dice().position().round());
    emitted.set_revealing(revealing);
    emitted.set_by(due);
    if (part.penalty_thousandths() != 0)
      play.score(*edit_player(play.state, player), -part.penalty_thousandths(), rule, 0);
  }
  if (revealing) return go_on_without(play, turn, missing, part, rule);
  for (const auto& player : missing) leave_out(*turn.mutable_dice(), player);
  return tend_throws(play);
}

void void_round_of(Play& play, const v1::Event& event) {
  if (!event.has_dice_committed() && !event.has_dice_revealed()) return;
  const auto& position =
      event.has_dice_committed() ? event.dice_committed().position() : event.dice_revealed().position();
  const auto is_void = [&position](const v1::Turn& turn) {
    const auto& own = turn.dice().position();
    return turn.has_dice() && own.turn_record() == position.turn_record() && own.round() == position.round();
  };
  if (is_void(play.state.turn())) play.state.edit_turn().clear_dice();
  for (int at = 0; at < play.state.other_turns_size(); ++at) {
    if (is_void(play.state.other_turns(at))) play.state.edit_other_turns().edit(at).clear_dice();
  }
}

bool is_revealed(const v1::ThrowPart& part) {
  return part.source() == v1::ThrowPart::REVEALED;
}

std::vector<std::string> missing_in(const v1::DiceRound& round) {
  std::vector<std::string> missing;
  for (const auto& name : round.committers()) {
    const auto* own = secret_in(round, name);
    if (own == nullptr || (round.revealing() && own->secret().empty())) missing.push_back(name);
  }
  return missing;
}

const v1::DiceSecret* secret_in(const v1::DiceRound& round, const std::string& player) {
  const auto found = std::find_if(round.secrets().begin(), round.secrets().end(),
                                  [&](const auto& secret) { return secret.player() == player; });
  return found == round.secrets().end() ? nullptr : &*found;
}

}  // namespace nomic::replay
