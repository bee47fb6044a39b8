// A failure as programs are told of it.
#pragma once

#include "nomic/v1/error_view.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

v1::ErrorView error_view(const Failure& failure);

}  // namespace nomic::tools
