// Completion: what happens at the one record that completes a vote (104-107, 203-206).
#pragma once

#include "play.h"
#include "voting/tally.h"

namespace nomic::replay {

// The vote on a proposal is called: its form is final (106).
void call_the_vote(Play& play, v1::Proposal& proposal, const v1::RuleVersion& rule);

// Whether nothing is missing to the vote on an open proposal.
bool vote_is_complete(const Play& play, const v1::Proposal& proposal);

// Completes the votes to which nothing is missing any more. Where a record has enough consequences, those that are left
// are completed before the next one (State.votes_left). Fails only as the history fails.
Status complete_ready_votes(Play& play);

// The same where others are eligible since this record: by new rules whoever was missing may have no vote, and of who
// is active again the ballot may be cast already.
Status complete_votes_by_new_electors(Play& play);

// Completes the vote on the open proposal of that number: outcome, awards, effect, and the parts of the turn that
// follow of themselves. `by_time`: its time is up, whoever is missing. Fails only as the history fails.
Status complete_vote(Play& play, std::uint32_t number, bool by_time);

// The outcome of a proposal whose vote is open, or that no rule determined, as somebody's word has it (an attested
// outcome, a Judgment's finding): everything follows from it that follows from an outcome. Fails only as the history
// fails. `known`: the tally to reckon with, where it is not that of the ballots on record.
Status settle_by_word(Play& play, std::uint32_t number, bool adopted, const v1::RuleVersion& by,
                      const Tally* known = nullptr);

// The outcome that the rules in force derive from a tally which is not that of the ballots on record. Fails only as the
// history fails.
Status settle_by_tally(Play& play, std::uint32_t number, const Tally& known);

}  // namespace nomic::replay
