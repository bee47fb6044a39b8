// Awards: points for what happens in the game (204, 206).
#pragma once

#include <cstddef>
#include <map>
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

// The same just after the effect of a vote. An award that the effect has amended counts once (L70): `before` are the
// awards that were in force at the vote, and each says at which moment it, or what it has become, counts.
void pay_awards_after_effect(Play& play, const Happening& what, const Supplies<v1::Award>& before);

// Of the awards of `now` that could count the vote, those that have amended one of `before` which could count it too:
// by their places, that of the one that was. An award that says the same is one that stays.
std::map<std::size_t, std::size_t> awards_amended(const Supplies<v1::Award>& now, const Supplies<v1::Award>& before,
                                                  v1::Award::Occasion occasion);

}  // namespace nomic::replay
