#include "turn/turn.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cassert>

#include "change/issued_numbers.h"
#include "change/pending.h"
#include "dispute/dispute.h"
#include "nomic/replay/reference.h"
#include "turn/automatic.h"
#include "turn/awards.h"
#include "turn/game_time.h"
#include "turn/ring.h"
#include "voting/electorate.h"

namespace nomic::replay {

using google::protobuf::util::MessageDifferencer;

namespace {

bool is_in_game(const State& state, const std::string& name) {
  const auto* player = find_player(state, name);
  return player != nullptr && in_game(*player);
}

bool is_complete(const v1::Turn& turn) {
  return turn.phase() == v1::Turn::TURN_COMPLETE || turn.phase() == v1::Turn::PROPOSING;
}

v1::TurnOrder::Order order_of(const Law& law) {
  return law.turn_order({}).value.order();
}

void pay_part(Play& play, const v1::Turn& turn, const v1::AwardPart& part, const v1::RuleVersion& rule) {
  if (!is_in_game(play.state, turn.mover())) return;
  const bool number_unknown = part.amount().has_popularity() && is_unnumbered(turn.proposal());
  if (turn.votes_unknown() || number_unknown) {
    play.score_unknown({turn.mover()}, rule, turn.proposal());
    return;
  }
  play.score(*edit_player(play.state, turn.mover()),
             amount_of(part.amount(), turn.proposal(), turn.votes_for(), turn.votes_cast()), rule, turn.proposal(),
             reckoning_of(part.amount(), turn.proposal(), turn.votes_for(), turn.votes_cast()));
}

Prevailing<v1::TurnParts> parts_of(const Play& play, const v1::Turn& turn) {
  return play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = turn.mover()});
}

// What the turn waits for.
Error what_is_missing(const v1::Turn& turn) {
  const auto missing = [](std::string_view variant, std::vector<Parameter> parameters = {}) {
    return error_of(ErrorCode::TURN_NOT_COMPLETE, variant, std::move(parameters));
  };
  switch (turn.phase()) {
    case v1::Turn::DEBATING:
      return missing("debated", {{"proposal", turn.proposal()}});
    case v1::Turn::VOTING:
      return missing("voted_on", {{"proposal", turn.proposal()}});
    case v1::Turn::BEGUN:
      return missing("not_proposed");
    default:
      if (!turn.has_dice()) return missing("not_thrown");
      return missing(turn.dice().revealing() ? "not_revealed" : "not_committed");
  }
}

bool has_turn_going_on(const State& state, const std::string& player) {
  const auto& others = state.other_turns();
  return (state.turn().mover() == player && !is_complete(state.turn())) ||
         std::any_of(others.begin(), others.end(), [&](const auto& turn) { return turn.mover() == player; });
}

Status may_begin_beside_others(const Play& play, const std::string& player) {
  const auto order = play.law().turn_order({}).source("order");
  const auto circuit = play.state.turn().circuits_complete() + 1;
  // Begun while turns ran one after another, it is theirs of this circuit all the same.
  if (has_turn_going_on(play.state, player)) {
    return refuse(ErrorCode::OUT_OF_TURN, "goes_on", {{"player", player}, {"circuit", circuit}}, {order});
  }
  if (find_player(play.state, player)->last_circuit() >= circuit) {
    return refuse(ErrorCode::OUT_OF_TURN, "had_turn", {{"player", player}, {"circuit", circuit}}, {order});
  }
  return ledger::Done{};
}

// Whether everybody who is to have a turn in the present circuit has had one.
bool circuit_is_complete(const Play& play) {
  const auto& turn = play.state.turn();
  if (order_of(play.law()) == v1::TurnOrder::NO_TURNS || turn.circuits_complete() >= turn.circuit()) return false;
  if (order_of(play.law()) == v1::TurnOrder::ALL_AT_ONCE) {
    const auto& players = play.state.players();
    return play.state.other_turns().empty() && std::all_of(players.begin(), players.end(), [&](const auto& player) {
             return !takes_turns(play.law(), player) || player.last_circuit() == turn.circuit();
           });
  }
  const auto* next = successor(play.state, play.law(), turn.mover());
  return next != nullptr && next->last_circuit() == turn.circuit();
}

