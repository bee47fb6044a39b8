// A rule-change that acts on the past takes effect: the game is derived anew from the record it names.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/replay/revision.h"
#include "play.h"

namespace nomic::replay {

// Notes that the proposal's changes are to apply from the record that it names; the game is derived anew when
// everything else of this record is done.
Status ask_revision(Play& play, const v1::Proposal& proposal, const std::vector<std::uint32_t>& changes);

// Whether the proposal's changes are in force from before already: the game was derived anew with them, by which its
// vote may be open once more.
bool acts_already(const Play& play, std::uint32_t proposal);

// Derives the game anew for what was asked, and emits what is different. Fails only as the history fails.
Status revise(Play& play);

}  // namespace nomic::replay
