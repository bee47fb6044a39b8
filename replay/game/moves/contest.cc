// A move that the rules refuse, on record all the same (212): without effect, unless a Judgment of the turn upholds it.

#include <fmt/core.h>

#include "game/contested.h"
#include "game/dispute.h"
#include "game/moves/moves.h"

namespace nomic::replay {
namespace {

// Moves of players in the game, but for contesting itself.
bool can_be_contested(const v1::Event& event) {
  const auto kind = event.kind_case();
  return (kind >= v1::Event::kPlayerJoined && kind <= v1::Event::kConsentGiven) ||
         (kind >= v1::Event::kActPerformed && kind <= v1::Event::kObjectionRaised);
}

void remember(Play& play, bool upheld) {
  auto& contested = *play.state.mutable_dispute()->add_contested();
  contested.set_record(play.move.index);
  contested.set_player(play.move.author);
  contested.set_upheld(upheld);
}

// What the rules say of the move now: nothing of it stays.
Status as_the_rules_have_it(const Play& play, const Move& inner) {
  Engine trial{v1::State(play.state)};
  if (play.disposition != nullptr || play.revision != nullptr) trial.derive_under(play.disposition, play.revision);
  auto made = trial.move(inner, play.history);
  if (made) return ledger::Done{};
  return made.error();
}

}  // namespace

Status play_contest(Play& play, const v1::MoveContested& event) {
  if (auto disputing = must_be_disputing(play); !disputing) return disputing;
  Move inner = play.move;
  inner.payload = event.event();
  if (!inner.event.ParseFromString(event.event()) || !can_be_contested(inner.event)) {
    return refuse(ErrorCode::NOT_CONTESTABLE, "what is contested is no move that a player makes",
                  "for example: nomic contest propose repeal 209 --as NAME");
  }
  const bool upheld = play.disposition != nullptr && play.disposition->upheld.count(play.move.index) != 0;
  if (upheld) {
    remember(play, true);
    // One that begins the next turn waits for the Judgment (L44).
    const bool begins_turn = inner.event.has_proposal_made() && play.state.turn().phase() == v1::Turn::TURN_COMPLETE;
    return begins_turn ? Status(ledger::Done{}) : make_within(play, inner, true);
  }
  auto lawful = as_the_rules_have_it(play, inner);
  if (lawful && play.disposition == nullptr) {
    return refuse(ErrorCode::MOVE_IS_LAWFUL, "the rules allow this move: there is nothing to contest",
                  "make it without `contest`");
  }
  if (!lawful && kind_of(lawful.error().code) == Kind::LEDGER) return lawful;
  if (!lawful && kind_of(lawful.error().code) == Kind::USAGE) return lawful;
  remember(play, false);
  v1::RuleRef by;
  if (!lawful && !lawful.error().cited.empty()) {
    if (const auto* rule = find_rule(play.state, lawful.error().cited.front().rule)) by = ref_to(*rule);
  }
  auto& told = play.tell(v1::Consequence::MOVE_CONTESTED, by);
  told.set_player(play.move.author);
  told.set_text(lawful ? event.refusal() : lawful.error().what);
  return ledger::Done{};
}

}  // namespace nomic::replay
