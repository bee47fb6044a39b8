// How far a game reaches, for whoever prepares a move away from the ledger.
#pragma once

#include <optional>
#include <string>

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::HeadView head_view(const replay::Game& game);

// Of moves whose time is somebody's word: the zone of days without a time of day.
std::optional<std::string> zone_of_days(const replay::State& state);

}  // namespace nomic::tools
