// The moves, one file each: what makes it legal and what it brings about, side by side.
//
// Each looks first, in the order in which its refusals are listed, and changes the state last. A move that has returned
// an error of kind USAGE or REFUSED has changed nothing.
#pragma once

#include "game/play.h"

namespace nomic::replay {

Status play_founding(Play& play, const v1::GameFounded& event);
Status play_founding(Play& play, const v1::RuleFounded& event);
Status play_founding(Play& play, const v1::PlayerSeated& event);
Status play_join(Play& play, const v1::PlayerJoined& event);
Status play_forfeit(Play& play);
Status play_propose(Play& play, const v1::ProposalMade& event);
Status play_revise(Play& play, const v1::ProposalRevised& event);
Status play_debate(Play& play, const v1::DebateSpoken& event);
Status play_call_vote(Play& play, const v1::VoteCalled& event);
Status play_vote(Play& play, const v1::VoteCast& event);
Status play_roll(Play& play, const v1::DiceThrown& event);

// The open proposal of that number, or why there is none.
Result<v1::Proposal*> open_proposal(Play& play, std::uint32_t number);

}  // namespace nomic::replay
