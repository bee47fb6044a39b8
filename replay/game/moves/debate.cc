// Something is said on a proposal, by anyone, until the vote is called (111).

#include <fmt/core.h>

#include "moves/moves.h"
#include "nomic/replay/text.h"

namespace nomic::replay {

Status play_debate(Play& play, const v1::DebateSpoken& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  auto open = open_proposal(play, event.proposal());
  if (!open) return open.error();
  const auto& proposal = **open;
  const auto debate = play.law().debate({}).source("caller");
  if (proposal.phase() == v1::Proposal::VOTE) {
    return refuse(ErrorCode::VOTE_CALLED_ALREADY,
                  fmt::format("debate on proposal {} ended when its vote was called at #{}", proposal.number(),
                              proposal.called_at()),
                  {}, {debate});
  }
  if (event.text().empty()) return refuse(ErrorCode::TEXT_EMPTY, "there is nothing said: the text is empty");
  if (event.text().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG,
                  fmt::format("the text has {} bytes; at most {} are allowed", event.text().size(), TEXT_LIMIT));
  }
  auto& told = *play.emit(debate).mutable_debated();
  told.set_player(play.move.author);
  told.set_proposal(proposal.number());
  return ledger::Done{};
}

}  // namespace nomic::replay
