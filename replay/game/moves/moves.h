// The moves, one file each: what makes it legal and what it brings about, side by side.
//
// Each looks first, in the order in which its refusals are listed, and changes the state last. A move that has returned
// an error of kind USAGE or REFUSED has changed nothing.
#pragma once

#include "play.h"

namespace nomic::replay {

// Whichever it is.
Status play_event(Play& play);

Status play_founding(Play& play, const v1::GameFounded& event);
Status play_founding(Play& play, const v1::RuleFounded& event);
Status play_founding(Play& play, const v1::PlayerSeated& event);
Status play_join(Play& play, const v1::PlayerJoined& event);
Status play_forfeit(Play& play);
Status play_propose(Play& play, const v1::ProposalMade& given);
Status play_revise(Play& play, const v1::ProposalRevised& event);
Status play_debate(Play& play, const v1::DebateSpoken& event);
Status play_call_vote(Play& play, const v1::VoteCalled& event);
Status play_vote(Play& play, const v1::VoteCast& event);
Status play_roll(Play& play, const v1::DiceThrown& event);
Status play_commit(Play& play, const v1::DiceCommitted& event);
Status play_reveal(Play& play, const v1::DiceRevealed& event);
Status play_withdraw(Play& play, const v1::ProposalWithdrawn& event);
Status play_withdraw_vote(Play& play, const v1::VoteWithdrawn& event);
// After a revision that a Judgment upholds, though the vote was called: the ballots that name another form than the
// present one fall. Fails only as the history fails.
Status drop_ballots_for_other_forms(Play& play, const v1::Proposal& proposal);
Status play_activity(Play& play, const v1::ActivityChanged& event);
Status play_approve(Play& play, const v1::ApprovalGiven& event);
Status play_tick(Play& play);
Status play_live(Play& play);
Status play_invoke(Play& play, const v1::JudgmentInvoked& event);
Status play_deliver(Play& play, const v1::JudgmentDelivered& event);
Status play_overrule(Play& play, const v1::OverruleVoted& event);
Status play_ask_time(Play& play, const v1::DebateEndAsked& event);
Status play_consent(Play& play, const v1::ConsentGiven& event);
Status play_contest(Play& play, const v1::MoveContested& event);

// After everything that a record brings about: says of the act in it what it does beside giving its author something,
// and keeps it until the next turn begins if that is anything. Of any other record it does nothing.
void note_act(Play& play);

// ---- What stands against a move before it says anything ------------------------------------------------------------
// The move asks, and so does its offer (offers/), of a play in which nothing is done yet.

// How a proposal stands to the turn: it begins one of the author's, goes on with theirs in place of one that is struck
// (L52), or stands beside it, if a rule or a Judgment admits that.
enum class Standing : std::uint8_t { BEGINS, GOES_ON, BESIDE };
Result<Standing> standing_of(const Play& play);
// Once Judgment was invoked in the turn before, the next begins with the consent of the others (212).
Status consents_allow(const Play& play);
// Whether the rules let the author have one more proposal open.
Status room_for_a_proposal(const Play& play);
// Whether the author may take the proposal back, if it is theirs.
Status may_take_back(const Play& play, const v1::Proposal& proposal);
// Whether the author may call the vote: the proponent; once the Judge has been asked to end the debate, they alone (111
// in 1990, L27).
Status may_call(const Play& play, const v1::Proposal& proposal);
// Whether the author's ballot that stands may be changed once more, or taken back.
Status may_change_ballot(const Play& play, const v1::Proposal& proposal, const v1::Ballot& ballot, bool withdraw);
// Whether the rules let one more player in.
Status room_for_a_player(const Play& play);
// Whether the player can have one more key; `instead`: in place of another.
Status room_for_a_key(const v1::Player& player, bool instead);

// ---- What moves share ----------------------------------------------------------------------------------------------

// The open proposal of that number, or why there is none.
Result<const v1::Proposal*> open_proposal(const Play& play, std::uint32_t number);
// That no Judgment of the turn has left the proposal of that number without effect.
Status has_not_fallen(const Play& play, std::uint32_t number);

// The author is not inactive, or not suspended from that: "makes no proposals".
Status must_be_active(const Play& play, v1::Inactivity::Suspended from, std::string_view variant);

// Whether a proposal of that number may have that form; what an upheld move waives of it is in `play.waived` then.
template <class Form>
Status form_is_admitted(Play& play, std::uint32_t number, const Form& form);

// Whether the rules in force let a proposal name the time or the earlier record that this one names.
template <class Form>
Status may_name_effect(const Play& play, const Form& form);

// Whether the vote on a proposal made at that time may be called at the time of this record.
Status may_call_by_now(const Play& play, std::int64_t made_at_earliest, v1::ChangeKind kind);

// The player comes in, or goes, as approved or where no approval is needed.
Status admit(Play& play, const v1::Application& application, const v1::RuleVersion& rule);
Status let_go(Play& play, const std::string& leaver, const v1::RuleVersion& rule);

// ---- What the rules leave free (116) -------------------------------------------------------------------------------

Status play_act(Play& play, const v1::ActPerformed& event);
Status play_attest(Play& play, const v1::OutcomeAttested& event);
Status play_correct(Play& play, const v1::RecordCorrected& event);
Status play_object(Play& play, const v1::ObjectionRaised& event);
Status play_annotate(Play& play, const v1::RuleAnnotated& event);
Status play_team(Play& play, const v1::TeamAssigned& event);
Status play_key(Play& play, const v1::KeyRegistered& event);
Status play_key(Play& play, const v1::KeyRotated& event);
Status play_key(Play& play, const v1::KeyRevoked& event);
Status play_restore(Play& play, const v1::SeatRestored& event);

// The number that a rule-change made in this record bears (108): the next; derived again, the one it was given.
Result<std::uint32_t> number_to_bear(const Play& play);
// The number that the proposal bears: that one; or, in a game recorded afterwards, the one that the players gave it, if
// it is left; or what stands for one that is not known (reference.h).
Result<std::uint32_t> number_of_proposal(const Play& play, const v1::ProposalMade& event);
// Whether the number, or that it is not known, is somebody's word.
bool says_its_number(const v1::ProposalMade& event);
// From here on the state knows which numbers are left. Fails only as the history fails.
Status begin_players_numbers(Play& play);
// That number is given, and left no more.
void note_players_number(State& state, std::uint32_t number);
// Whether no other rule bears, or will bear, a number that these changes are to give, where players have a say in that.
// `number`: of the proposal that makes them; 0: an act does.
template <class Changes>
Status numbers_are_free(const Play& play, std::uint32_t number, const Changes& changes);
// It is given: the next will bear a higher one.
void note_number(Play& play, std::uint32_t number);

// Whether nobody but `but` (empty: nobody at all) goes by a name of that folded form, nor is shown by one.
Status name_is_free(const Play& play, const v1::PlayerNames& names, const std::string& but = {});

}  // namespace nomic::replay
