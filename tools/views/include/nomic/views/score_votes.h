// The ballots behind the points of a score: an entry says how many votes it was reckoned from, these say whose.
#pragma once

#include <cstdint>

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Puts into the explanation of a score, which has its steps, the proposals from whose votes they are reckoned. Cost: by
// the derived index, the records about these proposals; where it does not reach, one derivation from record 0. Fails as
// the history does.
replay::Status add_votes_behind(replay::Game& game, std::uint64_t size, v1::ExplainView& view);

// The proposal from whose votes the step is reckoned; null: from none.
const v1::HistoryView::Proposal* votes_behind(const v1::ExplainView& view, const v1::ExplainView::Step& step);

}  // namespace nomic::tools
