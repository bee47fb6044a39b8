// Something is said on a proposal, by anyone, until the vote is called (111).

#include "moves/moves.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay {

Status play_debate(Play& play, const v1::DebateSpoken& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_ASSIGN(auto open, open_proposal(play, number_in(event.proposal())));
  const auto& proposal = *open;
  const auto debate = play.law().debate({}).source("caller");
  if (proposal.phase() == v1::Proposal::VOTE) {
    return refuse(ErrorCode::VOTE_CALLED_ALREADY, "debate_ended",
                  {{"proposal", proposal.number()}, {"record", proposal.called_at()}}, {debate});
  }
  if (event.text().empty()) return refuse(ErrorCode::TEXT_EMPTY, "contribution");
  if (event.text().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG, "contribution", {{"size", event.text().size()}, {"limit", TEXT_LIMIT}});
  }
  auto& emitted = *play.emit(debate).mutable_debated();
  emitted.set_player(play.move.author);
  emitted.set_proposal(reference(proposal.number()));
  return ledger::Done{};
}

}  // namespace nomic::replay
