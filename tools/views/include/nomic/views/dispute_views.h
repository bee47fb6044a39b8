// Views of disputes and of what the rules leave free: in the event of a record, and in `status`.
#pragma once

#include <string>

#include "nomic/replay/engine.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/marks.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Fills in what a Judgment, a contested move, an act, an attested outcome or a correction says; nothing for other
// events.
void fill_dispute(const v1::Event& event, v1::EventView& view);

// The questions, Judgments, contested moves and corrections of the turn, and why play cannot go on. What they say is
// read from the records; fails as the history does.
replay::Status fill_dispute(const replay::Engine& engine, const replay::History& history,
                            const replay::StatusOf& status, v1::StatusView& view);

}  // namespace nomic::tools
