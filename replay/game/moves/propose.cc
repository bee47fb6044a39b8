// A rule-change is proposed (103, 108, 201, 202). It begins the proponent's turn and takes the next number.

#include <algorithm>

#include "change/issued_numbers.h"
#include "change/named_rules.h"
#include "change/pending.h"
#include "change/rule_changes.h"
#include "change/waivers.h"
#include "derivation/past_changes.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/content.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "turn/awards.h"
#include "turn/game_time.h"
#include "turn/turn.h"
#include "voting/completion.h"
#include "voting/forms.h"

namespace nomic::replay {
namespace {

v1::Proposal proposal_of(const Play& play, const v1::ProposalMade& event, std::uint32_t number) {
  v1::Proposal proposal;
  proposal.set_number(number);
  proposal.set_proponent(play.move.author);
  proposal.set_phase(v1::Proposal::DEBATE);
  *proposal.mutable_changes() = event.changes();
  leave_out_texts(proposal);
  proposal.set_together(event.together());
  proposal.set_made_at(play.move.index);
  proposal.set_form_at(play.upheld.value_or(play.move.index));
  proposal.set_form(digest_of_form(play.move).raw());
  proposal.set_form_bytes(static_cast<std::uint32_t>(play.move.payload.size()));
  proposal.set_made_time(latest(play));
  proposal.set_made_within(within(play));
  proposal.set_effect_at(event.effect_at());
  if (event.has_effect_from()) proposal.set_effect_from(event.effect_from());
  note_targets(play, proposal);
  note_waivers(play, proposal);
  return proposal;
}

}  // namespace

Result<Standing> standing_of(const Play& play) {
  const auto& author = play.move.author;
  if (play.law().turn_order({}).value.order() == v1::TurnOrder::NO_TURNS) return Standing::BESIDE;
  if (awaits_proposal_of(play.state, author)) return Standing::GOES_ON;
  auto may = may_begin_turn(play, author);
  if (may) return Standing::BEGINS;
  const auto who = play.law().proposing({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = author}).value.who();
  if (who == v1::Proposing::ANYONE) return Standing::BESIDE;
  if (bars(play, may)) return may.error();
  // Upheld out of turn, it takes nobody's turn: who is next is next still (L63).
  return Standing::BESIDE;
}

Status consents_allow(const Play& play) {
  // The first turn has begun with the founding (L50).
  if (play.state.turn().phase() == v1::Turn::PROPOSING) return ledger::Done{};
  if (!consent_is_needed(play.state, play.law())) return ledger::Done{};
  const auto missing = consents_missing(play.state, play.law(), play.move.author);
  if (missing == 0) return ledger::Done{};
  const auto judgment = judgment_rule(play.state, play.law());
  return refuse(ErrorCode::CONSENT_MISSING, "", {{"missing", missing}},
                {judgment.source("consent"), judgment.source("consent_among")});
}

Status room_for_a_proposal(const Play& play) {
  const auto& all = play.state.proposals();
  if (all.size() >= OPEN_PROPOSALS_LIMIT) {
    return refuse(ErrorCode::TOO_MANY_PROPOSALS, "in_game", {{"limit", OPEN_PROPOSALS_LIMIT}});
  }
  const auto& author = play.move.author;
  const auto rule = play.law().proposing({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = author});
  const auto open = [&](const std::string& by) {
    return std::count_if(all.begin(), all.end(), [&](const v1::Proposal& proposal) {
      return proposal.phase() != v1::Proposal::UNDETERMINED && (by.empty() || proposal.proponent() == by);
    });
  };
  if (rule.value.has_open() && open({}) >= rule.value.open()) {
    return refuse(ErrorCode::TOO_MANY_PROPOSALS, "at_once", {{"limit", rule.value.open()}}, {rule.source("open")});
  }
  if (rule.value.has_open_each() && open(author) >= rule.value.open_each()) {
    return refuse(ErrorCode::TOO_MANY_PROPOSALS, "of_player", {{"limit", rule.value.open_each()}},
                  {rule.source("open_each")});
  }
  return ledger::Done{};
}

template <class Form>
Status form_is_admitted(Play& play, std::uint32_t number, const Form& form) {
  // What applies from an earlier record on was admitted when it was made, by the rules without it.
  if (const auto& revision = play.derivation.revision; revision != nullptr && revision->holds(number))
    return ledger::Done{};
  return look_waiving(play, [&]() -> Status {
    NOMIC_TRY(may_be_proposed(play, form.changes()));
    NOMIC_TRY(numbers_are_free(play, number, form.changes()));
    if (auto again = may_be_made_again(play, form.changes()); forbids(play, again)) return again;
    return may_name_effect(play, form);
  });
}

template Status form_is_admitted(Play&, std::uint32_t, const v1::ProposalRevised&);

Status play_propose(Play& play, const v1::ProposalMade& given) {
  NOMIC_TRY(must_be_playing(play));
  if (auto active = must_be_active(play, v1::Inactivity::TURNS, "no_proposals"); bars(play, active)) return active;
  NOMIC_ASSIGN(const auto standing, standing_of(play));
  const bool begins = standing == Standing::BEGINS;
  if (begins) {
    if (auto consent = consents_allow(play); bars(play, consent)) return consent;
  }
  if (auto room = room_for_a_proposal(play); bars(play, room)) return room;
  v1::ProposalMade event = given;
  // What waits for the beginning of a turn is in force when the turn's proposal is looked at. A rule that it renumbers
  // is the one that the proposal names.
  if (begins) {
    forget_issued(play);
    const auto rules = play.state.rules();
    NOMIC_TRY(take_pending_effects(play, v1::Effectiveness::NEXT_TURN));
    const PresentNumbers present(rules, play.state);
    if (present.any()) present.rename(event);
  }
  NOMIC_ASSIGN(auto number, number_of_proposal(play, event));
  if (says_its_number(event)) NOMIC_TRY(begin_players_numbers(play));
  NOMIC_TRY(form_is_admitted(play, number, event));
  if (event.call_vote()) {
    if (auto call = may_call_by_now(play, latest(play), event.changes(0).kind()); bars(play, call)) return call;
  }

  auto& proposal = play.state.edit_proposals().add();
  proposal = proposal_of(play, event, number);
  if (begins) begin_turn(play, number);
  note_number(play, number);
  if (standing == Standing::GOES_ON) go_on_with_turn(play, number);
  if (const auto* turn = incomplete_turn_with(play.state, number)) proposal.set_turn(turn->number());
  auto& emitted = *play.emit(play.law().numbering({}).source("first")).mutable_proposal_made();
  emitted.set_player(play.move.author);
  emitted.set_proposal(reference(number));
  emitted.set_changed(event.changes(0).kind());
  emitted.set_from_number(event.changes(0).rule());
  if (says_its_number(event)) emitted.set_players_number(true);
  if (play.upheld && *play.upheld != play.move.index) emitted.set_about(*play.upheld);
  pay_awards(play, {v1::Award::PROPOSED, &proposal, nullptr, play.move.author});
  if (!event.call_vote()) return ledger::Done{};
  call_the_vote(play, proposal, play.law().debate({}).source("caller"));
  return complete_ready_votes(play);
}

}  // namespace nomic::replay
