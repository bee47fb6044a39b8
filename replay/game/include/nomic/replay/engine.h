// The engine: the game as a pure function of its records.
//
//     move(State, Move, History) -> State' and its consequences, or a refusal that cites the rules
//
// No clock, randomness, locale, floating point, environment, pointer order or hash order. The same records give the
// same state, byte for byte, on every machine, build and version; digest_of(state) proves it.
//
// No rule number of the Initial Set and none of its figures stands in the engine: it asks which provision prevails now
// (law.h), and the answer names the rule.
//
// Within the record that completes a vote the order is fixed (107, 205): the outcome; the awards and penalties of the
// rules in force just before; the effect of the rule-change; the parts of the turn that need no move, by the rules now
// in force; the end of the turn, of the circuit, and the automatic changes that then fall due; victory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nomic/ledger/hash.h"
#include "nomic/replay/error.h"
#include "nomic/replay/history.h"
#include "nomic/replay/remark.h"
#include "nomic/replay/state.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

class Law;
struct Derivation;

// The semantics that this engine gives to records: a game names those it was founded under, and is derived by them.
//
//   1  what fell due before a record happens at that record, at its time
//   2  what fell due before a record happens when it fell due; a tick is no sign of its author's activity
constexpr std::uint32_t SEMANTICS = 2;

// What a record holds, as the engine takes it.
struct Move {
  std::uint64_t index = 0;  // its record: exactly state().size()
  std::string author;       // a player's name as the game spells it; empty: the keeper
  // Its time in the game, microseconds since 1970-01-01T00:00:00Z: when it was recorded; in a game recorded afterwards,
  // when it is said to have happened (nomic/replay/afterwards.h), at the earliest.
  std::int64_t recorded_at = 0;
  std::int64_t within = 0;  // how much later it may have happened: of a day without a time of day
  std::string payload;      // exact bytes of the event
  v1::Event event;          // the same, decoded
  // The keys that signed it (32 bytes each), whose signatures the ledger has verified. Whose they are is the game's
  // business.
  std::vector<std::string> signers = {};
};

using Consequences = std::vector<v1::Consequence>;

class Engine {
 public:
  // Before record 0.
  Engine();
  // After record state.size() - 1.
  explicit Engine(State state);
  // The same, for records that replay() is to derive otherwise than they were made (fold.h).
  Engine(State state, Derivation derivation);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  [[nodiscard]] const State& state() const;
  // The rules in force, and what prevails among them. Valid until the next move.
  [[nodiscard]] const Law& law() const;

  // Another engine after the same record: moves of either are not seen by the other. They share the parts of the state,
  // and the law until the rules change, so both stay in one thread. Cost: O(number of the state's buckets).
  [[nodiscard]] Engine fork() const;

  // Makes a move. It is played on a draft of the state, which takes its place when everything has succeeded: if the
  // rules refuse the move, or the history fails, nothing changes. Cost: O(players + open proposals), and O(rules) where
  // a rule-change takes effect.
  Result<Consequences> move(const Move& move, const History& history);

  // Brings about what falls due before `move` is made, where that happens when it is due (semantics 2), without the move:
  // the next to be made or replayed is still that one.
  Result<Consequences> let_fall_due(const Move& move, const History& history);

  // Whether the rules admit the form of a proposal, whoever's turn it is.
  [[nodiscard]] Status may_be_proposed(const Move& proposal, const History& history) const;

  // What a proposal of that form would bring about if it took effect now: made as if recorded, on an engine of its own.
  Result<Consequences> put_in_force(const v1::Proposal& proposal, const Move& as_if, const History& history);

  // Makes a recorded move, as the derivation has it; of many, fold.h. What the rules refuse has no effect but the
  // record: its consequence is NOT_LAWFUL. An event of an unknown kind is NEWER_EVENT.
  Result<Consequences> replay(const Move& move, const History& history);

 private:
  struct Self;
  explicit Engine(std::unique_ptr<Self> self);
  std::unique_ptr<Self> self_;
};

// The event of the record, or of the contested move in it.
v1::Event event_in(const Move& move);

// What a vote names the form of a proposal by: SHA-256 of the payload of the record that proposes it, revises it to it,
// or contests that it may not be (docs/format.md, section 2). Of the bytes on record, so that it is the same wherever
// the record stands and whatever number the proposal bears by then.
ledger::Hash digest_of_form(const Move& move);

// What players should know before they vote on `proposal`, one sentence each: that it would be void (110), that it
// changes nothing, that its target has changed since (L10, L12); that, put in force now, it would make somebody win, or
// play stand still. Nothing is refused for these. Fails only as the history fails.
Result<std::vector<Remark>> warnings(const Engine& engine, const v1::Proposal& proposal, const History& history);

// Whether such a warning is of what can hardly be undone: somebody would win, nothing could be adopted any more, play
// would stand still.
bool is_grave(const Remark& warning);

}  // namespace nomic::replay
