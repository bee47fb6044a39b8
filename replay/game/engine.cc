#include "nomic/replay/engine.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>

#include "change/named_rules.h"
#include "change/pending.h"
#include "change/rule_changes.h"
#include "derivation/past_changes.h"
#include "dispute/dispute.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/heights.h"
#include "nomic/replay/reference.h"
#include "play.h"
#include "settle.h"
#include "signers.h"
#include "turn/activity.h"
#include "turn/clock.h"
#include "turn/game_time.h"
#include "turn/throws.h"
#include "turn/turn.h"
#include "turn/victory.h"
#include "voting/tally.h"

namespace nomic::replay {
namespace {

Status time_is_in_range(const Move& move) {
  if (move.recorded_at >= FIRST_TIME && move.recorded_at <= LAST_TIME) return ledger::Done{};
  return refuse(ErrorCode::NOT_A_GAME, "time", {{"record", move.index}});
}

// How many instants one record goes through. At each, all players and open votes are looked at, so it is fewer where
// there are many.
int most_instants(const State& state) {
  constexpr int LOOKS = 10'000;
  constexpr int FEWEST = 10;
  return std::clamp(LOOKS / std::max(1, state.players_size() + state.proposals_size()), FEWEST, DUE_LIMIT);
}

Error too_many_consequences(std::uint64_t record, bool may_be_refused) {
  if (may_be_refused) return refuse(ErrorCode::BEYOND_LIMIT, "consequences", {{"limit", CONSEQUENCES_LIMIT}});
  return refuse(ErrorCode::NOT_A_GAME, "consequences", {{"record", record}, {"limit", CONSEQUENCES_LIMIT}});
}

// Kinds that no version of the semantics so far gives a meaning to were recorded by a newer program.
Status newer_event(const Move& move) {
  return refuse(ErrorCode::NEWER_EVENT, "move", {{"record", move.index}});
}

}  // namespace

Status play_event(Play& play) {
  const auto renamed = with_present_numbers({play.rules_before, play.state}, play.move.event);
  const auto& event = renamed ? *renamed : play.move.event;
  switch (event.kind_case()) {
    case v1::Event::kGameFounded:
      return play_founding(play, event.game_founded());
    case v1::Event::kRuleFounded:
      return play_founding(play, event.rule_founded());
    case v1::Event::kPlayerSeated:
      return play_founding(play, event.player_seated());
    case v1::Event::kPlayerJoined:
      return play_join(play, event.player_joined());
    case v1::Event::kPlayerForfeited:
      return play_forfeit(play);
    case v1::Event::kProposalMade:
      return play_propose(play, event.proposal_made());
    case v1::Event::kProposalRevised:
      return play_revise(play, event.proposal_revised());
    case v1::Event::kDebateSpoken:
      return play_debate(play, event.debate_spoken());
    case v1::Event::kVoteCalled:
      return play_call_vote(play, event.vote_called());
    case v1::Event::kVoteCast:
      return play_vote(play, event.vote_cast());
    case v1::Event::kDiceThrown:
      return play_roll(play, event.dice_thrown());
    case v1::Event::kDiceCommitted:
      return play_commit(play, event.dice_committed());
    case v1::Event::kDiceRevealed:
      return play_reveal(play, event.dice_revealed());
    case v1::Event::kProposalWithdrawn:
      return play_withdraw(play, event.proposal_withdrawn());
    case v1::Event::kVoteWithdrawn:
      return play_withdraw_vote(play, event.vote_withdrawn());
    case v1::Event::kActivityChanged:
      return play_activity(play, event.activity_changed());
    case v1::Event::kApprovalGiven:
      return play_approve(play, event.approval_given());
    case v1::Event::kTimePassed:
      return play_tick(play);
    case v1::Event::kGameWentLive:
      return play_live(play);
    case v1::Event::kActPerformed:
      return play_act(play, event.act_performed());
    case v1::Event::kOutcomeAttested:
      return play_attest(play, event.outcome_attested());
    case v1::Event::kRecordCorrected:
      return play_correct(play, event.record_corrected());
    case v1::Event::kObjectionRaised:
      return play_object(play, event.objection_raised());
    case v1::Event::kRuleAnnotated:
      return play_annotate(play, event.rule_annotated());
    case v1::Event::kJudgmentInvoked:
      return play_invoke(play, event.judgment_invoked());
    case v1::Event::kJudgmentDelivered:
      return play_deliver(play, event.judgment_delivered());
    case v1::Event::kOverruleVoted:
      return play_overrule(play, event.overrule_voted());
    case v1::Event::kDebateEndAsked:
      return play_ask_time(play, event.debate_end_asked());
    case v1::Event::kConsentGiven:
      return play_consent(play, event.consent_given());
    case v1::Event::kMoveContested:
      return play_contest(play, event.move_contested());
    case v1::Event::kTeamAssigned:
      return play_team(play, event.team_assigned());
    case v1::Event::kKeyRegistered:
      return play_key(play, event.key_registered());
    case v1::Event::kKeyRotated:
      return play_key(play, event.key_rotated());
    case v1::Event::kKeyRevoked:
      return play_key(play, event.key_revoked());
    case v1::Event::kSeatRestored:
      return play_restore(play, event.seat_restored());
    case v1::Event::kEngineUpgraded:
    case v1::Event::kRollbackAccepted:
    case v1::Event::KIND_NOT_SET:
      return newer_event(play.move);
  }
  return newer_event(play.move);
}

namespace {

// Who ticks does nothing that a rule could ask for: a script may do it.
bool shows_activity(const State& state, const Move& move) {
  if (move.event.has_game_went_live()) return false;
  return !move.event.has_time_passed() || !happens_when_due(state);
}

// A player who is inactive comes back with any move, where a rule says so.
void come_back(Play& play) {
  if (!shows_activity(play.state, play.move)) return;
  const auto* player = find_player(play.state, play.move.author);
  if (player == nullptr || player->inactive_since() == 0 || !in_game(*player)) return;
  if (play.move.event.has_activity_changed()) return;
  const auto rule = play.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = play.move.author});
  if (rule.value.ends_by() == v1::Inactivity::ANY_MOVE) become_active(play, play.move.author, rule.source("ends_by"));
}

}  // namespace

