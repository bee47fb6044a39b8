#include "game/turn.h"

#include "game/automatic.h"
#include "game/ring.h"

namespace nomic::replay {
namespace {

bool mover_is_in_game(const v1::State& state) {
  const auto* mover = find_player(state, state.turn().mover());
  return mover != nullptr && in_game(*mover);
}

void pay_part(Play& play, const v1::AwardPart& part, const v1::RuleRef& rule) {
  auto* mover = find_player(play.state, play.state.turn().mover());
  if (mover == nullptr || !in_game(*mover)) return;
  const auto& turn = play.state.turn();
  play.score(*mover, amount_of(part.amount(), turn.proposal(), turn.votes_for(), turn.votes_cast()), rule,
             turn.proposal());
}

}  // namespace

void seat_first_mover(Play& play) {
  auto& turn = *play.state.mutable_turn();
  turn.clear_mover();
  for (const auto* player : ring_of(play.state, play.law())) {
    if (!in_game(*player)) continue;
    turn.set_mover(player->names().name());
    return;
  }
}

void begin_turn(Play& play, std::uint32_t proposal) {
  auto& turn = *play.state.mutable_turn();
  if (turn.phase() != v1::Turn::PROPOSING) {
    turn.set_number(turn.number() + 1);
    turn.set_circuit(turn.circuits_complete() + 1);
  }
  turn.set_phase(v1::Turn::DEBATING);
  turn.set_mover(play.move.author);
  turn.set_first_record(play.move.index);
  turn.set_proposal(proposal);
  turn.set_votes_for(0);
  turn.set_votes_cast(0);
  turn.set_parts_done(0);
  auto& told = play.tell(v1::Consequence::TURN_BEGAN, play.law().turn_order({}).source("order"));
  told.set_player(turn.mover());
  told.set_turn(turn.number());
  told.set_circuit(turn.circuit());
}

TurnAwards begin_parts(Play& play, const Tally& tally) {
  auto& turn = *play.state.mutable_turn();
  turn.set_votes_for(tally.in_favour);
  turn.set_votes_cast(tally.cast());
  turn.set_parts_done(1);
  TurnAwards paid;
  const auto parts = play.law().turn_parts(case_of_mover(play.state));
  for (const auto& part : parts.value.parts()) {
    if (!part.has_award() || part.award().reckoned() != v1::BEFORE_EFFECT) continue;
    pay_part(play, part.award(), parts.source("parts"));
    paid.before_effect = true;
  }
  return paid;
}

const v1::ThrowPart* throw_due(const v1::State& state, const Prevailing<v1::TurnParts>& parts) {
  const auto at = static_cast<int>(state.turn().parts_done());
  if (state.turn().phase() != v1::Turn::THROWING || at >= parts.value.parts_size()) return nullptr;
  const auto& part = parts.value.parts(at);
  return part.has_throw_() ? &part.throw_() : nullptr;
}

void go_on_with_parts(Play& play, TurnAwards paid) {
  auto& turn = *play.state.mutable_turn();
  const auto parts = play.law().turn_parts(case_of_mover(play.state));
  while (static_cast<int>(turn.parts_done()) < parts.value.parts_size()) {
    const auto& part = parts.value.parts(static_cast<int>(turn.parts_done()));
    if (part.has_throw_() && mover_is_in_game(play.state)) {
      turn.set_phase(v1::Turn::THROWING);
      return;
    }
    if (part.has_award() && !paid.before_effect) pay_part(play, part.award(), parts.source("parts"));
    turn.set_parts_done(turn.parts_done() + 1);
  }
  turn.set_phase(v1::Turn::PHASE_UNSPECIFIED);  // no part is left: end_turn_if_complete ends it
}

void end_turn_if_complete(Play& play) {
  if (play.state.turn().phase() == v1::Turn::PHASE_UNSPECIFIED) end_turn(play);
}

void end_turn(Play& play) {
  auto& turn = *play.state.mutable_turn();
  turn.set_phase(v1::Turn::TURN_COMPLETE);
  auto& told = play.tell(v1::Consequence::TURN_ENDED, play.law().turn_parts(case_of_mover(play.state)).source("parts"));
  told.set_player(turn.mover());
  told.set_turn(turn.number());
  told.set_circuit(turn.circuit());
  if (auto* mover = find_player(play.state, turn.mover())) mover->set_last_circuit(turn.circuit());
  end_circuit_if_complete(play);
}

void end_circuit_if_complete(Play& play) {
  auto& turn = *play.state.mutable_turn();
  const auto* next = successor(play.state, play.law(), turn.mover());
  if (next == nullptr || turn.circuits_complete() >= turn.circuit() || next->last_circuit() != turn.circuit()) return;
  turn.set_circuits_complete(turn.circuit());
  play.tell(v1::Consequence::CIRCUIT_ENDED, play.law().turn_order({}).source("order")).set_circuit(turn.circuit());
  make_automatic_changes(play, turn.circuit());
}

}  // namespace nomic::replay
