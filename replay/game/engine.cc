#include "nomic/replay/engine.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>

#include "game/activity.h"
#include "game/changes.h"
#include "game/clock.h"
#include "game/completion.h"
#include "game/moves/moves.h"
#include "game/play.h"
#include "game/revision.h"
#include "game/tally.h"
#include "game/turn.h"
#include "game/victory.h"

namespace nomic::replay {
namespace {

// The years 0 to 9999, which are all that can be written; sums with what rules say of time stay far below 2^63.
constexpr std::int64_t FIRST_TIME = -62'167'219'200'000'000;
constexpr std::int64_t LAST_TIME = 253'402'300'799'999'999;

Status time_can_be_told(const Move& move) {
  if (move.recorded_at >= FIRST_TIME && move.recorded_at <= LAST_TIME) return ledger::Done{};
  return refuse(ErrorCode::NOT_A_GAME,
                fmt::format("record #{} bears a time that lies beyond the years 0 to 9999", move.index),
                "set this machine's clock, if the record is to be made now");
}

// Kinds that no version of the semantics so far gives a meaning to were recorded by a newer program.
Status newer_event(const Move& move) {
  return refuse(ErrorCode::NEWER_EVENT,
                fmt::format("record #{} holds a move of a kind that this program does not know", move.index),
                "use a newer nomic");
}

Status dispatch(Play& play) {
  const auto& event = play.move.event;
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
    case v1::Event::kTeamAssigned:
    case v1::Event::kDiceCommitted:
    case v1::Event::kDiceRevealed:
    case v1::Event::kJudgmentInvoked:
    case v1::Event::kJudgmentDelivered:
    case v1::Event::kOverruleVoted:
    case v1::Event::kDebateEndAsked:
    case v1::Event::kConsentGiven:
    case v1::Event::kMoveContested:
    case v1::Event::kActPerformed:
    case v1::Event::kOutcomeAttested:
    case v1::Event::kRecordCorrected:
    case v1::Event::kObjectionRaised:
    case v1::Event::kKeyRegistered:
    case v1::Event::kKeyRotated:
    case v1::Event::kKeyRevoked:
    case v1::Event::kEngineUpgraded:
    case v1::Event::kRollbackAccepted:
    case v1::Event::KIND_NOT_SET:
      return newer_event(play.move);
  }
  return newer_event(play.move);
}

// A player who is inactive comes back with any move, where a rule says so.
void come_back(Play& play) {
  const auto* player = find_player(std::as_const(play.state), play.move.author);
  if (player == nullptr || player->inactive_since() == 0 || !in_game(*player)) return;
  if (play.move.event.has_activity_changed()) return;
  const auto rule = play.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = play.move.author});
  if (rule.value.ends_by() == v1::Inactivity::ANY_MOVE) become_active(play, play.move.author, rule.source("ends_by"));
}

// Whether a move may change the state and be refused all the same, or fail as the history fails half-way: then the
// state before it must be kept.
bool may_stop_half_way(const v1::State& state, const Law& law, const Move& move) {
  const auto reads = [](const v1::Proposal& proposal) { return needs_history(proposal); };
  const auto* author = find_player(state, move.author);
  return !state.pending().empty() || (author != nullptr && author->inactive_since() != 0) ||
         std::any_of(state.proposals().begin(), state.proposals().end(), reads) ||
         anything_due(state, law, move.recorded_at);
}

}  // namespace

struct Engine::Self {
  v1::State state;
  std::unique_ptr<Law> law;
  std::shared_ptr<const Revision> revision;
  bool first_reached = true;

  explicit Self(v1::State given) : state(std::move(given)), law(std::make_unique<Law>(state)) {}

  void equip(Play& play) const {
    play.revision = revision.get();
    play.finds_first_reached = first_reached;
  }

  void pass(const Move& move, bool lawful) {
    state.set_size(move.index + 1);
    state.set_recorded_at(move.recorded_at);
    auto* author = lawful ? find_player(state, move.author) : nullptr;
    if (author != nullptr) author->set_moved_at(move.recorded_at);
  }

  void go_back(v1::State before) {
    state = std::move(before);
    law = std::make_unique<Law>(state);
  }

