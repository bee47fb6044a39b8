#include "turn/clock.h"

#include <algorithm>
#include <optional>

#include "change/pending.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "turn/activity.h"
#include "turn/automatic.h"
#include "turn/ring.h"
#include "turn/throws.h"
#include "turn/turn.h"
#include "voting/completion.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

constexpr std::int64_t SECOND = 1'000'000;

std::int64_t time_of(const std::string& written) {
  const auto time = parse_time(written, false);
  return time ? *time : 0;
}

// Finds what falls due up to a time. Nearly every record finds nothing: what lies later is passed over before anything
// else is asked about it.
class Finder {
 public:
  // `maybe`: what may fall due by then, too.
  Finder(const State& state, const Law& law, std::int64_t until, bool maybe)
      : state_(state), law_(law), until_(until), maybe_(maybe), votes_(state, law) {}

  std::vector<Due> all() {
    for (const auto& proposal : state_.proposals()) of_proposal(proposal);
    for (const auto& pending : state_.pending()) {
      if (pending.when() != v1::Effectiveness::AFTER_DELAY) continue;
      add({pending.at(), pending.within()}, Due::What::EFFECT, pending.proposal().number(), {}, {});
    }
    of_rules();
    of_inactivity();
    of_turns();
    std::stable_sort(found_.begin(), found_.end(), [](const Due& a, const Due& b) { return a.at < b.at; });
    return std::move(found_);
  }

 private:
  // When something that began then is over under a rule.
  [[nodiscard]] When end(const v1::RuleVersion& rule, const When& began, const v1::Period& period) const {
    return end_of(state_, rule, began, period);
  }

  [[nodiscard]] bool is_later(const When& when) const { return when.at - (maybe_ ? when.within : 0) > until_; }

  void add(const When& when, Due::What what, std::uint32_t number, const std::string& player,
           const v1::RuleVersion& rule) {
    if (is_later(when)) return;
    auto& due = found_.emplace_back();
    due.at = when.at;
    due.within = when.within;
    due.what = what;
    due.number = number;
    due.player = player;
    due.rule = rule;
  }

  void of_proposal(const v1::Proposal& proposal) {
    if (proposal.phase() == v1::Proposal::DEBATE && proposal.debate_ends() != 0) {
      add({proposal.debate_ends(), 0}, Due::What::DEBATE_ENDS, proposal.number(), {},
          law_.debate({}).source("judge_may_be_asked"));
    }
    if (state_.votes_left()) of_complete_vote(proposal);
    if (!law_.knows(v1::Provision::kVotingPeriod)) return;
    const auto period = law_.voting_period(case_of(proposal));
    if (proposal.phase() == v1::Proposal::DEBATE && period.value.has_debate()) {
      const auto rule = period.source("debate");
      add(end(rule, {proposal.made_time(), proposal.made_within()}, period.value.debate()), Due::What::DEBATE_ENDS,
          proposal.number(), {}, rule);
    }
    if (proposal.phase() != v1::Proposal::VOTE) return;
    const When called = {proposal.called_time(), proposal.called_within()};
    if (period.value.has_vote()) {
      const auto rule = period.source("vote");
      add(end(rule, called, period.value.vote()), Due::What::VOTE_ENDS, proposal.number(), {}, rule);
    }
    if (period.value.has_vote_at_least()) {
      const auto rule = period.source("vote_at_least");
      const When when = {called.at + micros_of(period.value.vote_at_least()), called.within};
      if (is_later(when) || !votes_.everyone_has_voted(proposal)) return;
      add(when, Due::What::VOTE_CAN_END, proposal.number(), {}, rule);
    }
  }

  // It could have ended at the last record.
  void of_complete_vote(const v1::Proposal& proposal) {
    if (!proposal.attestations().empty()) {
      add({state_.recorded_at(), 0}, Due::What::VOTE_CAN_END, proposal.number(), {}, {});
      return;
    }
    if (proposal.phase() != v1::Proposal::VOTE || !votes_.everyone_has_voted(proposal)) return;
    if (law_.voting_period(case_of(proposal)).value.has_vote_at_least()) return;
    add({state_.recorded_at(), 0}, Due::What::VOTE_CAN_END, proposal.number(), {}, {});
  }

