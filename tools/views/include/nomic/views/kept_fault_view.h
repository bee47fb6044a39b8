// The view of what is kept beside the records and is not what they give.
#pragma once

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::FindingView kept_fault_view(const replay::KeptFault& fault);

}  // namespace nomic::tools
