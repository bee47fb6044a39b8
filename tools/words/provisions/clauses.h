// The plain words of each kind of provision, clause by clause. They count on a provision that can be satisfied.
#pragma once

#include "phrases.h"

namespace nomic::tools::phrases {

// Proposals and votes (words_votes.cc).
Clauses clauses_of(const v1::RuleChangeKinds& kinds);
Clauses clauses_of(const v1::Franchise& franchise);
Clauses clauses_of(const v1::Effectiveness& effectiveness);
Clauses clauses_of(const v1::Numbering& numbering);
Clauses clauses_of(const v1::Adoption& adoption);
Clauses clauses_of(const v1::VotingDuty& duty);
Clauses clauses_of(const v1::Debate& debate);
Clauses clauses_of(const v1::Transmutation& transmutation);
Clauses clauses_of(const v1::VoteChanges& changes);
Clauses clauses_of(const v1::VotingPeriod& length);
Clauses clauses_of(const v1::Proposing& proposing);

// Turns, points and winning (words_play.cc, words_award.cc).
Clauses clauses_of(const v1::VictoryBound& bound);
Clauses clauses_of(const v1::Victory& victory);
Clauses clauses_of(const v1::TurnOrder& order);
Clauses clauses_of(const v1::TurnParts& turn);
Clauses clauses_of(const v1::Award& award);

// Rules among themselves, and players (words_order.cc).
Clauses clauses_of(const v1::PrecedenceMethod& method);
Clauses clauses_of(const v1::PrecedenceClaim& claim);
Clauses clauses_of(const v1::RulesetBounds& bounds);
Clauses clauses_of(const v1::SelfRepeal& repeal);
Clauses clauses_of(const v1::Forfeit& forfeit);
Clauses clauses_of(const v1::Judgment& judgment);
Clauses clauses_of(const v1::Consultation& consultation);
Clauses clauses_of(const v1::Inactivity& inactivity);
Clauses clauses_of(const v1::Joining& joining);
Clauses clauses_of(const v1::Permission& permission);
Clauses clauses_of(const v1::Acts& acts);

}  // namespace nomic::tools::phrases
