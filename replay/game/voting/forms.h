// Forms that were defeated, where a rule says how soon one may be proposed again.
#pragma once

#include "play.h"

namespace nomic::replay {

// Fails only as the history fails.
Status remember_defeat(Play& play, const v1::Proposal& proposal);

// Whether a proposal of that form may be made now.
template <class Changes>
Status may_be_made_again(const Play& play, const Changes& changes);

}  // namespace nomic::replay