  void of_rules() {
    for (const auto& change : law_.dated_changes()) {
      add({change.at, 0}, Due::What::CHANGE, change.rule.number(), {}, change.rule);
    }
    if (!law_.knows(v1::Provision::kSelfRepeal)) return;
    std::optional<RuleCounts> now;
    for (const auto& repeal : law_.self_repeals()) {
      if (repeal.value.when_case() != v1::SelfRepeal::kAt) continue;
      const auto at = time_of(repeal.value.at());
      if (at > until_) continue;
      if (!now) now = counts_of(state_);
      if (!may_go(state_, law_, repeal.source.number(), *now)) continue;
      add({at, 0}, Due::What::REPEAL, repeal.source.number(), {}, repeal.source);
    }
  }

  void of_inactivity() {
    if (!law_.knows(v1::Provision::kInactivity)) return;
    for (const auto& player : state_.players()) {
      if (!in_game(player) || player.inactive_since() != 0) continue;
      const auto rule = law_.inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = player.names().name()});
      if (!rule.value.has_after()) continue;
      add(end(rule.source("after"), {player.moved_at(), player.moved_within()}, rule.value.after()),
          Due::What::INACTIVITY, 0, player.names().name(), rule.source("after"));
    }
  }

  void of_turns() {
    of_round(state_.turn());
    for (const auto& turn : state_.other_turns()) of_round(turn);
    if (!law_.knows(v1::Provision::kTurnOrder)) return;
    const auto order = law_.turn_order({});
    if (order.value.has_time_to_throw()) {
      of_throw(state_.turn(), order);
      for (const auto& turn : state_.other_turns()) of_throw(turn, order);
    }
    if (!order.value.has_time_to_propose()) return;
    of_proposing(state_.turn(), order);
    for (const auto& turn : state_.other_turns()) of_proposing(turn, order);
    // While a turn goes on beside it, nobody may begin the next.
    if (!is_between_turns(state_)) return;
    const auto next = next_in_order(state_, law_);
    if (next.empty()) return;
    const auto rule = order.source("time_to_propose");
    add(end(rule, since(state_.turn()), order.value.time_to_propose()), Due::What::TURN, 0, next, rule);
  }

  // Another proposal, in place of one that is struck.
  void of_proposing(const v1::Turn& turn, const Prevailing<v1::TurnOrder>& order) {
    if (turn.phase() != v1::Turn::BEGUN) return;
    const auto rule = order.source("time_to_propose");
    add(end(rule, since(turn), order.value.time_to_propose()), Due::What::TURN, 0, turn.mover(), rule);
  }

  void of_throw(const v1::Turn& turn, const Prevailing<v1::TurnOrder>& order) {
    if (turn.phase() != v1::Turn::THROWING || turn.has_dice()) return;
    const auto rule = order.source("time_to_throw");
    add(end(rule, since(turn), order.value.time_to_throw()), Due::What::TURN, turn.number(), turn.mover(), rule);
  }

  void of_round(const v1::Turn& turn) {
    if (!turn.has_dice()) return;
    const auto parts = law_.turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = turn.mover()});
    const auto* part = throw_due(turn, parts);
    if (part == nullptr || !is_revealed(*part)) return;
    const bool revealing = turn.dice().revealing();
    if (revealing ? !part->has_time_to_reveal() : !part->has_time_to_commit()) return;
    const auto& rule = parts.source("parts");
    const auto& period = revealing ? part->time_to_reveal() : part->time_to_commit();
    add(end(rule, {turn.dice().since(), turn.dice().within()}, period), Due::What::ROUND, turn.number(), turn.mover(),
        rule);
  }

  // When its phase began.
  static When since(const v1::Turn& turn) { return {turn.phase_since(), turn.phase_within()}; }

  const State& state_;
  const Law& law_;
  std::int64_t until_;
  bool maybe_;
  OpenVotes votes_;
  std::vector<Due> found_;
};

void emit_time_up(Play& play, const Due& due, v1::Consequence::TimeUp::What what) {
  auto& emitted = *play.emit(due.rule).mutable_time_up();
  emitted.set_proposal(reference(due.what == Due::What::TURN ? 0 : due.number));
  emitted.set_player(due.player);
  emitted.set_what(what);
  emitted.set_at(due.at);
}

