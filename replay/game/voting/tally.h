// Tally: the votes that count, and what they decide (105, 203, 207).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "play.h"

namespace nomic::replay {

// The votes on one proposal, when its vote is complete. A ballot of a player who is no eligible voter by then is not
// counted.
struct Tally {
  std::uint32_t in_favour = 0;
  std::uint32_t against = 0;
  std::uint32_t abstentions = 0;
  std::uint32_t eligible = 0;
  std::vector<v1::Ballot> ballots;   // those that count, in the order in which they were cast
  std::string first;                 // whose ballot was the first of those that stand; empty: there are none
  std::vector<std::string> missing;  // eligible voters who cast none, in seating order
  bool unknown = false;              // nobody's ballot is on record, and none was attested; or it is not known
  // Of an outcome that somebody attests (semantics 2): what of the vote is known.
  bool known = true;          // how many votes there were
  bool for_known = true;      // whose were those in favour
  bool against_known = true;  // whose were those against
  // Of some of the ballots it cannot be told whether they came before the end of the vote: it is not `known`.
  bool late_or_not = false;

  [[nodiscard]] std::uint32_t cast() const { return in_favour + against; }
  [[nodiscard]] std::uint32_t taking_part() const { return cast() + abstentions; }
  // Whether it is known who voted, and how.
  [[nodiscard]] bool ballots_known() const { return known && for_known && against_known; }
};

// With the votes that are missing counted as the rule on the end of the vote says; without the ballots of `left_out`.
// Of a vote that was complete, as it was then.
Tally tally_of(const Play& play, const v1::Proposal& proposal, const std::vector<std::string>& left_out = {});

// Keeps the votes of a complete vote whose outcome no rule determines (L59).
void note_complete(const Play& play, v1::Proposal& proposal, const Tally& tally);

// Whether the tally meets the share. False for a share that nothing can meet.
bool meets(const Tally& tally, const v1::Quota& quota);

// Whether `in_favour` of `base` meets the share, whatever its base says.
bool meets(std::uint64_t in_favour, std::uint64_t base, const v1::Quota& quota);

// How one rule-change fared by the rules in force. Without `adopted`, no rule in force says.
struct ChangeOutcome {
  std::optional<bool> adopted;
  v1::RuleVersion rule;
};

// The outcome of the proposal, with the rule that decides it. Without `adopted`, no rule in force does.
struct Outcome {
  std::optional<bool> adopted;
  v1::RuleVersion rule;
  std::vector<ChangeOutcome> changes;
  bool together = true;  // whether its changes stand or fall together
};
Outcome outcome_of(const Play& play, const v1::Proposal& proposal, const Tally& tally);

// Whether the rule-changes of the proposal stand or fall together.
bool hang_together(const Law& law, const v1::Proposal& proposal);

// What amount_of() reckons from, for who does it again.
v1::Reckoning reckoning_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour,
                           std::uint32_t cast);

// Thousandths of a point for a proposal of that number and tally; a popularity share is rounded as it says, an exact
// half up. Exact: integers only.
std::int64_t amount_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour, std::uint32_t cast);

}  // namespace nomic::replay
