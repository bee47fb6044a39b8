#include "nomic/replay/state.h"

namespace nomic::replay {
namespace {

// Moves the messages of a field of the wire into a collection.
template <class List, class M>
void take(List& from, Collection<M>& to) {
  for (M& message : from) to.add(std::move(message));
}

template <class M, class List>
void give(const Collection<M>& from, List& to) {
  to.Reserve(from.size());
  for (const M& message : from) *to.Add() = message;
}

}  // namespace

State State::from_wire(v1::State wire) {
  State state;
  state.size_ = wire.size();
  state.next_number_ = wire.next_number();
  state.recorded_at_ = wire.recorded_at();
  state.rounds_ = wire.rounds();
  state.closed_ = wire.closed();
  state.founding_digest_ = wire.founding_digest();
  state.void_rules_ = {wire.void_rules().begin(), wire.void_rules().end()};
  if (wire.has_founding()) state.founding_.set(std::move(*wire.mutable_founding()));
  if (wire.has_turn()) state.turn_.set(std::move(*wire.mutable_turn()));
  if (wire.has_method()) state.method_.set(std::move(*wire.mutable_method()));
  if (wire.has_dispute()) state.dispute_.set(std::move(*wire.mutable_dispute()));
  take(*wire.mutable_players(), state.players_);
  take(*wire.mutable_rules(), state.rules_);
  take(*wire.mutable_repealed(), state.repealed_);
  take(*wire.mutable_proposals(), state.proposals_);
  take(*wire.mutable_winners(), state.winners_);
  take(*wire.mutable_other_turns(), state.other_turns_);
  take(*wire.mutable_pending(), state.pending_);
  take(*wire.mutable_retroactions(), state.retroactions_);
  take(*wire.mutable_applications(), state.applications_);
  take(*wire.mutable_defeated(), state.defeated_);
  take(*wire.mutable_issued(), state.issued_);
  take(*wire.mutable_findings(), state.findings_);
  take(*wire.mutable_attributes(), state.attributes_);
  take(*wire.mutable_holdings(), state.holdings_);
  take(*wire.mutable_corrections(), state.corrections_);
  take(*wire.mutable_times(), state.times_);
  return state;
}

v1::State State::to_wire() const {
  v1::State wire;
  wire.set_size(size_);
  wire.set_next_number(next_number_);
  wire.set_recorded_at(recorded_at_);
  wire.set_rounds(rounds_);
  wire.set_closed(closed_);
  wire.set_founding_digest(founding_digest_);
  for (const std::uint32_t number : void_rules_) wire.add_void_rules(number);
  if (has_founding()) *wire.mutable_founding() = founding();
  if (has_turn()) *wire.mutable_turn() = turn();
  if (has_method()) *wire.mutable_method() = method();
  if (has_dispute()) *wire.mutable_dispute() = dispute();
  give(players_, *wire.mutable_players());
  give(rules_, *wire.mutable_rules());
  give(repealed_, *wire.mutable_repealed());
  give(proposals_, *wire.mutable_proposals());
  give(winners_, *wire.mutable_winners());
  give(other_turns_, *wire.mutable_other_turns());
  give(pending_, *wire.mutable_pending());
  give(retroactions_, *wire.mutable_retroactions());
  give(applications_, *wire.mutable_applications());
  give(defeated_, *wire.mutable_defeated());
  give(issued_, *wire.mutable_issued());
  give(findings_, *wire.mutable_findings());
  give(attributes_, *wire.mutable_attributes());
  give(holdings_, *wire.mutable_holdings());
  give(corrections_, *wire.mutable_corrections());
  give(times_, *wire.mutable_times());
  return wire;
}

}  // namespace nomic::replay
