// Explanations: why something is as it is, as the consequences that made it so, each with its record and with the rule
// as it stood when it required it.
//
//     auto why = explain(game, Subject::score("Ann"), game.head().size, 20, {});    // its last 20 changes
//
// Cost: by the derived index, the records that the answer consists of; where it does not reach, one derivation from
// record 0, and memory for the versions of all rules.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

// One consequence, and the record that brought it about.
struct Step {
  v1::Consequence emitted;
  std::int64_t recorded_at = 0;
  std::string author;
  std::string kind;  // the event's kind: "vote_cast"
};

struct Explanation {
  std::vector<Step> steps;      // in the order in which they came about
  std::vector<v1::Rule> rules;  // the versions that the steps cite, in the order in which they are first cited
};

// What is to be explained.
struct Subject {
  enum class Kind : std::uint8_t { SCORE, PROPOSAL, RECORD, VICTORY, CAUSES };
  using Cause = std::pair<std::uint64_t, std::uint32_t>;  // a record, and the order of a consequence in it

  static Subject score(std::string player) { return {Kind::SCORE, std::move(player), 0, 0, {}}; }
  static Subject of_proposal(std::uint32_t number) { return {Kind::PROPOSAL, {}, number, 0, {}}; }
  static Subject of_record(std::uint64_t index) { return {Kind::RECORD, {}, 0, index, {}}; }
  static Subject victory() { return {Kind::VICTORY, {}, 0, 0, {}}; }
  // Just these consequences, ascending.
  static Subject of_causes(std::vector<Cause> causes) { return {Kind::CAUSES, {}, 0, 0, std::move(causes)}; }

  [[nodiscard]] bool picks(const v1::Consequence& one) const;

  Kind kind = Kind::VICTORY;
  std::string player;
  std::uint32_t proposal = 0;
  std::uint64_t record = 0;
  std::vector<Cause> causes;
};

// The consequences of the first `size` records that belong to the subject; only the `last` of them, if given.
Result<Explanation> explain(Game& game, const Subject& subject, std::uint64_t size, std::optional<std::uint64_t> last,
                            const std::function<void(std::uint64_t)>& progress);

// The consequences of the first `size` records that `wanted` picks, always by deriving the game.
Result<Explanation> explain(Game& game, const std::function<bool(const v1::Consequence&)>& wanted, std::uint64_t size,
                            const std::function<void(std::uint64_t)>& progress);

// A later record that rests on an earlier one, and how.
struct Dependent {
  std::uint64_t record = 0;
  Remark why;  // DEPENDENCE: "is required by rule 302 as #40 made it"
};

// What of the first `size` records cites record `index`, or uses what it changed: a rule's version, a proposal, a vote,
// a score, a player, a turn. Directly: what rests on those in turn is found by asking again. In the order of records.
Result<std::vector<Dependent>> dependents(Game& game, std::uint64_t index, std::uint64_t size,
                                          const std::function<void(std::uint64_t)>& progress);

}  // namespace nomic::replay
