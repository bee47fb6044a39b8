// A move that the rules refuse, on record all the same (212): without effect, unless a Judgment of the turn upholds it.

#include "dispute/contested.h"
#include "dispute/dispute.h"
#include "moves/moves.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// Moves of players, but for contesting itself.
bool can_be_contested(const v1::Event& event) {
  switch (event.kind_case()) {
    case v1::Event::kPlayerJoined:
    case v1::Event::kPlayerForfeited:
    case v1::Event::kTeamAssigned:
    case v1::Event::kActivityChanged:
    case v1::Event::kApprovalGiven:
    case v1::Event::kProposalMade:
    case v1::Event::kProposalRevised:
    case v1::Event::kProposalWithdrawn:
    case v1::Event::kDebateSpoken:
    case v1::Event::kVoteCalled:
    case v1::Event::kVoteCast:
    case v1::Event::kVoteWithdrawn:
    case v1::Event::kDiceThrown:
    case v1::Event::kDiceCommitted:
    case v1::Event::kDiceRevealed:
    case v1::Event::kJudgmentInvoked:
    case v1::Event::kJudgmentDelivered:
    case v1::Event::kOverruleVoted:
    case v1::Event::kDebateEndAsked:
    case v1::Event::kConsentGiven:
    case v1::Event::kActPerformed:
    case v1::Event::kOutcomeAttested:
    case v1::Event::kRecordCorrected:
    case v1::Event::kObjectionRaised:
    case v1::Event::kRuleAnnotated:
      return true;
    case v1::Event::kGameFounded:
    case v1::Event::kRuleFounded:
    case v1::Event::kPlayerSeated:
    case v1::Event::kMoveContested:
    case v1::Event::kKeyRegistered:
    case v1::Event::kKeyRotated:
    case v1::Event::kKeyRevoked:
    case v1::Event::kSeatRestored:
    case v1::Event::kTimePassed:
    case v1::Event::kEngineUpgraded:
    case v1::Event::kGameWentLive:
    case v1::Event::kRollbackAccepted:
    case v1::Event::KIND_NOT_SET:
      return false;
  }
  return false;
}

v1::ContestedMove& remember(Play& play) {
  auto& contested = play.state.edit_contested().add();
  contested.set_record(play.move.index);
  contested.set_player(play.move.author);
  return contested;
}

// In a turn that is derived again it has effect if a Judgment upholds it.
Status contest_again(Play& play, const Move& inner) {
  auto& contested = remember(play);
  if (play.derivation.disposition->upheld.count(play.move.index) == 0) return ledger::Done{};
  // One that begins the next turn begins it at the Judgment's record (L44). Where only this derivation makes it the
  // beginning of a turn, since the proposal that was is struck, it is so at its own.
  const bool waits = play.derivation.disposition->now.count(play.move.index) != 0;
  const bool begins = inner.event.has_proposal_made() && upheld_begins_turn(play.state, inner.author);
  if (waits && begins) return ledger::Done{};
  contested.set_upheld(true);
  return make_upheld(play, inner, play.move.index);
}

// What the rules say of the move now: nothing of it stays.
Status as_the_rules_have_it(const Play& play, const Move& inner) {
  Engine trial(play.state, Derivation().without_looking_back());
  NOMIC_TRY(trial.move(inner, play.history));
  return ledger::Done{};
}

// Who is in the game contests; who wants to join it contests that they may not.
Status may_contest(const Play& play, const Move& inner) {
  return inner.event.has_player_joined() ? must_be_running(play) : must_be_disputing(play);
}

}  // namespace

Status play_contest(Play& play, const v1::MoveContested& event) {
  Move inner = play.move;  // with the payload of the record
  if (!inner.event.ParseFromString(event.event()) || !can_be_contested(inner.event)) {
    return refuse(ErrorCode::NOT_CONTESTABLE, "no_move");
  }
  // Its time is that of the record.
  inner.event.set_afterwards(play.move.event.afterwards());
  if (play.move.event.afterwards()) inner.event.set_occurred_at(play.move.event.occurred_at());
  if (is_derived_again(play)) return contest_again(play, inner);
  NOMIC_TRY(may_contest(play, inner));
  // In a game derived anew under a rule-change that acts on the past, what was contested stays so.
  const bool decided = play.derivation.revision != nullptr;
  auto lawful = decided ? Status(ledger::Done{}) : as_the_rules_have_it(play, inner);
  if (lawful && !decided) {
    return refuse(ErrorCode::MOVE_IS_LAWFUL, "");
  }
  if (!lawful && kind_of(lawful.error().code) != Kind::REFUSED) return lawful;
  remember(play);
  v1::RuleRef by;
  if (!lawful && !lawful.error().cited.empty()) {
    if (const auto* rule = find_rule(play.state, lawful.error().cited.front().rule)) by = ref_to(*rule);
  }
  auto& emitted = *play.emit(by).mutable_move_contested();
  emitted.set_player(play.move.author);
  if (lawful) {
    emitted.set_recorded_refusal(event.refusal());
  } else {
    *emitted.mutable_refusal() = to_refusal(lawful.error());
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
