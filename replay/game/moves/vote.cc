// A ballot (105, 207). The ballot of the last eligible voter completes the vote.

#include <fmt/core.h>

#include <algorithm>

#include "game/completion.h"
#include "game/moves/moves.h"

namespace nomic::replay {

Status play_vote(Play& play, const v1::VoteCast& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  auto open = open_proposal(play, event.proposal());
  if (!open) return open.error();
  auto& proposal = **open;
  const auto& author = play.move.author;
  if (proposal.phase() != v1::Proposal::VOTE) {
    return refuse(ErrorCode::VOTE_NOT_CALLED,
                  fmt::format("proposal {} is not open to votes: it is being debated", proposal.number()),
                  fmt::format("{} calls the vote with `nomic call-vote`", proposal.proponent()),
                  {play.law().debate({}).source("caller")});
  }
  const auto duty = play.law().voting_duty({}).source("every_voter");
  if (event.choice() != v1::VoteCast::FOR && event.choice() != v1::VoteCast::AGAINST) {
    return refuse(ErrorCode::CHOICE_NOT_ALLOWED, "a vote is for or against: no rule in force provides for abstaining",
                  {}, {duty});
  }
  const auto ballot = std::find_if(proposal.ballots().begin(), proposal.ballots().end(),
                                   [&](const v1::Ballot& b) { return b.player() == author; });
  if (ballot != proposal.ballots().end()) {
    return refuse(ErrorCode::VOTED_ALREADY,
                  fmt::format("{} has voted on proposal {} already, {} at #{}", author, proposal.number(),
                              ballot->choice() == v1::VoteCast::FOR ? "for" : "against", ballot->record()),
                  "a vote cannot be changed", {play.law().franchise({}).source("votes_per_player")});
  }
  const bool completes = would_complete(play.state, proposal, author, {});
  auto prepared = completes ? prepare(play, proposal) : Result<std::vector<Prepared>>(std::vector<Prepared>());
  if (!prepared) return prepared.error();

  auto& cast = *proposal.add_ballots();
  cast.set_player(author);
  cast.set_choice(event.choice());
  cast.set_record(play.move.index);
  auto& told = play.tell(v1::Consequence::VOTE_CAST, play.law().franchise({}).source("electorate"));
  told.set_player(author);
  told.set_proposal(proposal.number());
  told.set_in_favour(event.choice() == v1::VoteCast::FOR);
  told.set_votes_for(static_cast<std::uint32_t>(proposal.ballots_size()));
  told.set_votes_against(static_cast<std::uint32_t>(voters_missing(play.state, proposal).size()));
  if (completes) complete_vote(play, proposal.number(), *prepared);
  return ledger::Done{};
}

}  // namespace nomic::replay