struct Engine::Self {
  State state;
  std::shared_ptr<const Law> law;
  Derivation derivation;
  // The state before the first record of the present turn, if it is kept; else it is derived when it is asked for.
  std::optional<State> turn_begin;

  Self(State given, Derivation derivation_in)
      : state(std::move(given)), law(std::make_shared<const Law>(state)), derivation(std::move(derivation_in)) {}

  [[nodiscard]] Draft draft() const { return {state, law}; }

  // The same for a record that is replayed: from the first of a turn that is derived again the dispute is about this
  // turn, as it was when the turn began, and what was given a number in it has that number.
  [[nodiscard]] Draft draft_of_record(std::uint64_t index) const {
    Draft drafted = draft();
    if (derivation.disposition == nullptr || index != derivation.disposition->base) return drafted;
    drafted.state.clear_dispute();
    drafted.state.edit_issued() = derivation.disposition->issued;
    return drafted;
  }

  void commit(Draft&& draft) {
    note_turn(draft.state);
    state = std::move(draft.state);
    law = std::move(draft.law);
  }

  // Keeps the state before the first record of the turn, if it is the one before this record or the one after it.
  void note_turn(const State& after) {
    const auto first = first_record_of_turn(after);
    if (first != first_record_of_turn(state)) turn_begin.reset();
    if (state.size() == first) turn_begin = state;
    if (after.size() == first) turn_begin = after;
  }

  [[nodiscard]] Play play_on(Draft& draft, const Move& move, const History& history) const {
    return {draft, move, history, derivation, turn_begin};
  }

  static void pass(State& state, const Move& move, bool lawful) {
    state.set_size(move.index + 1);
    state.set_recorded_at(move.recorded_at);
    // Whatever a Judgment says of the record, what comes after it has another clock.
    if (move.event.has_game_went_live() && is_recorded_afterwards(state)) state.set_live_at(move.index);
    auto* author = lawful && shows_activity(state, move) ? edit_player(state, move.author) : nullptr;
    if (author == nullptr) return;
    author->set_moved_at(move.recorded_at + move.within);
    author->set_moved_within(move.within);
  }

  // Everything after the move itself, in its order.
  Status finish(Play& play) const {
    NOMIC_TRY(settle(play));
    NOMIC_TRY(settle_dispute(play));
    if (play.asked.retroactions.empty()) return ledger::Done{};
    NOMIC_TRY(revise(play));
    settle_victory(play);
    return ledger::Done{};
  }

