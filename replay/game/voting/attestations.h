// Attestations: what players declare of the outcome of a vote that is open, or that no rule determined (L39, L49, L59).
//
// In a live game one player decides nothing. The vote is settled when electors attest the same outcome, with the same
// tally, who have as many votes as adoption would need in favour. In a game that is recorded afterwards the word of one
// player, its keeper, settles it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "play.h"
#include "voting/tally.h"

namespace nomic::replay {

// Whether the word of one player settles a vote: in a game recorded afterwards, and in one founded under semantics 1.
bool one_word_settles(const State& state);

// How far the electors are in settling a vote by their word.
struct Assent {
  // The rule that says what adopts; number 0: none does.
  v1::RuleVersion rule;
  // The votes of the electors who attest the same.
  std::uint32_t votes = 0;
  // The votes that it takes; 0: no number of them is enough, and only a Judgment decides.
  std::uint32_t needed = 0;

  [[nodiscard]] bool is_enough() const { return needed != 0 && votes >= needed; }
};

// Where a rule on adoption has lost its provisions, the program cannot tell what it asks for: then it takes all
// electors. Fails only as the history fails. Cost: where no provision on adoption is in force, the versions of rules
// without any.
Result<Assent> assent_to(const State& state, const Law& law, const History& history, const v1::Proposal& proposal,
                         const v1::OutcomeAttested& outcome);

// Whether both say the same outcome, and as much of its votes.
bool attests_the_same(const v1::OutcomeAttested& one, const v1::OutcomeAttested& other);

// What speaks against an attested outcome.
struct Contradiction {
  // The records of ballots with which the outcome, or its tally, cannot be; ascending.
  std::vector<std::uint64_t> ballots;
  // The rule by which its own votes give another outcome; number 0: none does.
  v1::RuleVersion rule;
  // The vote ended with other votes, though no ballot and no rule on adoption says so.
  bool has_other_votes = false;

  [[nodiscard]] bool any() const { return !ballots.empty() || rule.number() != 0 || has_other_votes; }
};
Contradiction contradiction_of(const Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& outcome);

// The tally to reckon with: as attested where it is, else that of the ballots on record. Whose ballots are missing is
// not known, unless the vote was complete.
Tally tally_as_attested(const Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& outcome);

// What the rules in force make of the attested votes, if they are all that there are; nothing: they do not say.
std::optional<bool> outcome_by_rules(const Play& play, const v1::Proposal& proposal,
                                     const v1::OutcomeAttested& outcome);

// Settles the vote on an open proposal by the word of those players, who attest the same. Fails only as the history
// fails.
Status settle_as_attested(Play& play, std::uint32_t number, const std::vector<v1::Attestation>& by,
                          const v1::RuleVersion& rule);

// The same if the players who attest one outcome are enough by now; returns whether they were.
Result<bool> settle_if_attested(Play& play, std::uint32_t number);

}  // namespace nomic::replay
