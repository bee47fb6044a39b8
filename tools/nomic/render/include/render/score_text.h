// Scores and what players hold, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/replay/state.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Players and points.
std::string scores_table(const replay::State& state, std::size_t width);

// Values and holdings, a line an owner; nothing where there are none.
std::string holdings_text(const v1::StatusView& status);
std::string holdings_text(const v1::ScoresView& scores);

}  // namespace nomic::tools
