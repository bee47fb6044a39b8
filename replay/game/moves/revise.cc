// The proponent changes a proposal's form before the vote is called (106, 111). The number stays.

#include "change/rule_changes.h"
#include "change/waivers.h"
#include "moves/moves.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

Status may_revise(const Play& play, const v1::Proposal& proposal) {
  if (proposal.proponent() == play.move.author) return ledger::Done{};
  return refuse(ErrorCode::NOT_PROPONENT, "revises",
                {{"player", proposal.proponent()}, {"proposal", proposal.number()}},
                {play.law().debate({}).source("caller")});
}

Status still_debated(const Play& play, const v1::Proposal& proposal) {
  if (proposal.phase() != v1::Proposal::VOTE) return ledger::Done{};
  return refuse(ErrorCode::VOTE_CALLED_ALREADY, "final",
                {{"proposal", proposal.number()}, {"record", proposal.called_at()}},
                {play.law().debate({}).source("caller")});
}

}  // namespace

Status play_revise(Play& play, const v1::ProposalRevised& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_TRY(open_proposal(play, number_in(event.proposal())).status());
  auto& proposal = *edit_proposal(play.state, number_in(event.proposal()));
  const auto debate = play.law().debate({}).source("caller");
  if (auto may = may_revise(play, proposal); bars(play, may)) return may;
  if (auto open_still = still_debated(play, proposal); bars(play, open_still)) return open_still;
  play.waived = waived_of(proposal);
  NOMIC_TRY(form_is_admitted(play, proposal.number(), event));

  *proposal.mutable_changes() = event.changes();
  leave_out_texts(proposal);
  proposal.set_together(event.together());
  proposal.set_form_at(play.move.index);
  proposal.set_form(digest_of_form(play.move).raw());
  proposal.set_form_bytes(static_cast<std::uint32_t>(play.move.payload.size()));
  proposal.set_effect_at(event.effect_at());
  proposal.clear_effect_from();
  if (event.has_effect_from()) proposal.set_effect_from(event.effect_from());
  proposal.clear_attestations();
  note_targets(play, proposal);
  note_waivers(play, proposal);
  auto& emitted = *play.emit(debate).mutable_proposal_revised();
  emitted.set_player(play.move.author);
  emitted.set_proposal(reference(proposal.number()));
  emitted.set_changed(event.changes(0).kind());
  emitted.set_from_number(event.changes(0).rule());
  return drop_ballots_for_other_forms(play, proposal);
}

}  // namespace nomic::replay
