// The dice are thrown (202): the sum of their faces is the player's.

#include "moves/moves.h"
#include "turn/throws.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

Error no_throw_due(const Prevailing<v1::TurnParts>& parts) {
  return refuse(ErrorCode::NO_THROW_DUE, "none", {}, {parts.source("parts")});
}

// The author's turn, if it waits for their throw.
Result<v1::Turn*> turn_with_throw(Play& play) {
  auto* own = incomplete_turn_of(play.state, play.move.author);
  if (own != nullptr && own->phase() == v1::Turn::THROWING) return own;
  const auto parts = play.law().turn_parts(case_of_mover(play.state));
  const auto& turn = play.state.turn();
  if (turn.phase() != v1::Turn::THROWING) return no_throw_due(parts);
  return refuse(ErrorCode::OUT_OF_TURN, "throw", {{"mover", turn.mover()}, {"player", play.move.author}},
                {parts.source("parts")});
}

// Whether dice of that source are what the rules have thrown.
Status source_is_admitted(const v1::DiceThrown& event, const v1::ThrowPart& due, const v1::RuleVersion& rule) {
  if (is_revealed(due) || event.source() == v1::DiceThrown::REVEALED) {
    return is_revealed(due) ? refuse(ErrorCode::SOURCE_NOT_ALLOWED, "follow", {}, {rule})
                            : refuse(ErrorCode::SOURCE_NOT_ALLOWED, "nobody_reveals", {}, {rule});
  }
  const bool by_hand = due.source() == v1::ThrowPart::HAND && event.source() != v1::DiceThrown::HAND;
  const bool by_program = due.source() == v1::ThrowPart::PROGRAM && event.source() != v1::DiceThrown::PROGRAM;
  if (!by_hand && !by_program) return ledger::Done{};
  return by_hand ? refuse(ErrorCode::SOURCE_NOT_ALLOWED, "by_hand", {}, {rule})
                 : refuse(ErrorCode::SOURCE_NOT_ALLOWED, "by_program", {}, {rule});
}

Status faces_are_of(const v1::DiceThrown& event, const v1::ThrowPart& due, const v1::RuleVersion& rule) {
  if (static_cast<std::uint32_t>(event.faces_size()) != due.dice()) {
    return refuse(ErrorCode::WRONG_NUMBER_OF_DICE, "", {{"given", event.faces_size()}, {"dice", due.dice()}}, {rule});
  }
  for (const auto face : event.faces()) {
    if (face < 1 || face > due.faces()) {
      return refuse(ErrorCode::FACE_OUT_OF_RANGE, "", {{"face", face}, {"faces", due.faces()}}, {rule});
    }
  }
  return ledger::Done{};
}

Status can_be_thrown(const Play& play, const v1::DiceThrown& event, const v1::ThrowPart& part,
                     const v1::RuleVersion& rule) {
  auto source = source_is_admitted(event, part, rule);
  // Faces that follow from secrets are nobody's word, and no Judgment makes them so.
  if (!source && (is_revealed(part) || bars(play, source))) return source;
  return faces_are_of(event, part, rule);
}

// A throw that is not due now, and that a Judgment upholds: it counts for the author's turn, if its throw is still to
// come, and else beside every turn. Without dice in the rules it means nothing.
Status throw_upheld(Play& play, const v1::DiceThrown& event, const Error& refused) {
  const auto parts = play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = play.move.author});
  const auto place = place_of_throw(play.state, play.move.author, parts.value);
  if (!place) return refused;
  NOMIC_TRY(
      can_be_thrown(play, event, parts.value.parts(static_cast<int>(place->part)).throw_(), parts.source("parts")));
  throw_before_time(play, play.move.author, *place, {event.faces().begin(), event.faces().end()});
  return ledger::Done{};
}

}  // namespace

Status play_roll(Play& play, const v1::DiceThrown& event) {
  NOMIC_TRY(must_be_playing(play));
  auto found = turn_with_throw(play);
  if (!found) return bars(play, found) ? Status(found.error()) : throw_upheld(play, event, found.error());
  auto& turn = **found;
  const auto parts = play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = turn.mover()});
  const auto* due = throw_due(turn, parts);
  if (due == nullptr) return no_throw_due(parts);
  NOMIC_TRY(can_be_thrown(play, event, *due, parts.source("parts")));
  return throw_dice(play, play.move.author, {event.faces().begin(), event.faces().end()});
}

}  // namespace nomic::replay
