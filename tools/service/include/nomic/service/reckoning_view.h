// How points are reckoned, for programs.
#pragma once

#include "nomic/v1/reckoning.pb.h"
#include "nomic/v1/reckoning_view.pb.h"

namespace nomic::tools {

v1::ReckoningView reckoning_view(const v1::Reckoning& how);

}  // namespace nomic::tools
