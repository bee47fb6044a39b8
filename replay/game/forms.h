// Forms that were defeated, where a rule says how soon one may be proposed again.
#pragma once

#include "game/play.h"

namespace nomic::replay {

// The digest of what a proposal would change: SHA-256 of its rule-changes, one after another, each with its length.
template <class Changes>
std::string digest_of_form(const Changes& changes);

void remember_defeat(Play& play, const v1::Proposal& proposal);

// Whether a proposal of that form may be made now.
template <class Changes>
Status may_be_made_again(const Play& play, const Changes& changes);

}  // namespace nomic::replay
