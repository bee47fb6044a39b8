// Heights: where each score first stood higher than ever before, so that who was first at n points is looked up.
//
// They are kept of the game as it stands: a Judgment that has the turn derived again, or a rule-change that acts on the
// past, brings the heights of what it derives. A new round does not lower them. The newest 64 of a player are in
// State.heights, the older in chunks that never change (rule_chunks.h).
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/replay/state.h"

namespace nomic::replay {

// Whether a chunk that somebody kept holds heights, and nothing that cannot be read.
bool has_heights(const v1::RuleChunk& chunk);

// After a record: notes each score that stands higher than ever before. O(players).
void note_heights(State& state, std::uint64_t record);

// The first record after which the player in that seat stood at those points, or above; none: they never did. O(log
// heights), and O(heights) for what lies far back.
std::optional<std::uint64_t> first_at(const State& state, int seat, std::int64_t points);

}  // namespace nomic::replay
