// Scores and what players hold, for people.
#pragma once

#include <cstddef>
#include <string>

#include "nomic/replay/state.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Players and points; of whom something is not known, since when.
std::string scores_table(const replay::State& state, std::size_t width);

// A line for each rule of which it is not known whether it has changed by itself; nothing where there is none.
std::string unknown_changes_text(const replay::State& state);

// Values and holdings, a line an owner; nothing where there are none.
std::string holdings_text(const v1::StatusView& status);
std::string holdings_text(const v1::ScoresView& scores);

}  // namespace nomic::tools
