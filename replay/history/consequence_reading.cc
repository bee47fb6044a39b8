#include "consequence_reading.h"

#include "nomic/replay/game/votes.h"

namespace nomic::replay {

std::uint32_t proposal_named(const v1::Consequence& one) {
  return one.proposal();
}

std::uint32_t vote_ended(const v1::Consequence& one) {
  return ends_vote(one) ? one.proposal() : 0;
}

std::uint32_t turn_ended(const v1::Consequence& one) {
  return one.kind() == v1::Consequence::TURN_ENDED ? one.turn() : 0;
}

std::uint32_t circuit_ended(const v1::Consequence& one) {
  return one.kind() == v1::Consequence::CIRCUIT_ENDED ? one.circuit() : 0;
}

std::optional<std::string> score_changed(const v1::Consequence& one) {
  const bool changes =
      one.kind() == v1::Consequence::SCORE || (one.kind() == v1::Consequence::RECKONED_ANEW && one.points() != 0);
  return changes ? std::optional<std::string>(one.player()) : std::nullopt;
}

bool is_of_victory(const v1::Consequence& one) {
  return one.kind() == v1::Consequence::VICTORY || one.kind() == v1::Consequence::GAME_CLOSED ||
         one.kind() == v1::Consequence::ROUND_ENDED;
}

bool touches_rules(const v1::Consequence& one) {
  switch (one.kind()) {
    case v1::Consequence::GAME_BEGAN:
    case v1::Consequence::RULE_ENACTED:
    case v1::Consequence::RULE_AMENDED:
    case v1::Consequence::RULE_REPEALED:
    case v1::Consequence::RULE_TRANSMUTED:
    case v1::Consequence::RULE_REENACTED:
    case v1::Consequence::RULE_RESTORED:
    case v1::Consequence::RULE_CHANGED_ITSELF:
    case v1::Consequence::APPLIES_FROM:
    case v1::Consequence::RECKONED_ANEW:
    case v1::Consequence::MOVE_STRUCK:
    case v1::Consequence::MOVE_UPHELD:
    case v1::Consequence::MOVE_STANDS:
    case v1::Consequence::CORRECTED:
    case v1::Consequence::CORRECTION_OBJECTED:
      return true;
    default:
      return false;
  }
}

std::optional<std::uint32_t> rule_marked(const v1::Consequence& one) {
  switch (one.kind()) {
    case v1::Consequence::FOUND:
      return one.rule().number();
    case v1::Consequence::RULE_VOID:
    case v1::Consequence::RULE_REVIVED:
    case v1::Consequence::RULE_YIELDS:
      return one.from_number();
    default:
      return std::nullopt;
  }
}

std::optional<MarkSaid> mark_said(const v1::Consequence& one) {
  using What = MarkChange::What;
  switch (one.kind()) {
    case v1::Consequence::NOT_LAWFUL:
      return MarkSaid{one.record(), What::NOT_LAWFUL};
    case v1::Consequence::MOVE_CONTESTED:
      return MarkSaid{one.record(), What::CONTESTED};
    case v1::Consequence::MOVE_UPHELD:
      return MarkSaid{one.reached_at(), What::UPHELD};
    case v1::Consequence::MOVE_STRUCK:
      return MarkSaid{one.reached_at(), What::STRUCK};
    case v1::Consequence::MOVE_FALLEN:
      return MarkSaid{one.reached_at(), What::FALLEN};
    case v1::Consequence::MOVE_STANDS:
      return MarkSaid{one.reached_at(), What::STANDS};
    case v1::Consequence::JUDGMENT_OVERRULED:
      return MarkSaid{one.reached_at(), What::OVERRULED};
    case v1::Consequence::CORRECTION_OBJECTED:
      return MarkSaid{one.reached_at(), What::OBJECTED};
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> record_struck(const v1::Consequence& one) {
  const bool strikes = one.kind() == v1::Consequence::MOVE_STRUCK || one.kind() == v1::Consequence::MOVE_FALLEN ||
                       one.kind() == v1::Consequence::MOVE_STANDS;
  return strikes ? std::optional<std::uint64_t>(one.reached_at()) : std::nullopt;
}

v1::Rule latest_source_only(const v1::Rule& rule) {
  v1::Rule kept = rule;
  kept.clear_older_sources();
  if (kept.sources_size() > 1) kept.mutable_sources()->DeleteSubrange(0, kept.sources_size() - 1);
  return kept;
}

}  // namespace nomic::replay
