// Waivers: what of a proposal's form is prohibited, and waived since a Judgment upheld it (L48, L51, L57). What is
// waived stays so to the end: when the proposal is revised or called, and when it takes effect.
#pragma once

#include "dispute/dispute.h"
#include "play.h"

namespace nomic::replay {

// What is waived of the proposal.
Prohibitions waived_of(const v1::Proposal& proposal);
// What the play has waived, into the proposal.
void note_waivers(const Play& play, v1::Proposal& proposal);
// Whether some prohibition of that code is waived of the proposal.
bool is_waived(const v1::Proposal& proposal, ErrorCode prohibition);

// Looks at a form. Each prohibition that it meets, and that a Judgment waives, is noted as waived, and it looks on: one
// prohibition must hide neither another nor an impossibility behind it.
template <class Look>
Status look_waiving(Play& play, const Look& look) {
  for (;;) {
    Status seen = look();
    if (seen || !play.waives(seen.error())) return seen;
    // Met again though waived: an impossibility of the same code.
    if (is_among(play.waived, play.state, seen.error())) return seen;
    play.waived.push_back(prohibition_of(play.state, seen.error()));
  }
}

}  // namespace nomic::replay
