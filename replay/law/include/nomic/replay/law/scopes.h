// Scopes: which cases a provision is about, and how two of them lie to each other.
#pragma once

#include "nomic/replay/law.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::replay {

// Whether the case lies in the scope, in a game of that mode. A scope that is limited to some rule-changes (or players)
// covers no case that names none.
bool covers(const v1::Scope& scope, const Case& c, v1::Mode mode);

// Whether some case in a game of that mode lies in both.
bool overlap(const v1::Scope& a, const v1::Scope& b, v1::Mode mode);

// Whether every case of `a` lies in `b`, and some case of `b` does not lie in `a`: `a` is an exception to `b`. The mode
// is left out: a game has one.
bool strictly_narrower(const v1::Scope& a, const v1::Scope& b);

}  // namespace nomic::replay
