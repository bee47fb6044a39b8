// Posted scores compared with those of a game.
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.h"
#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Adds a finding for each score in the file that differs from the game's at its point, of which the last is after
// `size` records: with the records that account for the difference, all that do it equally well.
Status compare_scores(const Call& call, replay::Game& game, const std::string& path, std::uint64_t size,
                      v1::FindingsView& view);

}  // namespace nomic::tools
