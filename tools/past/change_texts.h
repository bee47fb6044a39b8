// Rule-changes as a file has them, for `propose --changes` and `act --changes`.
#pragma once

#include <string>

#include "nomic/replay/past.h"

namespace nomic::tools {

// changes { kind: AMEND rule: "203" number: "310" texts { text: "..." } }, a field a line. Each says the number that
// its rule bears from then on.
std::string change_text(const replay::PastMove& move);

}  // namespace nomic::tools