  // The turn that a struck proposal began stays that player's, to be begun with another (L52).
  [[nodiscard]] Status begin_struck_turn(Play& play) const {
    const auto order = play.law().turn_order({}).value.order();
    const bool may = play.move.index == derivation.disposition->base && play.move.event.has_proposal_made() &&
                     play.state.turn().phase() != v1::Turn::PROPOSING && order != v1::TurnOrder::NO_TURNS;
    if (!may || !may_begin_turn(play, play.move.author)) return ledger::Done{};
    NOMIC_TRY(take_pending_effects(play, v1::Effectiveness::NEXT_TURN));
    begin_turn(play, 0);
    return ledger::Done{};
  }

  // Struck, fallen with what was struck, or refused when it was made.
  void note_without_effect(Play& play, bool struck) const {
    const auto index = play.move.index;
    if (struck) {
      play.state.edit_dispute().add_struck(index);
    } else if (!is_derived_again(play)) {
      play.state.edit_dispute().add_refused(index);
    } else if (derivation.disposition->refused.count(index) == 0) {
      play.state.edit_dispute().add_fallen(index);
    }
  }

  // What is the same after a move and after one that has no effect.
  Result<Consequences> complete(Draft& draft, Play& play, const History& history, bool lawful) {
    NOMIC_TRY(finish(play));
    if (play.emits_too_much()) return too_many_consequences(play.move.index, lawful);
    pass(draft.state, play.move, lawful);
    NOMIC_TRY(inject(draft, play.move, history));
    note_heights(draft.state, play.move.index);
    commit(std::move(draft));
    return play.take_all();
  }

  // What fell due before this record, instant by instant: each is derived as the record that a tick would have made of
  // it then, in the place of this one. Fails only as the history fails.
  [[nodiscard]] Status catch_up(Draft& draft, Play& play, const History& history) const {
    begin_clock(play);
    if (!happens_when_due(draft.state)) return let_the_rest_pass(play);
    const int most = most_instants(draft.state);
    for (int instants = 0; instants < most; ++instants) {
      const auto at = next_instant(draft.state, *draft.law, play.move.recorded_at);
      if (!at || has_enough_due(play)) return ledger::Done{};
      Move tick;
      tick.index = play.move.index;
      tick.recorded_at = *at;
      tick.event.mutable_time_passed();
      // A rule-change that acts on the past derives it again.
      tick.event.set_afterwards(is_recorded_afterwards(draft.state));
      if (tick.event.afterwards()) tick.event.set_occurred_at(*at);
      tick.payload = tick.event.SerializeAsString();
      Play step = play_on(draft, tick, history);
      emit_what_cannot_be_told(step, Beside::WHAT_FALLS_DUE);
      NOMIC_TRY(let_time_pass(step));
      NOMIC_TRY(finish(step));
      note_heights(draft.state, tick.index);
      draft.state.set_recorded_at(tick.recorded_at);
      play.take_over(std::move(step.consequences), *at);
    }
    return let_the_rest_pass(play);
  }

  // At the record itself, which is as certain of its time as it says.
  [[nodiscard]] static Status let_the_rest_pass(Play& play) {
    NOMIC_TRY(let_time_pass(play));
    play.due_within = 0;
    return ledger::Done{};
  }

  // A move on a draft of the state before it.
  Result<Consequences> make(Draft&& draft, const Move& given, const History& history) {
    NOMIC_TRY(says_its_time(draft.state, given));
    const auto timed = by_the_clock(draft.state, given);
    const Move& move = timed ? *timed : given;
    NOMIC_TRY(time_is_in_range(move));
    NOMIC_TRY(may_speak(draft.state, move));
    Play play = play_on(draft, move, history);
    NOMIC_TRY(catch_up(draft, play, history));
    emit_what_cannot_be_told(play, Beside::MOVE);
    come_back(play);
    NOMIC_TRY(play_event(play));
    return complete(draft, play, history, true);
  }

  // A recorded move that has no effect: refused, or (with no refusal) struck.
  Result<Consequences> pass_over(const Move& given, const Error& why, const History& history, bool struck) {
    Draft draft = draft_of_record(given.index);
    const auto timed = by_the_clock(draft.state, given);
    const Move& move = timed ? *timed : given;
    const auto& founding = draft.state.founding();
    if (move.index == 0 || move.index < founding.founding_records()) {
      return refuse(ErrorCode::NOT_A_GAME, "founding_refused", {{"record", move.index}}, {}, why);
    }
    Play play = play_on(draft, move, history);
    NOMIC_TRY(catch_up(draft, play, history));
    v1::RuleVersion by;
    if (!why.cited.empty()) {
      by.set_number(why.cited.front().rule);
      if (const auto* rule = find_rule(draft.state, by.number())) by = ref_to(*rule);
    }
    auto& emitted = play.emit(by);
    if (struck) {
      emitted.mutable_move_struck()->set_player(move.author);
      emitted.mutable_move_struck()->set_about(move.index);
    } else {
      emitted.mutable_not_lawful()->set_player(move.author);
      *emitted.mutable_not_lawful()->mutable_refusal() = to_refusal(why);
    }
    note_without_effect(play, struck);
    if (struck) {
      void_round_of(play, event_in(move));
      NOMIC_TRY(begin_struck_turn(play));
    }
    return complete(draft, play, history, false);
  }

