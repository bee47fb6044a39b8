// The state of a game after a record, as the engine and its readers see it.
#pragma once

#include "nomic/v1/state.pb.h"

namespace nomic::replay {

using State = v1::State;

}  // namespace nomic::replay
