// The score of one player, as ScoresView has it (score_views.h).
#pragma once

#include "nomic/replay/state.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// REQUIRES: the player is one of the state.
v1::ScoresView::Score score_view(const replay::State& state, const v1::Player& player);

}  // namespace nomic::tools