Status turn_is_up(Play& play, const Due& due) {
  if (due.number != 0) {
    emit_time_up(play, due, v1::Consequence::TimeUp::THROW);
    auto* turn = incomplete_turn_of(play.state, due.player);
    turn->set_parts_done(turn->parts_done() + 1);
    go_on_with_parts(play, *turn);
    return end_turn_if_complete(play, due.player);
  }
  emit_time_up(play, due, v1::Consequence::TimeUp::BEGIN_TURN);
  if (awaits_proposal_of(play.state, due.player)) return end_turn(play, due.player);
  return pass_over(play, due.player, due.rule);
}

Status happen(Play& play, const Due& due) {
  switch (due.what) {
    case Due::What::DEBATE_ENDS:
      emit_time_up(play, due, v1::Consequence::TimeUp::DEBATE);
      call_the_vote(play, *edit_proposal(play.state, due.number), due.rule);
      return complete_ready_votes(play);
    case Due::What::VOTE_ENDS:
      emit_time_up(play, due, v1::Consequence::TimeUp::VOTE);
      return complete_vote(play, due.number, true);
    case Due::What::VOTE_CAN_END:
      return play.state.votes_left() ? complete_ready_votes(play) : complete_vote(play, due.number, false);
    case Due::What::EFFECT:
      return take_pending_effects(play, v1::Effectiveness::AFTER_DELAY);
    case Due::What::CHANGE:
      make_dated_changes(play);
      return ledger::Done{};
    case Due::What::REPEAL:
      repeal_itself(play, due.number);
      return ledger::Done{};
    case Due::What::INACTIVITY:
      return become_inactive(play, due.player, due.rule, v1::Consequence::BecameInactive::NO_MOVE);
    case Due::What::TURN:
      return turn_is_up(play, due);
    case Due::What::ROUND:
      return round_is_up(play, due.player, due.at);
  }
  return ledger::Done{};
}

}  // namespace

std::int64_t micros_of(const v1::Period& period) {
  // The provision's check bounds each part, so that the sum stays far below 2^63.
  const std::int64_t seconds = std::int64_t{period.days()} * 86'400 + std::int64_t{period.hours()} * 3'600 +
                               std::int64_t{period.minutes()} * 60 + std::int64_t{period.seconds()};
  return std::max(seconds, std::int64_t{1}) * SECOND;
}

When end_of(const State& state, const v1::RuleVersion& rule, const When& began, const v1::Period& period) {
  const auto* version = find_rule(state, rule.number());
  const When since = version == nullptr ? When() : When{version->since_time(), version->since_within()};
  const auto latest = std::max(began.at, since.at);
  const auto earliest = std::max(began.at - began.within, since.at - since.within);
  return {latest + micros_of(period), latest - earliest};
}

std::vector<Due> what_is_due(const State& state, const Law& law, std::int64_t until) {
  return Finder(state, law, until, false).all();
}

std::vector<Due> what_may_be_due(const State& state, const Law& law, std::int64_t until) {
  return Finder(state, law, until, true).all();
}

bool happens_when_due(const State& state) {
  return state.founding().semantics() >= 2;
}

std::optional<std::int64_t> next_instant(const State& state, const Law& law, std::int64_t until) {
  if (state.turn().phase() == v1::Turn::WON) return std::nullopt;
  const auto due = what_is_due(state, law, until);
  if (due.empty()) return std::nullopt;
  return std::max(due.front().at, state.recorded_at());
}

bool has_enough_due(const Play& play) {
  return play.fell_due.size() + play.consequences.size() >= DUE_CONSEQUENCES_LIMIT;
}

Status let_time_pass(Play& play) {
  // Each thing that is due ends what made it due, or begins it anew at this record; so this ends.
  while (play.state.turn().phase() != v1::Turn::WON && !has_enough_due(play)) {
    spend_work(WorkStep::LARGE);
    const auto due = what_is_due(play.state, play.law(), play.move.recorded_at);
    if (due.empty()) break;
    play.due_within = std::max(play.due_within, due.front().within);
    NOMIC_TRY(happen(play, due.front()));
    NOMIC_TRY(go_on_without_throws(play));
    NOMIC_TRY(tend_throws(play));
    NOMIC_TRY(complete_votes_by_new_electors(play));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
