// A ballot (105, 207). The ballot of the last eligible voter completes the vote.

#include <algorithm>

#include "moves/moves.h"
#include "nomic/replay/reference.h"
#include "turn/awards.h"
#include "turn/clock.h"
#include "turn/game_time.h"
#include "voting/completion.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

std::string_view word_of(v1::VoteCast::Choice choice) {
  if (choice == v1::VoteCast::ABSTAIN) return "abstaining";
  return choice == v1::VoteCast::FOR ? "for" : "against";
}

Status choice_allowed(const Play& play, const v1::Proposal& proposal, v1::VoteCast::Choice choice) {
  if (choice == v1::VoteCast::FOR || choice == v1::VoteCast::AGAINST) return ledger::Done{};
  const auto franchise = play.law().franchise(case_of(proposal, play.move.author));
  if (choice == v1::VoteCast::ABSTAIN && franchise.value.abstention()) return ledger::Done{};
  return refuse(ErrorCode::CHOICE_NOT_ALLOWED, "", {},
                {franchise.source("abstention"), play.law().voting_duty({}).source("every_voter")});
}

Status must_be_eligible(const Play& play, const v1::Proposal& proposal) {
  const auto& author = play.move.author;
  if (is_eligible(play.law(), proposal, *find_player(play.state, author))) return ledger::Done{};
  return refuse(ErrorCode::NOT_ELIGIBLE, "", {{"player", author}, {"proposal", proposal.number()}},
                {play.law().franchise(case_of(proposal, author)).source("electorate")});
}

// Of days it may not be certain that a ballot could still be changed.
void emit_if_changed_too_late(Play& play, const v1::Proposal& proposal) {
  const auto rule = play.law().vote_changes(case_of(proposal, play.move.author));
  if (!rule.value.has_within()) return;
  const auto over = proposal.called_time() + micros_of(rule.value.within());
  auto* untold = emit_if_untold(play, rule.source("within"), over, proposal.called_within());
  if (untold == nullptr) return;
  untold->set_what(v1::Consequence::CannotTell::VOTE_CHANGE);
  untold->set_proposal(reference(proposal.number()));
}

// Of another form than the one that is open. No Judgment gives a ballot to what its voter has not seen.
Error for_other_form(const Play& play, const std::string& player, const v1::Proposal& proposal) {
  return refuse(ErrorCode::OTHER_FORM, "",
                {{"player", player}, {"proposal", proposal.number()}, {"record", proposal.form_at()}},
                {play.law().debate({}).source("caller")});
}

Result<const v1::Proposal*> being_voted_on(const Play& play, std::uint32_t number) {
  auto open = open_proposal(play, number);
  if (!open || (*open)->phase() == v1::Proposal::VOTE) return open;
  return refuse(ErrorCode::VOTE_NOT_CALLED, "debated", {{"proposal", number}, {"player", (*open)->proponent()}},
                {play.law().debate({}).source("caller")});
}

// The player's place among the ballots, taken back or not; their number if there is none.
int place_of(const v1::Ballots& ballots, const std::string& player) {
  int at = 0;
  while (at < ballots.ballots_size() && ballots.ballots(at).player() != player) ++at;
  return at;
}

// How far the vote is: of a ballot cast, changed or taken back.
template <class Emitted>
void emit_vote(const Play& play, const v1::Proposal& proposal, Emitted& emitted) {
  emitted.set_player(play.move.author);
  emitted.set_proposal(reference(proposal.number()));
  const auto& ballots = ballots_on(play.state, proposal.number()).ballots();
  const auto cast =
      std::count_if(ballots.begin(), ballots.end(), [](const v1::Ballot& ballot) { return !ballot.withdrawn(); });
  emitted.set_cast(static_cast<std::uint32_t>(cast));
  emitted.set_missing(static_cast<std::uint32_t>(voters_missing(play.state, play.law(), proposal).size()));
}

// Points for casting it, once for each voter.
void pay_for_casting(Play& play, const v1::Proposal& proposal, const v1::Ballot& ballot) {
  Tally only;
  only.ballots.push_back(ballot);
  const auto& all = ballots_on(play.state, proposal.number()).ballots();
  const auto first = std::find_if(all.begin(), all.end(), [](const v1::Ballot& one) { return !one.withdrawn(); });
  only.first = first->player();  // this one stands, if no other does
  pay_awards(play, {v1::Award::BALLOT_CAST, &proposal, &only, ballot.player()});
}

}  // namespace

