#include "voting/completion.h"

#include <algorithm>
#include <cassert>

#include "change/pending.h"
#include "derivation/past_changes.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "turn/activity.h"
#include "turn/awards.h"
#include "turn/clock.h"
#include "turn/game_time.h"
#include "turn/turn.h"
#include "turn/victory.h"
#include "voting/attestations.h"
#include "voting/electorate.h"
#include "voting/forms.h"
#include "voting/tally.h"

namespace nomic::replay {
namespace {

void note_attested(const v1::Proposal& proposal, v1::Consequence::Outcome::Attested& attested) {
  for (const auto& one : proposal.attestations()) {
    attested.add_players(one.player());
    attested.add_records(static_cast<std::uint32_t>(one.record()));
    for (const auto record : one.contradicted_by()) {
      attested.add_contradicted_by(static_cast<std::uint32_t>(record));
    }
  }
}

void emit_outcome(Play& play, const v1::Proposal& proposal, const Tally& tally, const Outcome& outcome) {
  auto& emitted = play.emit(outcome.rule);
  auto& ended = !outcome.adopted   ? *emitted.mutable_outcome_undetermined()
                : *outcome.adopted ? *emitted.mutable_proposal_adopted()
                                   : *emitted.mutable_proposal_defeated();
  ended.set_proposal(reference(proposal.number()));
  ended.set_player(proposal.proponent());
  ended.set_votes_for(tally.in_favour);
  ended.set_votes_against(tally.against);
  ended.set_abstentions(tally.abstentions);
  ended.set_eligible(tally.eligible);
  if (tally.unknown) ended.set_votes_unknown(true);
  if (tally.late_or_not) ended.set_late_or_not(true);
  if (proposal.has_complete()) ended.set_completed(static_cast<std::uint32_t>(proposal.complete().record()));
  if (proposal.attested()) note_attested(proposal, *ended.mutable_attested());
  if (!outcome.adopted.value_or(false)) return;
  for (int at = 0; at < proposal.changes_size(); ++at) {
    const auto& of_change = outcome.changes[static_cast<std::size_t>(at)];
    if (of_change.adopted.value_or(false)) continue;
    auto& fails = *play.emit(of_change.rule).mutable_change_not_adopted();
    fails.set_proposal(reference(proposal.number()));
    fails.set_changed(proposal.changes(at).kind());
    fails.set_from_number(proposal.changes(at).rule());
  }
}

void close(State& state, std::uint32_t number) {
  state.edit_proposals().erase_if([&](const auto& proposal) { return proposal.number() == number; });
  drop_ballots_on(state, number);
}

// What the rules in force say of a vote that is complete; of one that stays adopted whatever they say now (a
// rule-change that acts on the past), that.
Outcome settled_outcome(const Play& play, const v1::Proposal& proposal, const Tally& tally, bool by_time) {
  auto outcome = outcome_of(play, proposal, tally);
  if (acts_already(play, proposal.number())) {
    return {true,
            outcome.rule,
            {static_cast<std::size_t>(proposal.changes_size()), {true, outcome.rule}},
            outcome.together};
  }
  const auto period = play.law().voting_period(case_of(proposal));
  if (by_time && !tally.missing.empty() && period.value.at_end() == v1::VotingPeriod::DEFEAT) {
    const auto& rule = period.source("at_end");
    return {false, rule, {static_cast<std::size_t>(proposal.changes_size()), {false, rule}}, outcome.together};
  }
  return outcome;
}

// Whose ballots may have come before the end of the vote, or after it.
std::vector<std::string> late_or_not(const Play& play, const v1::Proposal& proposal) {
  if (!has_times_by_word(play.state) || !play.law().knows(v1::Provision::kVotingPeriod)) return {};
  const auto period = play.law().voting_period(case_of(proposal));
  if (!period.value.has_vote()) return {};
  const auto end = end_of(play.state, period.source("vote"), {proposal.called_time(), proposal.called_within()},
                          period.value.vote());
  std::vector<std::string> names;
  for (const auto& ballot : ballots_on(play.state, proposal.number()).ballots()) {
    if (!ballot.withdrawn() && ballot.time() >= end.at - end.within) names.push_back(ballot.player());
  }
  return names;
}

bool is_the_same(const Outcome& one, const Outcome& other) {
  return one.adopted == other.adopted &&
         std::equal(one.changes.begin(), one.changes.end(), other.changes.begin(), other.changes.end(),
                    [](const auto& a, const auto& b) { return a.adopted == b.adopted; });
}

// Votes in a row without their ballot make a player inactive, where a rule says so.
Status count_missed_votes(Play& play, const Tally& tally) {
  if (!play.law().knows(v1::Provision::kInactivity)) return ledger::Done{};
  for (const auto& ballot : tally.ballots) edit_player(play.state, ballot.player())->clear_missed_votes();
  for (const auto& name : tally.missing) {
    auto& player = *edit_player(play.state, name);
    player.set_missed_votes(player.missed_votes() + 1);
    const auto rule = play.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = name});
    const bool is_it = rule.value.has_missed_votes() && player.missed_votes() >= rule.value.missed_votes();
    if (!is_it || player.inactive_since() != 0) continue;
    if (auto done =
            become_inactive(play, name, rule.source("missed_votes"), v1::Consequence::BecameInactive::NO_BALLOT);
        !done) {
      return done;
    }
  }
  return ledger::Done{};
}

