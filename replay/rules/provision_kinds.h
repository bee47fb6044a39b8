// The checks of the kinds of provisions, by what they are about. Enumerations and lengths of time are checked for every
// kind alike (provision_parts.h); what is here is what a kind asks beyond that.
#pragma once

#include "provision_parts.h"

namespace nomic::replay::provisions {

// Proposals and votes (provision_votes.cc).
Status check(const v1::RuleChangeKinds& kinds);
Status check(const v1::Franchise& franchise);
Status check(const v1::Effectiveness& effectiveness);
Status check(const v1::Numbering& numbering);
Status check(const v1::Adoption& adoption);
Status check(const v1::Transmutation& transmutation);
Status check(const v1::VoteChanges& changes);
Status check(const v1::VotingPeriod& period);
Status check(const v1::Proposing& proposing);

// Turns, points and winning (provision_play.cc).
Status check(const v1::Victory& victory);
Status check(const v1::TurnOrder& order);
Status check(const v1::TurnParts& turn);
Status check(const v1::Award& award);

// Rules among themselves, and players (provision_order.cc).
Status check(const v1::PrecedenceClaim& claim);
Status check(const v1::RulesetBounds& bounds);
Status check(const v1::SelfRepeal& repeal);
Status check(const v1::Forfeit& forfeit);
Status check(const v1::Judgment& judgment);
Status check(const v1::Inactivity& inactivity);
Status check(const v1::Joining& joining);

}  // namespace nomic::replay::provisions
