// Waivers: what of a proposal's form is prohibited, and waived since a Judgment upheld it (L48, L51). What is waived
// stays so to the end: when the proposal is revised or called, and when it takes effect.
#pragma once

#include "dispute/dispute.h"
#include "play.h"

namespace nomic::replay {

// What is waived of the proposal, into the play: for what is looked at next.
void take_waivers(Play& play, const v1::Proposal& proposal);
// What the play has waived, into the proposal.
void note_waivers(const Play& play, v1::Proposal& proposal);
// Whether that prohibition is waived of the proposal.
bool is_waived(const v1::Proposal& proposal, ErrorCode prohibition);

// Looks at a form. Each prohibition that it meets is waived if the move is upheld, and it looks on: one prohibition
// must hide no impossibility behind it.
template <class Look>
Status look_waiving(Play& play, const Look& look) {
  for (;;) {
    Status seen = look();
    if (seen || !play.waives() || !is_prohibition(seen.error().code)) return seen;
    // Met again though waived: an impossibility of the same code.
    if (!play.waived.insert(seen.error().code).second) return seen;
  }
}

}  // namespace nomic::replay