// The numbers, and the last turn's place, of a turn of that player that begins now.
void number_turn(Play& play, const std::string& mover) {
  auto& turn = play.state.edit_turn();
  // The first turn has begun with the founding: what is in dispute, or open to objection, in it stays so (L50).
  if (turn.phase() == v1::Turn::PROPOSING) return;
  // What was in dispute in the turn before is so no more: a question that nobody answered lapses (L22). Derived again,
  // it is the turn now played that is in dispute, whichever turns it now holds.
  if (!is_derived_again(play)) play.state.clear_dispute();
  // A clerical correction is open to objection till then. The players who correct something do not shorten that time by
  // their own turn: the others would have no time to object.
  play.state.edit_corrections().erase_if([&](const auto& one) { return one.author() != mover; });
  // Nor can a Judge decide on an act of the turn before.
  play.state.edit_acts().clear();
  if (!is_complete(turn)) play.state.edit_other_turns().add(turn);
  turn.set_number(turn.number() + 1);
  turn.set_circuit(turn.circuits_complete() + 1);
}

}  // namespace

void set_phase(Play& play, v1::Turn& turn, v1::Turn::Phase phase) {
  turn.set_phase(phase);
  turn.set_phase_since(latest(play));
  turn.set_phase_within(within(play));
  if (phase != v1::Turn::THROWING) turn.clear_dice();
}

void seat_first_mover(Play& play) {
  const auto ring = ring_of(play.state, play.law());
  const auto first =
      std::find_if(ring.begin(), ring.end(), [&](const auto* player) { return takes_turns(play.law(), *player); });
  play.state.edit_turn().set_mover(first == ring.end() ? std::string() : (*first)->names().name());
}

bool is_between_turns(const State& state) {
  return is_complete(state.turn()) && state.other_turns().empty();
}

std::string player_moving(const State& state, const Law& law) {
  const bool rests = is_between_turns(state) || state.turn().phase() == v1::Turn::WON;
  return order_of(law) == v1::TurnOrder::NO_TURNS && rests ? std::string() : state.turn().mover();
}

std::string next_in_order(const State& state, const Law& law) {
  const auto order = order_of(law);
  const auto& turn = state.turn();
  if (!order_is_regulated(law) || order == v1::TurnOrder::ALL_AT_ONCE || order == v1::TurnOrder::NO_TURNS) return {};
  if (turn.phase() == v1::Turn::PROPOSING) return turn.mover();
  const auto* next = successor(state, law, turn.mover());
  return next == nullptr ? std::string() : next->names().name();
}

Status may_begin_turn(const Play& play, const std::string& player) {
  const auto& turn = play.state.turn();
  const auto order = play.law().turn_order({});
  if (order.value.order() == v1::TurnOrder::ALL_AT_ONCE) return may_begin_beside_others(play, player);
  if (!is_complete(turn) || !play.state.other_turns().empty()) {
    const auto& going_on = is_complete(turn) ? play.state.other_turns(0) : turn;
    return refuse(ErrorCode::TURN_NOT_COMPLETE, "", {{"player", going_on.mover()}},
                  {parts_of(play, going_on).source("parts"), order.source("order")}, what_is_missing(going_on));
  }
  if (!order_is_regulated(play.law())) return ledger::Done{};
  const auto next = next_in_order(play.state, play.law());
  if (next == player) return ledger::Done{};
  const bool first = turn.phase() == v1::Turn::PROPOSING;
  return next.empty() ? refuse(ErrorCode::OUT_OF_TURN, first ? "nobody_first" : "nobody_next", {{"player", player}},
                               {order.source("order")})
                      : refuse(ErrorCode::OUT_OF_TURN, first ? "moves_first" : "is_next",
                               {{"player", player}, {"mover", next}}, {order.source("order")});
}

v1::Turn* incomplete_turn_with(State& state, std::uint32_t proposal) {
  if (state.turn().proposal() == proposal && !is_complete(state.turn())) return &state.edit_turn();
  for (int at = 0; at < state.other_turns_size(); ++at) {
    if (state.other_turns(at).proposal() == proposal) return &state.edit_other_turns().edit(at);
  }
  return nullptr;
}

v1::Turn* incomplete_turn_of(State& state, const std::string& player) {
  if (state.turn().mover() == player && !is_complete(state.turn())) return &state.edit_turn();
  for (int at = 0; at < state.other_turns_size(); ++at) {
    if (state.other_turns(at).mover() == player) return &state.edit_other_turns().edit(at);
  }
  return nullptr;
}

