// The view of a game: whose move it is, what is open, in dispute, and what there is to know.
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// `head` names the game; `head_hash` is the leaf hash of the state's last record; `now`: when the next record would be
// made; without it, when the last was. Fails as the history does.
replay::Result<v1::StatusView> status_view(const replay::Engine& engine, const replay::History& history,
                                           const ledger::Head& head, const ledger::Hash& head_hash,
                                           std::optional<std::int64_t> now = {});

// Parts of the view. Players have the names that records have. The proposal is without its voters and without the texts
// of its form.
v1::StatusView::Phase phase_of(v1::Turn::Phase phase);
v1::StatusView::OpenProposal open_proposal_view(const v1::Proposal& proposal);
v1::StatusView::Winner winner_view(const v1::Winner& winner);

}  // namespace nomic::tools
