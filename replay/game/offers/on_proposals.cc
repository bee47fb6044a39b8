// On open proposals: debate, revision, the call of the vote, ballots, withdrawal, an attested outcome.

#include <algorithm>
#include <set>

#include "change/rule_changes.h"
#include "change/waivers.h"
#include "derivation/past_changes.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/reference.h"
#include "offers/board.h"
#include "voting/attestations.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

bool proposed_by(const v1::Proposal& proposal, const Seat& seat) {
  return proposal.proponent() == seat.player();
}

// Whether the bounds on the number of rules let its vote be called.
bool bounds_let_call(const Play& play, const v1::Proposal& proposal) {
  return acts_already(play, proposal.number()) || within_bounds(play, proposal.changes(), waived_of(proposal)).ok();
}

// Who is to call it: the proponent, or the Judge who was asked to end the debate.
std::string caller_of(const Board& board, const v1::Proposal& proposal) {
  if (board.state().dispute().debate_asked() != proposal.number()) return proposal.proponent();
  const auto sitting = judges_of(board.state(), board.law(), nullptr);
  return sitting.empty() ? proposal.proponent() : sitting.front();
}

void offer_call(Board& board, const v1::Proposal& proposal) {
  const auto debate = board.law().debate({});
  const bool asked = board.state().dispute().debate_asked() == proposal.number();
  const auto caller = caller_of(board, proposal);
  const auto by = asked ? debate.source("judge_may_be_asked") : debate.source("caller");
  for (const auto& seat : board.seats) {
    if (board.only_duties && seat.player() != caller) continue;
    const auto made = proposal.made_time() - proposal.made_within();
    if (!may_call(seat.play, proposal) || !may_call_by_now(seat.play, made, proposal.changes(0).kind())) continue;
    if (!bounds_let_call(seat.play, proposal)) continue;
    auto& offer = board.may(seat.player(), v1::Event::kVoteCalled, by);
    offer.must = seat.player() == caller;
    offer.proposal = proposal.number();
  }
}

void offer_ask_time(Board& board, const v1::Proposal& proposal) {
  const auto debate = board.law().debate({});
  if (!debate.value.judge_may_be_asked() || board.state().dispute().debate_asked() == proposal.number()) return;
  for (const auto& seat : board.seats) {
    if (judges_of(seat.state(), seat.law(), nullptr).empty()) continue;
    board.may(seat.player(), v1::Event::kDebateEndAsked, debate.source("judge_may_be_asked")).proposal =
        proposal.number();
  }
}

// What could not be adopted by now waits for another form.
void offer_revision(Board& board, const v1::Proposal& proposal) {
  for (const auto& seat : board.seats) {
    if (!proposed_by(proposal, seat)) continue;
    const bool must = !bounds_let_call(seat.play, proposal);
    if (board.only_duties && !must) continue;
    const auto kinds = kinds_of_change(seat.play);
    if (kinds.empty()) continue;
    auto& offer = board.may(seat.player(), v1::Event::kProposalRevised, board.law().debate({}).source("caller"));
    offer.must = must;
    offer.proposal = proposal.number();
    offer.blanks = {Blank::CHANGE};
    offer.changes = kinds;
  }
}

void offer_debate(Board& board, const v1::Proposal& proposal) {
  Offer offer;
  offer.kind = v1::Event::kDebateSpoken;
  offer.rule = board.law().debate({}).source("caller");
  offer.proposal = proposal.number();
  offer.blanks = {Blank::TEXT};
  board.may_all(offer);
}

// The ballot of that player that stands; null: none does.
const v1::Ballot* standing_ballot(const Seat& seat, const v1::Proposal& proposal) {
  return ballot_of(ballots_on(seat.state(), proposal.number()), seat.player());
}

void offer_ballot(Board& board, const v1::Proposal& proposal, const Seat& seat) {
  const auto* cast = standing_ballot(seat, proposal);
  if (board.only_duties && cast != nullptr) return;
  if (!is_eligible(seat.law(), proposal, seat.self())) return;
  if (cast != nullptr && !may_change_ballot(seat.play, proposal, *cast, false)) return;
  const auto franchise = seat.law().franchise(case_of(proposal, seat.player()));
  auto by = cast == nullptr ? seat.law().voting_duty({}).source("every_voter")
                            : seat.law().vote_changes(case_of(proposal, seat.player())).source("change");
  // Where no rule obliges voters, the one that lets them vote.
  if (by.number() == 0) by = franchise.source("electorate");
  auto& offer = board.may(seat.player(), v1::Event::kVoteCast, by);
  offer.must = cast == nullptr && !vote_is_implied(seat.law(), proposal, seat.player()) &&
               !board.is_away(seat, v1::Inactivity::VOTING);
  offer.proposal = proposal.number();
  offer.blanks = {Blank::CHOICE};
  offer.choices = {Choice::FOR, Choice::AGAINST};
  if (franchise.value.abstention()) offer.choices.push_back(Choice::ABSTAIN);
}

