// What a view says of a game that was recorded afterwards.
#pragma once

#include <optional>

#include "nomic/replay/state.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Nothing: it is, and always was, live.
std::optional<v1::AfterwardsView> afterwards_view(const replay::State& state);

}  // namespace nomic::tools