Status may_change_ballot(const Play& play, const v1::Proposal& proposal, const v1::Ballot& ballot, bool withdraw) {
  const auto rule = play.law().vote_changes(case_of(proposal, play.move.author));
  const bool may = withdraw ? rule.value.withdraw() : rule.value.change();
  if (!may) {
    const auto& point = rule.source(withdraw ? "withdraw" : "change");
    const auto franchise = play.law().franchise({});
    const auto& once = franchise.source("votes_per_player");
    const std::vector<Parameter> cast = {{"player", play.move.author},
                                         {"proposal", proposal.number()},
                                         {"choice", word_of(ballot.choice())},
                                         {"record", ballot.record()}};
    return withdraw ? refuse(ErrorCode::VOTE_STAYS, "not_taken_back", cast, {point, once})
                    : refuse(ErrorCode::VOTED_ALREADY, "on_proposal", cast, {point, once});
  }
  if (rule.value.has_times() && ballot.changes() >= rule.value.times()) {
    return refuse(ErrorCode::VOTE_STAYS, "too_often", {{"player", play.move.author}, {"times", ballot.changes()}},
                  {rule.source("times")});
  }
  if (rule.value.has_within() && play.move.recorded_at >= proposal.called_time() + micros_of(rule.value.within())) {
    return refuse(ErrorCode::VOTE_STAYS, "time_over", {}, {rule.source("within")});
  }
  return ledger::Done{};
}

Status play_vote(Play& play, const v1::VoteCast& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_ASSIGN(auto open, being_voted_on(play, number_in(event.proposal())));
  const auto& author = play.move.author;
  const auto& proposal = *open;
  if (!event.form().empty() && event.form() != proposal.form()) return for_other_form(play, author, proposal);
  // A Judgment can let somebody abstain; it cannot give a meaning to what is no choice at all.
  const auto allowed = choice_allowed(play, proposal, event.choice());
  if (bars(play, allowed) || (!allowed && event.choice() != v1::VoteCast::ABSTAIN)) return Status(allowed.error());
  if (auto active = must_be_active(play, v1::Inactivity::VOTING, "no_vote"); bars(play, active)) return active;
  if (auto may = must_be_eligible(play, proposal); bars(play, may)) return may;
  const auto& before = ballots_on(play.state, proposal.number());
  const int place = place_of(before, author);
  const bool is_new = place == before.ballots_size();
  const bool stands = !is_new && !before.ballots(place).withdrawn();
  if (stands) {
    if (auto may = may_change_ballot(play, proposal, before.ballots(place), false); bars(play, may)) return may;
    emit_if_changed_too_late(play, proposal);
  }

  auto& ballots = edit_ballots_on(play.state, proposal.number());
  auto& cast = is_new ? *ballots.add_ballots() : *ballots.mutable_ballots(place);
  cast.set_player(author);
  cast.set_choice(event.choice());
  cast.set_record(play.move.index);
  cast.set_time(latest(play));
  cast.set_within(within(play));
  if (stands) cast.set_changes(cast.changes() + 1);
  cast.clear_withdrawn();
  auto& emitted = play.emit(play.law().franchise({}).source("electorate"));
  auto& ballot = stands ? *emitted.mutable_vote_changed() : *emitted.mutable_vote_cast();
  emit_vote(play, proposal, ballot);
  ballot.set_choice(event.choice());
  if (is_new) pay_for_casting(play, proposal, cast);
  return complete_ready_votes(play);
}

Status drop_ballots_for_other_forms(Play& play, const v1::Proposal& proposal) {
  const auto before = ballots_on(play.state, proposal.number()).ballots();
  for (int at = 0; at < before.size(); ++at) {
    if (before[at].withdrawn()) continue;
    NOMIC_ASSIGN(auto cast, play.history.at(before[at].record()));
    // A Judge who finds a ballot names no form.
    const auto event = event_in(cast);
    const auto& form = event.vote_cast().form();
    if (form.empty() || form == proposal.form()) continue;
    edit_ballots_on(play.state, proposal.number()).mutable_ballots(at)->set_withdrawn(true);
    auto& fallen = *play.emit(play.law().debate({}).source("caller")).mutable_move_fallen();
    fallen.set_about(cast.index);
    fallen.set_player(before[at].player());
    fallen.set_why(v1::Consequence::MoveFallen::REFUSED);
    *fallen.add_refusals() = to_refusal(for_other_form(play, before[at].player(), proposal));
    play.state.edit_dispute().add_fallen(cast.index);
  }
  return ledger::Done{};
}

Status play_withdraw_vote(Play& play, const v1::VoteWithdrawn& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_ASSIGN(auto open, being_voted_on(play, number_in(event.proposal())));
  const auto& proposal = *open;
  const auto& before = ballots_on(play.state, proposal.number());
  const int place = place_of(before, play.move.author);
  if (place == before.ballots_size() || before.ballots(place).withdrawn()) {
    return refuse(ErrorCode::NO_BALLOT, "", {{"player", play.move.author}, {"proposal", proposal.number()}});
  }
  if (auto may = may_change_ballot(play, proposal, before.ballots(place), true); bars(play, may)) return may;
  emit_if_changed_too_late(play, proposal);

  auto& ballot = *edit_ballots_on(play.state, proposal.number()).mutable_ballots(place);
  ballot.set_withdrawn(true);
  ballot.set_changes(ballot.changes() + 1);
  emit_vote(play, proposal, *play.emit(play.law().franchise({}).source("electorate")).mutable_vote_withdrawn());
  return complete_ready_votes(play);
}

}  // namespace nomic::replay