void begin_turn(Play& play, std::uint32_t proposal) {
  const bool first = play.state.turn().phase() == v1::Turn::PROPOSING;
  number_turn(play, play.move.author);
  auto& turn = play.state.edit_turn();
  set_phase(play, turn, proposal == 0 ? v1::Turn::BEGUN : v1::Turn::DEBATING);
  turn.set_mover(play.move.author);
  turn.set_first_record(play.move.index);
  turn.set_proposal(proposal);
  turn.set_votes_for(0);
  turn.set_votes_cast(0);
  turn.clear_votes_unknown();
  turn.set_parts_done(0);
  turn.clear_paid_by();
  turn.clear_dice_rounds();
  // The first turn has begun with the founding (L50): what was thrown in it counts.
  if (!first) turn.clear_parts_thrown();
  if (order_of(play.law()) == v1::TurnOrder::ALL_AT_ONCE) {
    // Their one turn of the circuit: that it is begun is what others must know.
    edit_player(play.state, turn.mover())->set_last_circuit(turn.circuit());
  }
  auto& emitted = *play.emit(play.law().turn_order({}).source("order")).mutable_turn_began();
  emitted.set_player(turn.mover());
  emitted.set_turn(turn.number());
  emitted.set_circuit(turn.circuit());
}

bool awaits_proposal_of(const State& state, const std::string& player) {
  const auto is_it = [&](const v1::Turn& turn) { return turn.phase() == v1::Turn::BEGUN && turn.mover() == player; };
  const auto& others = state.other_turns();
  return is_it(state.turn()) || std::any_of(others.begin(), others.end(), is_it);
}

void go_on_with_turn(Play& play, std::uint32_t proposal) {
  auto& turn = *incomplete_turn_of(play.state, play.move.author);
  set_phase(play, turn, v1::Turn::DEBATING);
  turn.set_proposal(proposal);
}

bool upheld_begins_turn(const Play& play, const std::string& player) {
  const bool between = is_between_turns(play.state) && play.state.turn().phase() != v1::Turn::PROPOSING;
  return between && order_of(play.law()) != v1::TurnOrder::NO_TURNS && may_begin_turn(play, player).ok();
}

Status pass_over(Play& play, const std::string& player, const v1::RuleVersion& rule) {
  forget_issued(play);
  number_turn(play, player);
  auto& turn = play.state.edit_turn();
  turn.set_mover(player);
  turn.set_first_record(play.move.index);
  turn.set_proposal(0);
  turn.clear_votes_unknown();
  set_phase(play, turn, v1::Turn::PHASE_UNSPECIFIED);
  auto& emitted = *play.emit(rule).mutable_turn_passed();
  emitted.set_player(player);
  emitted.set_turn(turn.number());
  emitted.set_circuit(turn.circuit());
  pay_awards(play, {v1::Award::PASSED_OVER, nullptr, nullptr, player});
  return end_turn_if_complete(play, player);
}

void begin_parts(Play& play, v1::Turn& turn, const Tally& tally, bool known) {
  turn.set_votes_for(tally.in_favour);
  turn.set_votes_cast(tally.cast());
  turn.set_votes_unknown(!known);
  if (!known && play.state.turn().unknown_since() == 0) {
    play.state.edit_turn().set_unknown_since(play.move.index);
  }
  turn.set_parts_done(1);
  const auto parts = parts_of(play, turn);
  for (const auto& part : parts.value.parts()) {
    if (!part.has_award() || part.award().reckoned() != v1::BEFORE_EFFECT) continue;
    pay_part(play, turn, part.award(), parts.source("parts"));
    *turn.mutable_paid_by() = parts.value;
  }
}

bool is_thrown(const v1::Turn& turn, std::uint32_t part) {
  const auto& thrown = turn.parts_thrown();
  return std::find(thrown.begin(), thrown.end(), part) != thrown.end();
}

const v1::ThrowPart* throw_due(const v1::Turn& turn, const Prevailing<v1::TurnParts>& parts) {
  const auto at = static_cast<int>(turn.parts_done());
  if (turn.phase() != v1::Turn::THROWING || at >= parts.value.parts_size()) return nullptr;
  const auto& part = parts.value.parts(at);
  return part.has_throw_() ? &part.throw_() : nullptr;
}

