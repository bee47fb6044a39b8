// The shortest way from one list of words to another (dtl).
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/diff.h"

namespace nomic::replay {

// A piece a word.
std::vector<DiffPiece> words_diff(const std::vector<std::string>& before, const std::vector<std::string>& after);

}  // namespace nomic::replay
