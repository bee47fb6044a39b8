// Tally: the votes that count, and what they decide (105, 203, 207).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/play.h"

namespace nomic::replay {

// The votes on one proposal, when its vote is complete. A ballot of a player who has left is not counted.
struct Tally {
  std::uint32_t in_favour = 0;
  std::uint32_t against = 0;
  std::uint32_t eligible = 0;
  std::vector<std::string> voters_for;  // in the order in which they voted
  std::vector<std::string> voters_against;

  [[nodiscard]] std::uint32_t cast() const { return in_favour + against; }
};

Tally tally_of(const Play& play, const v1::Proposal& proposal);

// Whether the tally meets the share. False for a share that nothing can meet.
bool meets(const Tally& tally, const v1::Quota& quota);

// The outcome by the rules in force, with the rule that decides it. Without `adopted`, no rule in force does.
struct Outcome {
  std::optional<bool> adopted;
  v1::RuleRef rule;
};
Outcome outcome_of(const Play& play, const v1::Proposal& proposal, const Tally& tally);

// Thousandths of a point for a proposal of that number and tally; a popularity share is rounded to the nearest point,
// an exact half up. Exact: integers only.
std::int64_t amount_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour, std::uint32_t cast);

}  // namespace nomic::replay
