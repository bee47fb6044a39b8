#include "nomic/replay/state.h"

#include <cassert>
#include <set>

namespace nomic::replay {
namespace {

// Moves the messages of a field of the wire into a collection.
template <class List, class M, int BUCKET>
void take(List& from, Collection<M, BUCKET>& to) {
  for (M& message : from) to.add(std::move(message));
}

template <class M, int BUCKET, class List>
void give(const Collection<M, BUCKET>& from, List& to, int first = 0) {
  to.Reserve(from.size() - first);
  for (int at = first; at < from.size(); ++at) *to.Add() = from[at];
}

// Those after the full buckets.
template <class M, class List>
void give_rest(const GrowingCollection<M>& from, List& to) {
  give(from, to, from.size() / GrowingCollection<M>::BUCKET * GrowingCollection<M>::BUCKET);
}

// The collections that grow, each with its field on the wire. Whoever adds one adds it here, and nowhere else.
template <class Each>
void for_each_growing(const State& state, const Each& each) {
  each(state.repealed(), [](v1::State& wire) { return wire.mutable_repealed(); });
  each(state.winners(), [](v1::State& wire) { return wire.mutable_winners(); });
  each(state.retroactions(), [](v1::State& wire) { return wire.mutable_retroactions(); });
  each(state.issued(), [](v1::State& wire) { return wire.mutable_issued(); });
  each(state.times(), [](v1::State& wire) { return wire.mutable_times(); });
}

StateInChunks::Chunk as_chunk(const KeptDigest& stored, std::function<std::string()> bytes) {
  const ledger::Hash hash = stored.get([&bytes] { return ledger::sha256(bytes()); });
  return {hash, std::move(bytes)};
}

}  // namespace

const State::Others& State::no_others() {
  static const Others NONE;
  return NONE;
}

State State::from_wire(v1::State wire) {
  State state;
  Others& others = state.edit_others();
  state.size_ = wire.size();
  state.next_number_ = wire.next_number();
  state.recorded_at_ = wire.recorded_at();
  state.live_at_ = wire.live_at();
  state.rounds_ = wire.rounds();
  state.closed_ = wire.closed();
  state.votes_left_ = wire.votes_left();
  others.founding_digest = wire.founding_digest();
  others.void_rules = {wire.void_rules().begin(), wire.void_rules().end()};
  if (wire.has_founding()) others.founding.set(std::move(*wire.mutable_founding()));
  if (wire.has_turn()) state.turn_.set(std::move(*wire.mutable_turn()));
  if (wire.has_method()) others.method.set(std::move(*wire.mutable_method()));
  if (wire.has_dispute()) others.dispute.set(std::move(*wire.mutable_dispute()));
  if (wire.has_rests_on()) others.rests_on.set(std::move(*wire.mutable_rests_on()));
  if (wire.has_players_numbers()) others.players_numbers.set(std::move(*wire.mutable_players_numbers()));
  take(*wire.mutable_players(), state.players_);
  take(*wire.mutable_rules(), others.rules);
  take(*wire.mutable_repealed(), others.repealed);
  take(*wire.mutable_proposals(), state.proposals_);
  take(*wire.mutable_winners(), others.winners);
  take(*wire.mutable_other_turns(), others.other_turns);
  take(*wire.mutable_pending(), others.pending);
  take(*wire.mutable_retroactions(), others.retroactions);
  take(*wire.mutable_applications(), others.applications);
  take(*wire.mutable_defeated(), others.defeated);
  take(*wire.mutable_issued(), others.issued);
  take(*wire.mutable_findings(), others.findings);
  take(*wire.mutable_questions(), others.questions);
  take(*wire.mutable_judgments(), others.judgments);
  take(*wire.mutable_contested(), others.contested);
  take(*wire.mutable_attributes(), others.attributes);
  take(*wire.mutable_holdings(), others.holdings);
  take(*wire.mutable_corrections(), others.corrections);
  take(*wire.mutable_acts(), others.acts);
  take(*wire.mutable_times(), others.times);
  take(*wire.mutable_ballots(), state.ballots_);
  take(*wire.mutable_heights(), state.heights_);
  for (v1::RuleChunk& chunk : *wire.mutable_chunks()) others.chunks.add(std::move(chunk));
  return state;
}

v1::State State::to_wire() const {
  v1::State wire = without_chunks();
  for_each_growing(*this, [&wire](const auto& collection, const auto& field) {
    field(wire)->Clear();
    give(collection, *field(wire));
  });
  for (const auto& chunk : rule_chunks()) *wire.add_chunks() = chunk->content;
  return wire;
}

StateInChunks State::in_chunks() const {
  StateInChunks kept;
  for_each_growing(*this, [&kept](const auto& collection, const auto& field) {
    for (const auto& bucket : collection.full_buckets()) {
      kept.chunks.push_back(as_chunk(bucket->stored, [bucket, field] {
        v1::State only;
        for (const auto& node : bucket->nodes) *field(only)->Add() = node->message;
        return only.SerializeAsString();
      }));
    }
  });
  for (const auto& chunk : rule_chunks()) {
    kept.chunks.push_back(as_chunk(chunk->stored, [chunk] {
      v1::State only;
      *only.add_chunks() = chunk->content;
      return only.SerializeAsString();
    }));
  }
  kept.rest = without_chunks().SerializeAsString();
  return kept;
}

std::vector<RuleChunks::Pointer> State::rule_chunks() const {
  std::vector<RuleChunks::Pointer> all;
  std::set<std::string> seen;
  const auto follow = [&](const v1::OlderChunks& named) {
    for (std::string name = named.newest(); !name.empty() && seen.insert(name).second;
         name = all.back()->content.before()) {
      all.push_back(chunks().find(name));
      assert(all.back() != nullptr);
    }
  };
  const auto follow_both = [&](const auto& rule) {
    follow(rule.source_chunks());
    follow(rule.number_chunks());
  };
  for (const auto& rule : rules()) follow_both(rule);
  for (const auto& rule : repealed()) follow_both(rule);
  for (const auto& heights : heights_) follow(heights.older());
  return all;
}

v1::State State::without_chunks() const {
  v1::State wire;
  wire.set_size(size_);
  wire.set_next_number(next_number_);
  wire.set_recorded_at(recorded_at_);
  wire.set_live_at(live_at_);
  wire.set_rounds(rounds_);
  wire.set_closed(closed_);
  wire.set_votes_left(votes_left_);
  wire.set_founding_digest(founding_digest());
  for (const std::uint32_t number : void_rules()) wire.add_void_rules(number);
  if (has_founding()) *wire.mutable_founding() = founding();
  if (has_turn()) *wire.mutable_turn() = turn();
  if (has_method()) *wire.mutable_method() = method();
  if (has_dispute()) *wire.mutable_dispute() = dispute();
  if (has_rests_on()) *wire.mutable_rests_on() = rests_on();
  if (has_players_numbers()) *wire.mutable_players_numbers() = players_numbers();
  give(players_, *wire.mutable_players());
  give(rules(), *wire.mutable_rules());
  give(proposals_, *wire.mutable_proposals());
  give(other_turns(), *wire.mutable_other_turns());
  give(pending(), *wire.mutable_pending());
  give(applications(), *wire.mutable_applications());
  give(defeated(), *wire.mutable_defeated());
  give(findings(), *wire.mutable_findings());
  give(questions(), *wire.mutable_questions());
  give(judgments(), *wire.mutable_judgments());
  give(contested(), *wire.mutable_contested());
  give(attributes(), *wire.mutable_attributes());
  give(holdings(), *wire.mutable_holdings());
  give(corrections(), *wire.mutable_corrections());
  give(acts(), *wire.mutable_acts());
  give(ballots_, *wire.mutable_ballots());
  give(heights_, *wire.mutable_heights());
  for_each_growing(*this, [&wire](const auto& collection, const auto& field) { give_rest(collection, *field(wire)); });
  return wire;
}

void State::clear_dispute() {
  const bool has_any =
      has_dispute() || has_rests_on() || !questions().empty() || !judgments().empty() || !contested().empty();
  if (!has_any) return;
  Others& others = edit_others();
  others.dispute.clear();
  others.rests_on.clear();
  others.questions.clear();
  others.judgments.clear();
  others.contested.clear();
}

const v1::Ballots& ballots_on(const State& state, std::uint32_t proposal) {
  for (const auto& ballots : state.ballots()) {
    if (ballots.proposal() == proposal) return ballots;
  }
  return v1::Ballots::default_instance();
}

v1::Ballots& edit_ballots_on(State& state, std::uint32_t proposal) {
  for (int at = 0; at < state.ballots_size(); ++at) {
    if (state.ballots(at).proposal() == proposal) return state.edit_ballots().edit(at);
  }
  v1::Ballots& added = state.edit_ballots().add();
  added.set_proposal(proposal);
  return added;
}

void drop_ballots_on(State& state, std::uint32_t proposal) {
  state.edit_ballots().erase_if([&](const auto& ballots) { return ballots.proposal() == proposal; });
}

}  // namespace nomic::replay
