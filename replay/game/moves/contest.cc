// A move that the rules refuse, on record all the same (212): without effect, unless a Judgment of the turn upholds it.

#include "dispute/contested.h"
#include "dispute/dispute.h"
#include "moves/moves.h"
#include "nomic/replay/reference.h"
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

v1::ContestedMove& remember(Play& play, const v1::Event& inner) {
  auto& contested = play.state.edit_contested().add();
  contested.set_record(play.move.index);
  contested.set_player(play.move.author);
  *contested.mutable_upholds() = inner.judgment_delivered().upholds();
  for (const auto number : replay::numbers_in(inner.judgment_delivered().cited())) {
    if (const auto* rule = find_rule(play.state, number)) contested.add_cited(rule->lineage());
  }
  return contested;
}

// In a turn that is derived again it has effect if a Judgment upholds it, and waives what stands against it.
Status contest_again(Play& play, const Move& inner) {
  auto& contested = remember(play, inner.event);
  const auto& disposition = *play.derivation.disposition;
  const auto upheld = disposition.upheld.find(play.move.index);
  if (upheld == disposition.upheld.end() || disposition.waiting.contains(play.move.index)) return ledger::Done{};
  // One that begins the next turn begins it at the Judgment's record (L63). Where only this derivation makes it the
  // beginning of a turn, since the proposal that was is struck, it is so at its own.
  const bool waits = disposition.now.contains(play.move.index) || disposition.begins_turn(play.move.index);
  const bool begins = inner.event.has_proposal_made() && upheld_begins_turn(play, inner.author);
  if (waits && begins) return ledger::Done{};
  contested.set_upheld(true);
  return make_upheld(play, inner, play.move.index, upheld->second);
}

// One thing that stands against a move; of an impossibility, which nothing waives, the prohibition is empty.
struct Against {
  Error refusal;
  v1::Prohibition prohibition;
};

// More rules than any game has against one move.
constexpr std::size_t MOST_AGAINST = 64;

// What the rules say of the move now, with those prohibitions waived. Nothing of it stays.
Status try_waiving(const Play& play, const Move& inner, const Prohibitions& waived, v1::Prohibition& met) {
  Draft draft = play.draft();
  Play tried = play.within(draft, inner, waived);
  auto done = play_event(tried);
  // By the rules as they were when it was refused: what waited for the turn may have taken effect by then.
  if (!done) met = prohibition_of(tried.state, done.error());
  return done;
}

// All that stands against the move (L57): it is tried again with what was found waived, until it is lawful, or
// something stands against it that nothing waives. Fails as the history fails.
Result<std::vector<Against>> all_against(const Play& play, const Move& inner) {
  std::vector<Against> found;
  Prohibitions waived;
  while (found.size() < MOST_AGAINST) {
    v1::Prohibition met;
    const auto tried = try_waiving(play, inner, waived, met);
    if (tried) break;
    const auto& refusal = tried.error();
    if (kind_of(refusal.code) == Kind::LEDGER) return refusal;
    // Met again though waived: an impossibility of the same code.
    if (is_among(waived, met)) break;
    const bool can_be_waived = is_prohibition(refusal.code);
    found.push_back({refusal, can_be_waived ? met : v1::Prohibition()});
    if (!can_be_waived) break;
    waived.push_back(std::move(met));
  }
  return found;
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
  NOMIC_ASSIGN(auto against, all_against(play, inner));
  // In a game derived anew under a rule-change that acts on the past, what was contested stays so.
  const bool decided = play.derivation.revision != nullptr;
  if (!decided) {
    if (against.empty()) return refuse(ErrorCode::MOVE_IS_LAWFUL, "");
    if (kind_of(against.front().refusal.code) != Kind::REFUSED) return against.front().refusal;
  }
  auto& contested = remember(play, inner.event);
  for (const auto& one : against) {
    *contested.add_against() = to_refusal(one.refusal);
    *contested.add_prohibitions() = one.prohibition;
  }
  v1::RuleVersion by;
  if (!against.empty() && !against.front().refusal.cited.empty()) {
    if (const auto* rule = find_rule(play.state, against.front().refusal.cited.front().rule)) by = ref_to(*rule);
  }
  const auto refusals = contested.against();
  auto& emitted = *play.emit(by).mutable_move_contested();
  emitted.set_player(play.move.author);
  *emitted.mutable_refusals() = refusals;
  if (refusals.empty()) emitted.set_recorded_refusal(event.refusal());
  return ledger::Done{};
}

}  // namespace nomic::replay
