#include "nomic/replay/engine.h"

#include <fmt/core.h>

#include <cassert>
#include <utility>

#include "game/moves/moves.h"
#include "game/play.h"
#include "game/victory.h"

namespace nomic::replay {
namespace {

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
    case v1::Event::kTeamAssigned:
    case v1::Event::kActivityChanged:
    case v1::Event::kProposalWithdrawn:
    case v1::Event::kVoteWithdrawn:
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
    case v1::Event::kTimePassed:
    case v1::Event::kEngineUpgraded:
    case v1::Event::kRollbackAccepted:
    case v1::Event::KIND_NOT_SET:
      return newer_event(play.move);
  }
  return newer_event(play.move);
}

}  // namespace

struct Engine::Self {
  v1::State state;
  std::unique_ptr<Law> law;

  explicit Self(v1::State given) : state(std::move(given)), law(std::make_unique<Law>(state)) {}

  void pass(const Move& move) {
    state.set_size(move.index + 1);
    state.set_recorded_at(move.recorded_at);
  }
};

Engine::Engine() : self_(std::make_unique<Self>(v1::State())) {}
Engine::Engine(v1::State state) : self_(std::make_unique<Self>(std::move(state))) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const v1::State& Engine::state() const {
  return self_->state;
}
const Law& Engine::law() const {
  return *self_->law;
}

Result<Consequences> Engine::move(const Move& move, const History& history) {
  assert(move.index == self_->state.size());
  Play play(self_->state, self_->law, move, history);
  if (auto done = dispatch(play); !done) return done.error();
  play.settle();
  if (auto done = settle_victory(play); !done) return done.error();
  self_->pass(move);
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
  v1::RuleRef by;
  if (!done.error().cited.empty()) {
    by.set_number(done.error().cited.front().rule);
    if (const auto* rule = find_rule(self_->state, by.number())) by = ref_to(*rule);
  }
  auto& told = play.tell(v1::Consequence::NOT_LAWFUL, by);
  told.set_player(move.author);
  told.set_text(done.error().what);
  self_->pass(move);
  return std::move(play.told);
}

}  // namespace nomic::replay