  // Everything after the move itself, in its order.
  Status finish(Play& play) const {
    // By changed rules a turn may wait for a throw, or a vote for a ballot, that they do not ask for any more; what
    // then comes of it may change the rules again, and with them the method of precedence.
    for (bool more = true; more;) {
      play.settle();
      const auto told = play.told.size();
      if (auto done = go_on_without_throws(play); !done) return done;
      if (auto done = complete_votes_by_new_rules(play); !done) return done;
      more = play.told.size() != told;
    }
    if (auto done = settle_victory(play); !done) return done;
    if (play.asked_revisions.empty()) return ledger::Done{};
    if (auto done = revise(play); !done) return done;
    return settle_victory(play);
  }

  // What applies from this record on, in a game derived anew.
  Status inject(const Move& move, const History& history) {
    if (revision == nullptr) return ledger::Done{};
    for (const auto& injection : revision->injections) {
      if (injection.what.from() != move.index) continue;
      Play play(state, law, move, history);
      equip(play);
      const std::vector<std::uint32_t> changes(injection.what.changes().begin(), injection.what.changes().end());
      const bool together = hang_together(*law, injection.proposal);
      if (auto done = take_effect(play, injection.proposal, changes, together); !done) return done;
      if (auto done = finish(play); !done) return done;
    }
    return ledger::Done{};
  }
};

Engine::Engine() : self_(std::make_unique<Self>(v1::State())) {}
Engine::Engine(v1::State state) : self_(std::make_unique<Self>(std::move(state))) {}
Engine::Engine(std::shared_ptr<const Revision> revision) : Engine() {
  self_->revision = std::move(revision);
}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::leave_out_first_reached() {
  self_->first_reached = false;
}

const v1::State& Engine::state() const {
  return self_->state;
}
const Law& Engine::law() const {
  return *self_->law;
}

Result<Consequences> Engine::move(const Move& move, const History& history) {
  assert(move.index == self_->state.size());
  if (auto told = time_can_be_told(move); !told) return told.error();
  std::optional<v1::State> before;
  if (may_stop_half_way(self_->state, *self_->law, move)) before = self_->state;
  Play play(self_->state, self_->law, move, history);
  self_->equip(play);
  Status done = let_time_pass(play);
  if (done) come_back(play);
  if (done) done = dispatch(play);
  if (done) done = self_->finish(play);
  if (done) {
    self_->pass(move, true);
    done = self_->inject(move, history);
  }
  if (done) return std::move(play.told);
  if (before) self_->go_back(*std::move(before));
  return done.error();
}

Status Engine::may_be_proposed(const Move& proposal, const History& history) {
  Play play(self_->state, self_->law, proposal, history);
  if (auto running = must_be_running(play); !running) return running;
  return replay::may_be_proposed(play, proposal.event.proposal_made().changes());
}

Result<Consequences> Engine::put_in_force(const v1::Proposal& proposal, const Move& as_if, const History& history) {
  Play play(self_->state, self_->law, as_if, history);
  std::vector<std::uint32_t> changes(static_cast<std::size_t>(proposal.changes_size()));
  std::iota(changes.begin(), changes.end(), 0U);
  if (auto done = take_effect(play, proposal, changes, hang_together(*self_->law, proposal)); !done)
    return done.error();
  if (auto done = self_->finish(play); !done) return done.error();
  return std::move(play.told);
}

Result<Consequences> Engine::replay(const Move& move, const History& history) {
  auto done = this->move(move, history);
  if (done || kind_of(done.error().code) == Kind::LEDGER) return done;
  const auto& founding = self_->state.founding();
  if (move.index == 0 || move.index < founding.founding_records()) {
    return refuse(ErrorCode::NOT_A_GAME,
                  fmt::format("record #{} does not found a game: {}", move.index, done.error().what));
  }
  Play play(self_->state, self_->law, move, history);
  self_->equip(play);
  if (auto passed = let_time_pass(play); !passed) return passed.error();
  v1::RuleRef by;
  if (!done.error().cited.empty()) {
    by.set_number(done.error().cited.front().rule);
    if (const auto* rule = find_rule(self_->state, by.number())) by = ref_to(*rule);
  }
  auto& told = play.tell(v1::Consequence::NOT_LAWFUL, by);
  told.set_player(move.author);
  told.set_text(done.error().what);
  if (auto finished = self_->finish(play); !finished) return finished.error();
  self_->pass(move, false);
  if (auto injected = self_->inject(move, history); !injected) return injected.error();
  return std::move(play.told);
}

}  // namespace nomic::replay
