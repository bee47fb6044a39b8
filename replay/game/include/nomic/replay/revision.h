// Revision: what a derivation (fold.h) puts in force at earlier records.
//
// Two things need it: a rule-change that acts on the past, where no rule prohibits that (107 does); and a trial of one,
// which asks what past votes and turns would have given under it.
//
// The moves are those on record. What the changed rules no longer allow has no effect; each proposal keeps the number
// that it was given; a rule-change that acts on the past stays adopted, whatever it would have done to its own vote.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "nomic/replay/engine.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// The numbers that were given (108): by the record, the rule-change in it, from 1 (0: the proposal or act itself), and
// the number.
using IssuedNumbers = std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, v1::IssuedNumber>;

// A rule-change put in force just after an earlier record.
struct Injection {
  v1::Retroaction what;
  v1::Proposal proposal;  // its form
};

struct Revision {
  std::vector<Injection> injections;
  IssuedNumbers numbers;  // of the records so far
  // The game as it stands: what is put in force at an earlier record takes no number that anything bears in it.
  State present;

  // Whether the proposal applies from earlier on, so that its vote decides nothing any more.
  [[nodiscard]] bool holds(std::uint32_t proposal) const;
  // The number that a change of the proposal gave when it was put in force first, and the lineage that it changes; none
  // and 0 if it gave none, and for any other proposal.
  [[nodiscard]] std::optional<std::uint32_t> number_of(std::uint32_t proposal, std::uint32_t change) const;
  [[nodiscard]] std::uint32_t lineage_of(std::uint32_t proposal, std::uint32_t change) const;
  // Whether one of its changes gave that number.
  [[nodiscard]] bool gives(std::uint32_t proposal, std::uint32_t number) const;
  // The first integer from `first` on that no rule bears or bore, in the state derived so far or in the present one.
  [[nodiscard]] std::uint32_t next_free(const State& so_far, std::uint32_t first) const;
  // The number with the first letter that no rule bears or bore, there or by now; 0: there is none left.
  [[nodiscard]] std::uint32_t next_lettered(const State& so_far, std::uint32_t number) const;
};

// How `proposal`, in force just after record `from`, stands in a Revision: with the lineages that it changes, as they
// are in `state`. Which numbers it gives shows when it is put in force: by the rules of that record.
v1::Retroaction retroaction_of(const State& state, const v1::Proposal& proposal,
                               const std::vector<std::uint32_t>& changes, std::uint64_t from);

// The rule-changes of the state that act on the past, and the numbers that were given in the first `size` records.
// Cost: that of deriving the game where nothing acted on the past so far. Fails only as the history fails.
Result<Revision> revision_of(const State& state, const History& history, std::uint64_t size);

}  // namespace nomic::replay
