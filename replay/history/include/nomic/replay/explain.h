// Explanations: why something is as it is, as the consequences that made it so, each with its record and with the rule
// as it stood when it required it.
//
//     auto why = explain(game, [](const v1::Consequence& told) { return told.player() == "Ann" && told.points() != 0;
//     },
//                        game.head().size, {});
//
// Cost: one derivation from record 0; memory: the versions of all rules.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

// One consequence, and the record that brought it about.
struct Step {
  v1::Consequence told;
  std::int64_t recorded_at = 0;
  std::string author;
  std::string kind;  // the event's kind: "vote_cast"
};

struct Explanation {
  std::vector<Step> steps;      // in the order in which they came about
  std::vector<v1::Rule> rules;  // the versions that the steps cite, in the order in which they are first cited
};

// The consequences that `wanted` picks, of the first `size` records.
Result<Explanation> explain(Game& game, const std::function<bool(const v1::Consequence&)>& wanted, std::uint64_t size,
                            const std::function<void(std::uint64_t)>& progress);

// A later record that rests on an earlier one, and how.
struct Dependent {
  std::uint64_t record = 0;
  std::string why;  // "is required by rule 302 as #40 made it"
};

// What of the first `size` records cites record `index`, or uses what it changed: a rule's version, a proposal, a vote,
// a score, a player, a turn. Directly: what rests on those in turn is found by asking again. In the order of records.
Result<std::vector<Dependent>> dependents(Game& game, std::uint64_t index, std::uint64_t size,
                                          const std::function<void(std::uint64_t)>& progress);

}  // namespace nomic::replay
