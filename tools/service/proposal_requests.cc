// Events of proposals and their votes.
#include <algorithm>

#include "making.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/service/form_to_propose.h"
#include "requested_changes.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

// When it takes effect, and from which point on, as far as it is said.
template <class Form>
replay::Status put_effect(const Making& making, const std::string& at, const std::string& from, Form& form) {
  if (!at.empty()) {
    NOMIC_ASSIGN(auto time, replay::parse_time(at, false));
    form.set_effect_at(time);
  }
  if (from.empty()) return ledger::Done{};
  NOMIC_ASSIGN(auto point, replay::parse_point(from));
  NOMIC_ASSIGN(auto game, making.game());
  NOMIC_ASSIGN(auto size, game->resolve(point));
  form.set_effect_from(size == 0 ? 0 : size - 1);
  return ledger::Done{};
}

Result<v1::ProposalMade> form_of(Making& making, const v1::Request::Propose& move) {
  v1::ProposalMade form;
  NOMIC_ASSIGN(auto changes, changes_of(making, move.changes()));
  if (changes.size() == 1) NOMIC_TRY(warn_of_losses(making, move.changes(), changes));
  *form.mutable_changes() = std::move(changes);
  form.set_together(move.together());
  NOMIC_TRY(put_effect(making, move.effect_at(), move.effect_from(), form));
  NOMIC_ASSIGN(auto reason, clean_reason(move.reason()));
  form.set_reason(std::move(reason));
  form.set_call_vote(move.call_vote());
  form.set_number(move.number());
  form.set_number_unknown(move.number_unknown());
  return form;
}

// The form that the voter has seen: the one that they name, else the one that is open here. Empty of a proposal that is
// not open; NEEDS_GAME where nobody says it.
Result<std::string> form_seen(const Making& making, const v1::Request::Vote& move, std::uint32_t number) {
  if (!move.form().empty()) {
    const auto named = ledger::Hash::from_hex(move.form());
    if (!named) return error_of(ErrorCode::BAD_REQUEST, "form_digits", {{"typed", move.form()}});
    return named->raw();
  }
  auto state = making.state();
  if (!state) return error_of(ErrorCode::NEEDS_GAME, "form");
  for (const v1::Proposal& open : (*state)->proposals()) {
    if (open.number() == number) return open.form();
  }
  return std::string();
}

}  // namespace

Result<ProposedForm> proposed_form(replay::Game& game, const v1::Request::Propose& propose) {
  const v1::Request request;
  const Means means;
  Making making(request, means, &game);
  NOMIC_ASSIGN(auto form, form_of(making, propose));
  return ProposedForm{std::move(form), std::move(making.warnings())};
}

Result<v1::Event> event_of(Making& making, const v1::Request::Propose& move) {
  NOMIC_ASSIGN(auto form, form_of(making, move));
  v1::Event event;
  *event.mutable_proposal_made() = std::move(form);
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Revise& move) {
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  NOMIC_ASSIGN(auto state, making.state());
  NOMIC_ASSIGN(auto reason, clean_reason(move.reason()));
  v1::Event event;
  v1::ProposalRevised& revised = *event.mutable_proposal_revised();
  revised.set_proposal(replay::reference(number));
  revised.set_reason(std::move(reason));
  const auto& open = state->proposals();
  const auto form =
      std::find_if(open.begin(), open.end(), [&](const v1::Proposal& each) { return each.number() == number; });
  const bool edits = move.changes().empty() || is_edit(move.changes());
  if (form == open.end()) {
    // Without an open form there is nothing to build on: the engine says why it cannot be revised.
    if (edits) return event;
  } else {
    revised.set_together((*form).together());
    revised.set_effect_at((*form).effect_at());
    if ((*form).has_effect_from()) revised.set_effect_from((*form).effect_from());
  }
  const v1::Request::Change nothing;
  NOMIC_ASSIGN(auto changes, edits ? edited(making, *form, move.changes().empty() ? nothing : move.changes(0))
                                   : changes_of(making, move.changes()));
  if (!edits && changes.size() == 1) NOMIC_TRY(warn_of_losses(making, move.changes(), changes));
  *revised.mutable_changes() = std::move(changes);
  if (move.has_together()) revised.set_together(move.together());
  NOMIC_TRY(put_effect(making, move.effect_at(), move.effect_from(), revised));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Withdraw& move) {
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  v1::Event event;
  event.mutable_proposal_withdrawn()->set_proposal(replay::reference(number));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Debate& move) {
  NOMIC_ASSIGN(auto text, replay::clean_text(move.text(), "what_is_said"));
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  v1::Event event;
  event.mutable_debate_spoken()->set_proposal(replay::reference(number));
  event.mutable_debate_spoken()->set_text(std::move(text));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::CallVote& move) {
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  v1::Event event;
  event.mutable_vote_called()->set_proposal(replay::reference(number));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Vote& move) {
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  if (move.choice() == v1::VoteCast::CHOICE_UNSPECIFIED) return error_of(ErrorCode::BAD_REQUEST, "no_choice");
  NOMIC_ASSIGN(auto form, form_seen(making, move, number));
  v1::Event event;
  event.mutable_vote_cast()->set_proposal(replay::reference(number));
  event.mutable_vote_cast()->set_choice(move.choice());
  event.mutable_vote_cast()->set_form(std::move(form));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::WithdrawVote& move) {
  NOMIC_ASSIGN(auto number, making.proposal_in(move));
  v1::Event event;
  event.mutable_vote_withdrawn()->set_proposal(replay::reference(number));
  return event;
}

}  // namespace nomic::tools