void offer_vote(Board& board, const v1::Proposal& proposal) {
  for (const auto& seat : board.seats) offer_ballot(board, proposal, seat);
  if (board.only_duties) return;
  for (const auto& seat : board.seats) {
    const auto* cast = standing_ballot(seat, proposal);
    if (cast == nullptr || !may_change_ballot(seat.play, proposal, *cast, true)) continue;
    const auto by = seat.law().vote_changes(case_of(proposal, seat.player())).source("withdraw");
    board.may(seat.player(), v1::Event::kVoteWithdrawn, by).proposal = proposal.number();
  }
}

void offer_withdrawal(Board& board, const v1::Proposal& proposal) {
  for (const auto& seat : board.seats) {
    if (!proposed_by(proposal, seat) || !may_take_back(seat.play, proposal)) continue;
    const auto by = seat.law().proposing(case_of(proposal, seat.player())).source("withdrawal");
    board.may(seat.player(), v1::Event::kProposalWithdrawn, by).proposal = proposal.number();
  }
}

Offer attestation(const Board& board) {
  Offer offer;
  offer.kind = v1::Event::kOutcomeAttested;
  offer.rule = board.law().permission({}).source("unregulated");
  offer.blanks = {Blank::CHOICE};
  offer.choices = {Choice::ADOPTED, Choice::DEFEATED};
  return offer;
}

// In a live game: where players can settle it together, and what no ballot rules out. No choices: none. Fails only as
// the history fails.
Result<Offer> attestation_as_seen(const Board& board, const Seat& seat, const v1::Proposal& proposal) {
  auto offer = attestation(board);
  offer.proposal = proposal.number();
  offer.choices.clear();
  NOMIC_ASSIGN(auto assent, assent_to(seat.state(), seat.law(), board.history, proposal, {}));
  if (assent.needed == 0) return offer;
  offer.rule = assent.rule;
  for (const auto choice : {Choice::ADOPTED, Choice::DEFEATED}) {
    v1::OutcomeAttested outcome;
    outcome.set_adopted(choice == Choice::ADOPTED);
    if (!contradiction_of(seat.play, proposal, outcome).any()) offer.choices.push_back(choice);
  }
  return offer;
}

// Of a vote that is open, or that no rule determined. A player who comes back with the move counts in the vote then.
Status offer_attestation(Board& board, const v1::Proposal& proposal) {
  if (one_word_settles(board.state())) {
    auto offer = attestation(board);
    offer.proposal = proposal.number();
    board.may_all(offer);
    return ledger::Done{};
  }
  auto usual = attestation_as_seen(board, board.nobody, proposal);
  if (!usual) return usual.error();
  for (const auto& seat : board.seats) {
    NOMIC_ASSIGN(auto offer, seat.comes_back(board.state()) ? attestation_as_seen(board, seat, proposal) : usual);
    if (offer.choices.empty()) continue;
    auto& to = board.may(seat.player(), offer.kind, offer.rule);
    to = offer;
    to.player = seat.player();
  }
  return ledger::Done{};
}

// Whether there is a proposal that is open no more, of which an outcome can be remarked. Of one that a Judgment left
// without effect none can.
bool was_any_closed(const Play& play) {
  const auto& state = play.state;
  const Law& law = play.law();
  std::uint64_t made = state.next_number() - std::min(state.next_number(), law.numbering({}).value.first());
  if (state.has_players_numbers()) {
    made = state.next_number() - std::uint64_t{1};
    made += static_cast<std::uint64_t>(state.players_numbers().lettered_size());
    for (const auto& run : state.players_numbers().free()) made -= std::uint64_t{run.last()} - run.first() + 1;
  }
  const auto& open = state.proposals();
  const auto numbered =
      std::count_if(open.begin(), open.end(), [](const auto& proposal) { return !is_unnumbered(proposal.number()); });
  std::set<std::uint32_t> fallen;
  for (const auto& issued : state.issued()) {
    if (issued.change() == 0 && !has_not_fallen(play, issued.number())) fallen.insert(issued.number());
  }
  return made > static_cast<std::uint64_t>(numbered) + fallen.size();
}

void offer_remark(Board& board) {
  if (!was_any_closed(board.nobody.play)) return;
  auto offer = attestation(board);
  offer.blanks = {Blank::PROPOSAL, Blank::CHOICE};
  board.may_all(offer);
}

}  // namespace

// All but what is attested of it, which is no duty.
void offer_on_proposal(Board& board, const v1::Proposal& proposal) {
  const bool debated = proposal.phase() == v1::Proposal::DEBATE;
  const bool voted_on = proposal.phase() == v1::Proposal::VOTE;
  if (debated) {
    offer_call(board, proposal);
    if (!board.only_duties) offer_ask_time(board, proposal);
    offer_revision(board, proposal);
  }
  if (voted_on) offer_vote(board, proposal);
  if (board.only_duties) return;
  if (debated || voted_on) offer_withdrawal(board, proposal);
  if (debated) offer_debate(board, proposal);
}

Status offer_on_proposals(Board& board) {
  for (const auto& proposal : board.state().proposals()) {
    offer_on_proposal(board, proposal);
    if (proposal.phase() != v1::Proposal::DEBATE) NOMIC_TRY(offer_attestation(board, proposal));
  }
  offer_remark(board);
  return ledger::Done{};
}

}  // namespace nomic::replay
