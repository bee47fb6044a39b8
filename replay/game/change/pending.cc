#include "change/pending.h"

#include <algorithm>

#include "change/rule_changes.h"
#include "derivation/past_changes.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "turn/clock.h"
#include "turn/game_time.h"

namespace nomic::replay {
namespace {

struct Moment {
  v1::Effectiveness::Moment when = v1::Effectiveness::VOTE_COMPLETE;
  std::int64_t at = 0;
  std::int64_t within = 0;  // how much earlier it may be
  v1::RuleVersion rule;
};

Moment moment_of(const Play& play, const v1::Proposal& proposal, const v1::RuleChange& change) {
  const auto rule = play.law().effectiveness(case_of(change));
  if (proposal.effect_at() != 0) {
    const bool later = proposal.effect_at() > play.move.recorded_at;
    return {later ? v1::Effectiveness::AFTER_DELAY : v1::Effectiveness::VOTE_COMPLETE, proposal.effect_at(), 0,
            rule.source("proposals_may_say")};
  }
  if (!rule.value.has_when()) return {};
  Moment moment{rule.value.when(), 0, 0, rule.source("when")};
  if (moment.when == v1::Effectiveness::AFTER_DELAY) {
    moment.at = latest(play) + micros_of(rule.value.delay());
    moment.within = within(play);
  }
  return moment;
}

void await(Play& play, const v1::Proposal& proposal, std::uint32_t change, const Moment& moment) {
  auto& all = play.state.edit_pending();
  const auto same = std::find_if(all.begin(), all.end(), [&](const v1::PendingEffect& other) {
    return other.proposal().number() == proposal.number() && other.when() == moment.when && other.at() == moment.at;
  });
  if (same != all.end()) {
    all.edit(static_cast<int>(same - all.begin())).add_changes(change);
    return;
  }
  auto& pending = all.add();
  *pending.mutable_proposal() = proposal;
  pending.add_changes(change);
  pending.set_when(moment.when);
  if (moment.when == v1::Effectiveness::AFTER_DELAY) {
    pending.set_at(moment.at);
    pending.set_within(moment.within);
  }
  auto& emitted = *play.emit(moment.rule).mutable_effect_awaited();
  emitted.set_proposal(reference(proposal.number()));
  emitted.set_when(moment.when);
  if (moment.when == v1::Effectiveness::AFTER_DELAY) emitted.set_at(moment.at);
}

}  // namespace

Status take_or_await_effect(Play& play, const v1::Proposal& proposal, const Outcome& outcome) {
  if (proposal.changes(0).kind() == v1::NO_CHANGE) return ledger::Done{};
  std::vector<std::uint32_t> now;
  for (std::uint32_t at = 0; at < outcome.changes.size(); ++at) {
    if (!outcome.changes[at].adopted.value_or(false)) continue;
    // What stands or falls together takes effect together: by the rule for the first.
    const auto& change = proposal.changes(outcome.together ? 0 : static_cast<int>(at));
    if (proposal.has_effect_from()) {
      now.push_back(at);
      continue;
    }
    const auto moment = moment_of(play, proposal, change);
    if (moment.when == v1::Effectiveness::VOTE_COMPLETE) {
      now.push_back(at);
    } else {
      await(play, proposal, at, moment);
    }
  }
  if (now.empty()) return ledger::Done{};
  if (proposal.has_effect_from()) return ask_revision(play, proposal, now);
  return take_effect(play, proposal, now, outcome.together);
}

Status take_pending_effects(Play& play, v1::Effectiveness::Moment moment) {
  std::vector<v1::PendingEffect> due;
  const auto its_moment = [&](const v1::PendingEffect& one) {
    return one.when() == moment && (moment != v1::Effectiveness::AFTER_DELAY || one.at() <= play.move.recorded_at);
  };
  const auto& all = play.state.pending();
  std::copy_if(all.begin(), all.end(), std::back_inserter(due), its_moment);
  if (due.empty()) return ledger::Done{};
  play.state.edit_pending().erase_if(its_moment);
  for (const auto& pending : due) {
    const std::vector<std::uint32_t> changes(pending.changes().begin(), pending.changes().end());
    const bool together = hang_together(play.law(), pending.proposal());
    NOMIC_TRY(take_effect(play, pending.proposal(), changes, together));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
