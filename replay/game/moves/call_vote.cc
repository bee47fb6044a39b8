// Debate ends and voting begins (111). What could not be adopted under the present rules is not put to the vote (114,
// 209).

#include <algorithm>

#include "change/rule_changes.h"
#include "change/waivers.h"
#include "derivation/past_changes.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "turn/clock.h"
#include "turn/game_time.h"
#include "voting/completion.h"

namespace nomic::replay {
namespace {

// Of days it may not be certain that the debate was long enough.
void emit_if_debate_may_be_short(Play& play, const v1::Proposal& proposal) {
  const auto period = play.law().voting_period({.change = proposal.changes(0).kind(), .player = {}});
  if (!period.value.has_debate_at_least()) return;
  const auto over = proposal.made_time() + micros_of(period.value.debate_at_least());
  auto* untold = emit_if_untold(play, period.source("debate_at_least"), over, proposal.made_within());
  if (untold == nullptr) return;
  untold->set_what(v1::Consequence::CannotTell::DEBATE);
  untold->set_proposal(reference(proposal.number()));
}

}  // namespace

Status may_call(const Play& play, const v1::Proposal& proposal) {
  const auto debate = play.law().debate({});
  const auto& author = play.move.author;
  if (play.state.dispute().debate_asked() == proposal.number()) {
    const auto judges = judges_of(play.state, play.law(), nullptr);
    if (std::find(judges.begin(), judges.end(), author) != judges.end() || judges.empty()) return ledger::Done{};
    return refuse(ErrorCode::NOT_THE_JUDGE, "ends_debate", {{"judge", judges.front()}, {"proposal", proposal.number()}},
                  {debate.source("judge_may_be_asked")});
  }
  if (debate.value.caller() == v1::Debate::ANYONE || proposal.proponent() == author) return ledger::Done{};
  return refuse(ErrorCode::NOT_PROPONENT, "calls", {{"player", proposal.proponent()}, {"proposal", proposal.number()}},
                {debate.source("caller")});
}

Status play_call_vote(Play& play, const v1::VoteCalled& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_TRY(open_proposal(play, number_in(event.proposal())).status());
  auto& proposal = *edit_proposal(play.state, number_in(event.proposal()));
  const auto debate = play.law().debate({});
  if (proposal.phase() == v1::Proposal::VOTE) {
    return refuse(ErrorCode::VOTE_CALLED_ALREADY, "at",
                  {{"proposal", proposal.number()}, {"record", proposal.called_at()}}, {debate.source("caller")});
  }
  if (auto caller = may_call(play, proposal); bars(play, caller)) return caller;
  if (auto call = may_call_by_now(play, proposal.made_time() - proposal.made_within(), proposal.changes(0).kind());
      bars(play, call))
    return call;
  if (!acts_already(play, proposal.number())) {
    play.waived = waived_of(proposal);
    NOMIC_TRY(look_waiving(play, [&] { return within_bounds(play, proposal.changes(), play.waived); }));
    note_waivers(play, proposal);
  }

  emit_if_debate_may_be_short(play, proposal);
  call_the_vote(play, proposal, debate.source("caller"));
  play.consequences.back().mutable_vote_called()->set_player(play.move.author);
  return complete_ready_votes(play);
}

Status may_call_by_now(const Play& play, std::int64_t made_at_earliest, v1::ChangeKind kind) {
  const auto period = play.law().voting_period({.change = kind, .player = {}});
  if (!period.value.has_debate_at_least()) return ledger::Done{};
  const auto from = made_at_earliest + micros_of(period.value.debate_at_least());
  if (latest(play) >= from) return ledger::Done{};
  return refuse(ErrorCode::DEBATE_TOO_SHORT, "", {{"time", Moment{from}}}, {period.source("debate_at_least")});
}

}  // namespace nomic::replay
