// The entries that a finding is about, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// "In the game: Ann +8 (rule 202): (305 - 291) x 3/5 = 8.4, to the nearest point 8.", a line an entry; of those of
// which there is something to say that the finding's sentences have not said.
std::string entries_text(const v1::FindingView& finding, std::size_t width, std::size_t indent);

}  // namespace nomic::tools