// Points that casting a ballot gives, of those that nobody recorded.
void note_unknown_ballots(Play& play, const v1::Proposal& proposal, const Tally& tally) {
  if (!tally.ballots_known()) pay_awards(play, {v1::Award::BALLOT_CAST, &proposal, &tally, {}});
}

// The awards of both sides of the effect, and the effect between them.
Status settle_proposal(Play& play, const v1::Proposal& proposal, const Tally& tally, const Outcome& outcome) {
  const bool adopted = *outcome.adopted;
  const auto occasion = adopted ? v1::Award::ADOPTED : v1::Award::DEFEATED;
  pay_awards(play, {occasion, &proposal, &tally, {}}, v1::BEFORE_EFFECT);
  if (!adopted) {
    NOMIC_TRY(remember_defeat(play, proposal));
  }
  if (!adopted || acts_already(play, proposal.number())) return ledger::Done{};
  return take_or_await_effect(play, proposal, outcome);
}

}  // namespace

void call_the_vote(Play& play, v1::Proposal& proposal, const v1::RuleVersion& rule) {
  proposal.set_phase(v1::Proposal::VOTE);
  proposal.set_called_at(play.move.index);
  proposal.set_called_time(latest(play));
  proposal.set_called_within(within(play));
  if (auto* turn = incomplete_turn_with(play.state, proposal.number())) set_phase(play, *turn, v1::Turn::VOTING);
  play.emit(rule).mutable_vote_called()->set_proposal(reference(proposal.number()));
}

namespace {

bool is_complete(const Play& play, const v1::Proposal& proposal, OpenVotes& votes) {
  if (proposal.phase() != v1::Proposal::VOTE || !votes.everyone_has_voted(proposal)) return false;
  const auto period = play.law().voting_period(case_of(proposal));
  return !period.value.has_vote_at_least() ||
         play.move.recorded_at >= proposal.called_time() + micros_of(period.value.vote_at_least());
}

}  // namespace

bool vote_is_complete(const Play& play, const v1::Proposal& proposal) {
  OpenVotes votes(play.state, play.law());
  return is_complete(play, proposal, votes);
}

namespace {

// Settles the first vote that is complete, or whose outcome enough players attest. False: there is none.
Result<bool> settle_one(Play& play) {
  OpenVotes votes(play.state, play.law());
  for (const auto& proposal : play.state.proposals()) {
    spend_work();
    const auto number = proposal.number();
    if (is_complete(play, proposal, votes)) {
      NOMIC_TRY(complete_vote(play, number, false));
      return true;
    }
    if (proposal.attestations().empty()) continue;
    auto settled = settle_if_attested(play, number);
    if (!settled || *settled) return settled;
  }
  return false;
}

// Whether there may be a vote that settle_one would settle.
bool may_be_left(const Play& play) {
  const auto& all = play.state.proposals();
  OpenVotes votes(play.state, play.law());
  return std::any_of(all.begin(), all.end(), [&](const auto& proposal) {
    spend_work();
    return !proposal.attestations().empty() || is_complete(play, proposal, votes);
  });
}

}  // namespace

