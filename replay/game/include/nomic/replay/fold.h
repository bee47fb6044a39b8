// Fold: records in their order, each applied to the state that those before it have left, under a derivation.
//
//     auto engine = fold(Engine(), 57, history);                               // replay: the engine after record 56
//     auto again  = fold(Engine(begin, derivation), end, history, each);       // a turn again, or the game anew
//
// Nothing else loops over records. Replay leaves nothing out and lets nothing in. A Judgment derives the records of its
// turn again, without those that it strikes and with the contested ones that it upholds. A rule-change that acts on the
// past, and a trial against the past, derive the game from record 0 with the change put in force at an earlier record.
// How a vote of long ago ended is found by deriving the game again and looking on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "nomic/replay/engine.h"
#include "nomic/replay/history.h"

namespace nomic::replay {

struct Disposition;
struct Revision;

// Which records count, and what applies besides. A value that never changes: whoever derives otherwise makes another,
// and all that hold it share its parts.
struct Derivation {
  // What of a turn its Judgments leave out and let in, from its first record on; null: every record counts (dispute.h).
  std::shared_ptr<const Disposition> disposition = {};
  // Rule-changes that are in force from earlier records on, with the numbers of those on record; null: none
  // (revision.h).
  std::shared_ptr<const Revision> revision = {};
  // Whether a record emits what is found only by deriving the game once more: how an attested vote of long ago ended.
  // The state that decides anything is the same without. A derivation that looks for such a thing does not look back
  // itself, or it would never end.
  bool looks_back = true;

  [[nodiscard]] Derivation under(std::shared_ptr<const Disposition> other) const;
  [[nodiscard]] Derivation without_looking_back() const;
};

// A record that was just applied.
struct Derived {
  const Move& move;
  const Consequences& consequences;
  const Engine& after;
};

// Called after each record; false: it was the last that is wanted. Its error is the fold's.
using Sink = std::function<Result<bool>(const Derived&)>;

// Calls back with the records from the given index on, in their order, until it is answered false.
using RecordSource = std::function<Status(std::uint64_t from, const std::function<bool(const Move&)>& each)>;

// Applies the records from the engine's size up to `end`. Fails as the history, or the sink, fails, and with NOT_A_GAME
// or NEWER_EVENT for a record that cannot be applied.
Result<Engine> fold(Engine from, std::uint64_t end, const History& history, const Sink& each = {});

// The same of records that are read otherwise; `history` is what moves ask.
Result<Engine> fold(Engine from, const RecordSource& records, const History& history, const Sink& each = {});

}  // namespace nomic::replay