  Result<Consequences> replay(Draft&& draft, const Move& move, const History& history) {
    auto done = make(std::move(draft), move, history);
    if (done || kind_of(done.error().code) == Kind::LEDGER) return done;
    return pass_over(move, done.error(), history, false);
  }

  // What applies from this record on, in a game derived anew.
  Status inject(Draft& draft, const Move& move, const History& history) const {
    if (derivation.revision == nullptr) return ledger::Done{};
    // Where the turn is derived again for this very record, the record itself does it, once.
    const auto& disposition = derivation.disposition;
    if (disposition != nullptr && disposition->making == move.index && !disposition->injects) return ledger::Done{};
    for (const auto& injection : derivation.revision->injections) {
      if (injection.what.from() != move.index) continue;
      Play play = play_on(draft, move, history);
      play.injects = true;
      const std::vector<std::uint32_t> changes(injection.what.changes().begin(), injection.what.changes().end());
      NOMIC_TRY(put_in_force(play, injection.proposal, changes));
    }
    return ledger::Done{};
  }

  Status put_in_force(Play& play, const v1::Proposal& proposal, const std::vector<std::uint32_t>& changes) const {
    NOMIC_TRY(take_effect(play, proposal, changes, hang_together(play.law(), proposal)));
    NOMIC_TRY(finish(play));
    return play.emits_too_much() ? Status(too_many_consequences(play.move.index, true)) : Status(ledger::Done{});
  }
};

Engine::Engine() : Engine(State()) {}
Engine::Engine(State state) : Engine(std::move(state), {}) {}
Engine::Engine(State state, Derivation derivation)
    : self_(std::make_unique<Self>(std::move(state), std::move(derivation))) {}
Engine::Engine(std::unique_ptr<Self> self) : self_(std::move(self)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Engine Engine::fork() const {
  return Engine(std::make_unique<Self>(*self_));
}

const State& Engine::state() const {
  return self_->state;
}
const Law& Engine::law() const {
  return *self_->law;
}

Result<Consequences> Engine::move(const Move& move, const History& history) {
  assert(move.index == self_->state.size());
  return self_->make(self_->draft(), move, history);
}

Result<Consequences> Engine::let_fall_due(const Move& move, const History& history) {
  Draft draft = self_->draft();
  if (!happens_when_due(draft.state)) return Consequences();
  Play play = self_->play_on(draft, move, history);
  NOMIC_TRY(self_->catch_up(draft, play, history));
  if (play.emits_too_much()) return too_many_consequences(move.index, false);
  self_->commit(std::move(draft));
  return play.take_all();
}

Status Engine::may_be_proposed(const Move& proposal, const History& history) const {
  Draft draft = self_->draft();
  const Play play = self_->play_on(draft, proposal, history);
  NOMIC_TRY(must_be_running(play));
  return replay::may_be_proposed(play, proposal.event.proposal_made().changes());
}

Result<Consequences> Engine::put_in_force(const v1::Proposal& proposal, const Move& as_if, const History& history) {
  Draft draft = self_->draft();
  Play play = self_->play_on(draft, as_if, history);
  std::vector<std::uint32_t> changes(static_cast<std::size_t>(proposal.changes_size()));
  std::iota(changes.begin(), changes.end(), 0U);
  NOMIC_TRY(self_->put_in_force(play, proposal, changes));
  self_->commit(std::move(draft));
  return std::move(play.consequences);
}

Result<Consequences> Engine::replay(const Move& move, const History& history) {
  const auto& disposition = self_->derivation.disposition;
  if (disposition == nullptr || move.index < disposition->base) {
    return self_->replay(self_->draft(), move, history);
  }
  if (disposition->struck.count(move.index) != 0) return self_->pass_over(move, {}, history, true);
  if (disposition->refused.count(move.index) != 0) return self_->pass_over(move, {}, history, false);
  return self_->replay(self_->draft_of_record(move.index), move, history);
}

}  // namespace nomic::replay
