// Points as pages post them: "1. Ann (@ann, 13.2 points)", "Current score: 31.7", "ann | 12".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/past.h"

namespace nomic::tools {

// Those of a file; the path names the player where a line does not, and says whether a table is one of scores.
std::vector<replay::PostedScore> scores_in(std::string_view path, std::string_view text);

}  // namespace nomic::tools
