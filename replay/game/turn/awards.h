// Awards: points for what happens in the game (204, 206).
#pragma once

#include <string>

#include "play.h"
#include "voting/tally.h"

namespace nomic::replay {

// What happened: to a proposal, or to a player.
struct Happening {
  v1::Award::Occasion occasion = v1::Award::OCCASION_UNSPECIFIED;
  const v1::Proposal* proposal = nullptr;  // null: about none
  const Tally* tally = nullptr;            // the ballots it is about; null: none
  std::string player;                      // whom it happened to; empty: nobody in particular
  // Whether it rests on what is not known, beside what the tally says of itself.
  bool not_known = false;
  // The ballots of which it cannot be told whether they came in time for the award, instead of those that did.
  bool untold = false;
};

// Pays every award in force for it. `reckoned` picks those of one side of a rule-change's effect; unspecified: those
// that attach to no vote. What rests on votes that are not known is not paid, and emitted as not known.
void pay_awards(Play& play, const Happening& what, v1::Reckoned reckoned = v1::RECKONED_UNSPECIFIED);

}  // namespace nomic::replay
