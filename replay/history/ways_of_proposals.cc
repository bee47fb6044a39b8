// What players can do about votes and proposals: vote again, take back, give another form.
#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "ways_tried.h"

namespace nomic::replay {
namespace {

using OutBy = WayOut::Kind;

v1::Event vote_of(const v1::Proposal& proposal, v1::VoteCast::Choice choice) {
  v1::Event event;
  event.mutable_vote_cast()->set_proposal(reference(proposal.number()));
  event.mutable_vote_cast()->set_choice(choice);
  event.mutable_vote_cast()->set_form(proposal.form());
  return event;
}

const v1::Proposal* open_of(const State& state, std::uint32_t number) {
  const auto& open = state.proposals();
  const auto found = std::find_if(open.begin(), open.end(), [&](const auto& one) { return one.number() == number; });
  return found == open.end() ? nullptr : &*found;
}

// The same form with other words, where it has some; whether it has.
bool reword(google::protobuf::RepeatedPtrField<v1::RuleChange>& changes) {
  if (changes.size() != 1 || changes[0].texts().empty()) return false;
  v1::Text& text = *changes[0].mutable_texts(0);
  text.set_text(text.text() + "...");
  return true;
}

}  // namespace

Status WaysTried::of_vote(const v1::VoteCast& vote) {
  for (const v1::Ballots& on : state().ballots()) {
    const auto& cast = on.ballots();
    const bool counts = std::any_of(cast.begin(), cast.end(), [&](const v1::Ballot& ballot) {
      return ballot.record() == record_.index && !ballot.withdrawn();
    });
    const v1::Proposal* proposal = open_of(state(), on.proposal());
    if (!counts || proposal == nullptr) continue;
    for (const auto choice : {v1::VoteCast::FOR, v1::VoteCast::AGAINST, v1::VoteCast::ABSTAIN}) {
      if (choice == vote.choice()) continue;
      NOMIC_TRY(add(OutBy::VOTE_AGAIN, record_.author, vote_of(*proposal, choice)).status());
    }
    v1::Event back;
    back.mutable_vote_withdrawn()->set_proposal(reference(proposal->number()));
    NOMIC_TRY(add(OutBy::TAKE_BACK, record_.author, back).status());
  }
  return ledger::Done{};
}

Status WaysTried::of_withdrawn_vote(const v1::VoteWithdrawn& vote) {
  const v1::Proposal* proposal = open_of(state(), number_in(vote.proposal()));
  if (proposal == nullptr) return ledger::Done{};
  const auto& all = state().ballots();
  const bool has_none = std::any_of(all.begin(), all.end(), [&](const v1::Ballots& on) {
    return on.proposal() == number_in(vote.proposal()) &&
           std::any_of(on.ballots().begin(), on.ballots().end(), [&](const v1::Ballot& ballot) {
             return ballot.player() == record_.author && ballot.withdrawn();
           });
  });
  if (!has_none) return ledger::Done{};
  for (const auto choice : {v1::VoteCast::FOR, v1::VoteCast::AGAINST, v1::VoteCast::ABSTAIN}) {
    NOMIC_TRY(add(OutBy::VOTE_AGAIN, record_.author, vote_of(*proposal, choice)).status());
  }
  return ledger::Done{};
}

// Of an open proposal: the form that this record made, if it is the one that is open.
Status WaysTried::of_form() {
  for (const v1::Proposal& proposal : state().proposals()) {
    if (proposal.form_at() != record_.index) continue;
    NOMIC_ASSIGN(auto changes, changes_of(game_.history(), proposal));
    v1::Event event;
    v1::ProposalRevised& revised = *event.mutable_proposal_revised();
    revised.set_proposal(reference(proposal.number()));
    revised.set_together(proposal.together());
    revised.set_effect_at(proposal.effect_at());
    if (proposal.has_effect_from()) revised.set_effect_from(proposal.effect_from());
    const bool has_words = reword(changes);
    *revised.mutable_changes() = std::move(changes);
    NOMIC_TRY(add(OutBy::REVISE, proposal.proponent(), event, has_words ? LeftOpen::TEXT : LeftOpen::CHANGE).status());
    v1::Event back;
    back.mutable_proposal_withdrawn()->set_proposal(reference(proposal.number()));
    NOMIC_TRY(add(OutBy::TAKE_BACK, proposal.proponent(), back).status());
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
