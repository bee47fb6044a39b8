// What a newer version recorded: fields, or values of enumerations, that this schema does not have, and references to
// rules and proposals in another form than this version writes, however deep.
#pragma once

#include "nomic/replay/state.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

bool holds_unknown(const v1::Event& event);
// References alone.
bool holds_unknown_reference(const v1::Event& event);
bool holds_unknown(const v1::State& state);

}  // namespace nomic::replay
