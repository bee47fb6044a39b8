// What the derived index asks of a consequence: one function a question, so that whoever changes the consequences finds
// in one place what the index needs of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/marks.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

// The proposal that it is about; 0: none.
std::uint32_t proposal_named(const v1::Consequence& one);
// The proposal of whose vote it has what it comes to; 0: none.
std::uint32_t vote_ended(const v1::Consequence& one);
// The record at which a vote was complete (L71); nothing if there are no outcomes. `outcomes`: all outcomes of one
// vote, in the order of their records. Where no rule determines the outcome, the vote was complete before the outcome
// was declared. An outcome that a Judgment took back, and its overruling restored, has the record at which it came
// about.
std::optional<std::uint64_t> vote_completed_at(const std::vector<v1::Consequence>& outcomes);
// The earlier one of these outcomes that the last restores, because a Judgment was overruled; null if it restores none.
const v1::Consequence* restored_by_last(const std::vector<v1::Consequence>& outcomes);
// The proposal whose outcome it declares; 0: none.
std::uint32_t outcome_declared(const v1::Consequence& one);
// The turn, and the circuit, that it ends; 0: none.
std::uint32_t turn_ended(const v1::Consequence& one);
std::uint32_t circuit_ended(const v1::Consequence& one);

// The players whose score it changes, or leaves not known.
std::vector<std::string> scores_told(const v1::Consequence& one);

// Whether it is emitted about a victory: a player's, the end of a round, the closing of the game.
bool is_of_victory(const v1::Consequence& one);

// Whether a record with such a consequence can leave a rule other than it found it.
bool touches_rules(const v1::Consequence& one);

// The number of the rule that it marks without changing it: void, yielding, found to be either (110, 211, 212).
std::optional<std::uint32_t> rule_marked(const v1::Consequence& one);

// What it says of a record: of itself or an earlier one.
struct MarkClaim {
  std::uint64_t about = 0;
  MarkChange::What what = MarkChange::What::NOT_LAWFUL;
};
std::optional<MarkClaim> mark_claim(const v1::Consequence& one);

// The record whose vote it strikes or lets count again; nothing for any other.
std::optional<std::uint64_t> record_struck(const v1::Consequence& one);

}  // namespace nomic::replay