Status complete_ready_votes(Play& play) {
  // In a won game a Judgment may still find what is cast; nothing is adopted by it.
  if (is_won(play)) return ledger::Done{};
  while (!has_enough_due(play)) {
    NOMIC_ASSIGN(auto settled, settle_one(play));
    if (settled) continue;
    play.state.set_votes_left(false);
    return ledger::Done{};
  }
  play.state.set_votes_left(may_be_left(play));
  return ledger::Done{};
}

Status complete_votes_by_new_electors(Play& play) {
  const bool others = play.rules_have_changed() || play.electors_have_changed();
  return others ? complete_ready_votes(play) : Status(ledger::Done{});
}

namespace {

// Everything that follows from an outcome, in its order.
Status follow_outcome(Play& play, std::uint32_t number, const Tally& tally, const Outcome& outcome) {
  const auto* open = find_proposal(play.state, number);
  assert(open != nullptr);
  const v1::Proposal proposal = *open;  // a copy: it leaves the state below
  emit_outcome(play, proposal, tally, outcome);
  auto* turn = incomplete_turn_with(play.state, number);
  const bool first_part = turn != nullptr && turn->parts_done() == 0;
  const std::string mover = first_part ? turn->mover() : std::string();
  // A rule is cited for what is left open: whether it has changed by itself is not known.
  const bool known = tally.known && (outcome.adopted.has_value() || outcome.rule.number() == 0);
  if (first_part) begin_parts(play, *turn, tally, known);
  const auto awards = play.law().awards();
  if (outcome.adopted) {
    close(play.state, number);
    NOMIC_TRY(settle_proposal(play, proposal, tally, outcome));
  } else {
    auto& left = *edit_proposal(play.state, number);
    left.set_phase(v1::Proposal::UNDETERMINED);
    if (!left.has_complete()) note_complete(play, left, tally);
  }
  if (first_part) go_on_with_parts(play, *incomplete_turn_of(play.state, mover));
  const auto occasion = outcome.adopted.value_or(false) ? v1::Award::ADOPTED : v1::Award::DEFEATED;
  if (outcome.adopted) pay_awards_after_effect(play, {occasion, &proposal, &tally, {}}, awards);
  note_unknown_ballots(play, proposal, tally);
  // Of a vote that was complete before, they have been counted.
  if (!proposal.has_complete()) {
    NOMIC_TRY(count_missed_votes(play, tally));
  }
  return first_part ? end_turn_if_complete(play, mover) : Status(ledger::Done{});
}

}  // namespace

Status complete_vote(Play& play, std::uint32_t number, bool by_time) {
  const auto* open = find_proposal(play.state, number);
  assert(open != nullptr);
  Tally tally = tally_of(play, *open);
  auto outcome = settled_outcome(play, *open, tally, by_time);
  if (const auto late = late_or_not(play, *open); !late.empty()) {
    tally.known = false;
    tally.late_or_not = true;
    const auto without = settled_outcome(play, *open, tally_of(play, *open, late), true);
    if (!is_the_same(outcome, without)) {
      outcome = {std::nullopt, play.law().voting_period(case_of(*open)).source("vote"), {}, outcome.together};
    }
  }
  return follow_outcome(play, number, tally, outcome);
}

Status settle_by_word(Play& play, std::uint32_t number, bool adopted, const v1::RuleVersion& by, const Tally* known) {
  const auto* open = find_proposal(play.state, number);
  assert(open != nullptr);
  Tally tally = known != nullptr ? *known : tally_of(play, *open);
  tally.unknown = !tally.known || tally.taking_part() == 0;
  const auto changes = static_cast<std::size_t>(open->changes_size());
  const Outcome outcome{adopted, by, {changes, {adopted, by}}, hang_together(play.law(), *open)};
  return follow_outcome(play, number, tally, outcome);
}

Status settle_by_tally(Play& play, std::uint32_t number, const Tally& known) {
  const auto* open = find_proposal(play.state, number);
  assert(open != nullptr);
  return follow_outcome(play, number, known, settled_outcome(play, *open, known, false));
}

}  // namespace nomic::replay
