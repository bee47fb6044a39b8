// Views of what a move brought about.
#pragma once

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::RefusalView refusal_view(const v1::Refusal& refusal);
v1::ConsequenceView consequence_view(const v1::Consequence& consequence);
v1::MoveView move_view(const replay::Receipt& receipt);

}  // namespace nomic::tools
