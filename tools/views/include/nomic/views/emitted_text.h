// Consequences in sentences, one after the other.
#pragma once

#include <string>

#include "nomic/replay/engine.h"

namespace nomic::tools {

// Those that happened before their record begin with their time. A sentence may bear the styles of a terminal.
std::string emitted(const replay::Consequences& consequences);

}  // namespace nomic::tools