void go_on_with_parts(Play& play, v1::Turn& turn) {
  const auto parts = parts_of(play, turn);
  const bool as_paid = turn.has_paid_by() && MessageDifferencer::Equals(turn.paid_by(), parts.value);
  const auto is_due = [&](const v1::AwardPart& award) {
    return !turn.has_paid_by() || (as_paid && award.reckoned() != v1::BEFORE_EFFECT);
  };
  while (static_cast<int>(turn.parts_done()) < parts.value.parts_size()) {
    const auto& part = parts.value.parts(static_cast<int>(turn.parts_done()));
    if (part.has_throw_() && is_in_game(play.state, turn.mover()) && !is_thrown(turn, turn.parts_done())) {
      set_phase(play, turn, v1::Turn::THROWING);
      return;
    }
    if (part.has_award() && is_due(part.award())) pay_part(play, turn, part.award(), parts.source("parts"));
    turn.set_parts_done(turn.parts_done() + 1);
  }
  set_phase(play, turn, v1::Turn::PHASE_UNSPECIFIED);  // no part is left: end_turn_if_complete ends it
}

Status end_turn_if_complete(Play& play, const std::string& mover) {
  auto* turn = incomplete_turn_of(play.state, mover);
  if (turn == nullptr || turn->phase() != v1::Turn::PHASE_UNSPECIFIED) return ledger::Done{};
  return end_turn(play, mover);
}

Status go_on_without_throws(Play& play) {
  const auto throw_is_gone = [&](const v1::Turn& turn) {
    return turn.phase() == v1::Turn::THROWING && throw_due(turn, parts_of(play, turn)) == nullptr;
  };
  while (play.rules_have_changed()) {
    std::vector<std::string> movers;
    if (throw_is_gone(play.state.turn())) movers.push_back(play.state.turn().mover());
    for (const auto& turn : play.state.other_turns()) {
      if (throw_is_gone(turn)) movers.push_back(turn.mover());
    }
    if (movers.empty()) break;
    go_on_with_parts(play, *incomplete_turn_of(play.state, movers.front()));
    NOMIC_TRY(end_turn_if_complete(play, movers.front()));
  }
  return ledger::Done{};
}

Status end_turn(Play& play, const std::string& mover) {
  auto* found = incomplete_turn_of(play.state, mover);
  if (found == nullptr) found = &play.state.edit_turn();  // before anything was proposed
  const v1::Turn ended = *found;
  auto& emitted = *play.emit(parts_of(play, ended).source("parts")).mutable_turn_ended();
  emitted.set_player(ended.mover());
  emitted.set_turn(ended.number());
  emitted.set_circuit(ended.circuit());
  if (auto* player = edit_player(play.state, ended.mover())) player->set_last_circuit(ended.circuit());
  if (found == &play.state.turn()) {
    set_phase(play, *found, v1::Turn::TURN_COMPLETE);
  } else {
    play.state.edit_other_turns().erase_if([&](const auto& turn) { return &turn == found; });
    // The next player may begin only now: their time to propose runs from here.
    auto& last = play.state.edit_turn();
    if (last.phase() == v1::Turn::TURN_COMPLETE && is_between_turns(play.state)) set_phase(play, last, last.phase());
  }
  pay_awards(play, {v1::Award::TURN_ENDED, nullptr, nullptr, ended.mover(), ended.votes_unknown()});
  NOMIC_TRY(take_pending_effects(play, v1::Effectiveness::TURN_ENDS));
  repeal_at_end_of_turn(play);
  return end_circuit_if_complete(play);
}

Status end_circuit_if_complete(Play& play) {
  const auto& turn = play.state.turn();
  if (turn.phase() != v1::Turn::TURN_COMPLETE || !circuit_is_complete(play)) return ledger::Done{};
  const auto circuit = turn.circuit();
  play.state.edit_turn().set_circuits_complete(circuit);
  play.emit(play.law().turn_order({}).source("order")).mutable_circuit_ended()->set_circuit(circuit);
  pay_awards(play, {v1::Award::CIRCUIT_ENDED, nullptr, nullptr, {}, turn.unknown_since() != 0});
  NOMIC_TRY(take_pending_effects(play, v1::Effectiveness::CIRCUIT_ENDS));
  make_automatic_changes(play, circuit);
  repeal_at_end_of_circuit(play, circuit);
  return ledger::Done{};
}

}  // namespace nomic::replay
