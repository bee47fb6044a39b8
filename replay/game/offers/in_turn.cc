// In a turn, and between turns: proposals and throws.

#include <algorithm>
#include <string>

#include "change/pending.h"
#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "offers/board.h"
#include "turn/throws.h"
#include "turn/turn.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

Prevailing<v1::TurnParts> parts_of_mover(const Law& law, const std::string& mover) {
  return law.turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = mover});
}

const Seat* seat_of_player(const Board& board, const std::string& name) {
  const auto found =
      std::find_if(board.seats.begin(), board.seats.end(), [&](const auto& seat) { return seat.player() == name; });
  return found == board.seats.end() ? nullptr : &*found;
}

void offer_secrets(Board& board, const v1::DiceRound& round, const v1::RuleVersion& rule) {
  const auto kind = round.revealing() ? v1::Event::kDiceRevealed : v1::Event::kDiceCommitted;
  for (const auto& name : missing_in(round)) {
    if (seat_of_player(board, name) != nullptr) board.must(name, kind, rule);
  }
}

void offer_throw(Board& board, const v1::Turn& turn) {
  if (turn.phase() != v1::Turn::THROWING) return;
  const auto parts = parts_of_mover(board.law(), turn.mover());
  const auto& by = parts.source("parts");
  if (turn.has_dice()) return offer_secrets(board, turn.dice(), by);
  const auto* due = throw_due(turn, parts);
  if (due == nullptr || is_revealed(*due) || seat_of_player(board, turn.mover()) == nullptr) return;
  auto& offer = board.must(turn.mover(), v1::Event::kDiceThrown, by);
  if (due->source() == v1::ThrowPart::HAND) offer.blanks = {Blank::FACES};
  offer.dice = due->dice();
  offer.faces = due->faces();
}

// What waits for the beginning of a turn is in force when its proposal is looked at.
bool waits_for_turn(const State& state) {
  const auto& all = state.pending();
  return std::any_of(all.begin(), all.end(),
                     [](const auto& one) { return one.when() == v1::Effectiveness::NEXT_TURN; });
}

Result<std::vector<v1::ChangeKind>> kinds_at_beginning_of_turn(const Seat& seat) {
  Draft draft = seat.play.draft();
  Play play(draft, seat.play.move, seat.play.history, seat.play.derivation, seat.play.turn_begin);
  NOMIC_TRY(take_pending_effects(play, v1::Effectiveness::NEXT_TURN));
  return kinds_of_change(play);
}

// The kinds of change that the player may propose.
Result<std::vector<v1::ChangeKind>> kinds_for(Board& board, const Seat& seat, bool begins) {
  if (begins && waits_for_turn(seat.state())) return kinds_at_beginning_of_turn(seat);
  // A defeated proposal may bar its proponent alone.
  const auto [known, is_new] = board.kinds.try_emplace(seat.state().defeated().empty() ? std::string() : seat.player());
  if (is_new) known->second = kinds_of_change(seat.play);
  return known->second;
}

bool may_propose(const Seat& seat, Standing standing) {
  if (is_suspended(seat.law(), seat.self(), v1::Inactivity::TURNS) || !room_for_a_proposal(seat.play)) return false;
  return standing != Standing::BEGINS || consents_allow(seat.play).ok();
}

// Whether the game waits for it: between turns for whoever may begin the next.
bool is_waited_for(const Board& board, Standing standing) {
  if (standing == Standing::GOES_ON) return true;
  const auto phase = board.state().turn().phase();
  const bool none_goes_on = phase == v1::Turn::PROPOSING || phase == v1::Turn::TURN_COMPLETE;
  const bool no_turns = board.law().turn_order({}).value.order() == v1::TurnOrder::NO_TURNS;
  return none_goes_on && (standing == Standing::BEGINS || no_turns);
}

}  // namespace

void offer_throws(Board& board) {
  offer_throw(board, board.state().turn());
  for (const auto& turn : board.state().other_turns()) offer_throw(board, turn);
}

Status offer_to_propose(Board& board) {
  if (board.state().next_number() > LARGEST_NUMBER) return ledger::Done{};
  for (const auto& seat : board.seats) {
    const auto standing = standing_of(seat.play);
    if (!standing || (board.only_duties && !is_waited_for(board, *standing)) || !may_propose(seat, *standing)) continue;
    NOMIC_ASSIGN(auto changes, kinds_for(board, seat, *standing == Standing::BEGINS));
    if (changes.empty()) continue;
    const bool beside = *standing == Standing::BESIDE;
    const auto who = seat.law().proposing({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = seat.player()});
    auto& offer = board.may(
        seat.player(), v1::Event::kProposalMade,
        beside && who.source("who").number() != 0 ? who.source("who") : seat.law().turn_order({}).source("order"));
    const bool goes_on = *standing == Standing::GOES_ON;
    offer.must = is_waited_for(board, *standing) && (goes_on || !board.is_away(seat, v1::Inactivity::TURNS));
    offer.blanks = {Blank::CHANGE};
    offer.changes = std::move(changes);
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
