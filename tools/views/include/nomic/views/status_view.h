// The view of a game: whose move it is, what is open, in dispute, and what there is to know.
#pragma once

#include <cstdint>
#include <optional>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// How much of the view is made. MOMENT leaves out what the document of a page does not have of a past moment: the texts
// of open proposals, which are read from their records, and all ways and actors but those that must act.
enum class StatusExtent : std::uint8_t { WHOLE, MOMENT };

// `head` names the game; `head_hash` is the leaf hash of the state's last record; `now`: when the next record would be
// made; without it, when the last was. Fails as the history does.
replay::Result<v1::StatusView> status_view(const replay::Engine& engine, const replay::History& history,
                                           const ledger::Head& head, const ledger::Hash& head_hash,
                                           std::optional<std::int64_t> now = {},
                                           StatusExtent extent = StatusExtent::WHOLE);

}  // namespace nomic::tools
