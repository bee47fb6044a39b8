// What the rules that a proposal changes would be played by: told before it is recorded.
#pragma once

#include "nomic/replay/history.h"
#include "nomic/replay/state.h"
#include "nomic/v1/event.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Of the proposal, or another form of one, that the event would be; of any other event nothing. `state` is the one
// before it. Cost: for each re-enactment or restoration the reading of a record.
replay::Result<v1::MeaningView> meaning_of(const replay::State& state, const replay::History& history,
                                           const v1::Event& event);

}  // namespace nomic::tools
