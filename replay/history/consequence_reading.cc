#include "consequence_reading.h"

#include <algorithm>

#include "nomic/replay/consequence.h"
#include "nomic/replay/game/votes.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {

std::uint32_t proposal_named(const v1::Consequence& one) {
  return proposal_of(one);
}

std::uint32_t vote_ended(const v1::Consequence& one) {
  return ends_vote(one) ? proposal_of(one) : 0;
}

const v1::Consequence* restored_by_last(const std::vector<v1::Consequence>& outcomes) {
  if (outcomes.size() < 2 || !outcome_in(outcomes.back())->has_completed()) return nullptr;
  const auto& last = outcomes.back();
  const auto end = outcomes.end() - 1;
  const auto then = std::find_if(
      outcomes.begin(), end, [&](const auto& earlier) { return earlier.record() == outcome_in(last)->completed(); });
  // The ballots that complete it by now may not have been those that did when it was declared.
  const auto& earlier = then == end ? *(end - 1) : *then;
  return is_same_outcome(earlier, last) ? &earlier : nullptr;
}

std::optional<std::uint64_t> vote_completed_at(const std::vector<v1::Consequence>& outcomes) {
  if (outcomes.empty()) return std::nullopt;
  if (const auto* restored = restored_by_last(outcomes)) return restored->record();
  const auto& last = outcomes.back();
  const bool was_left_open = std::any_of(outcomes.begin(), outcomes.end(), [&](const auto& earlier) {
    return earlier.has_outcome_undetermined() && earlier.record() == outcome_in(last)->completed();
  });
  return was_left_open ? outcome_in(last)->completed() : last.record();
}

std::uint32_t outcome_declared(const v1::Consequence& one) {
  return one.has_proposal_adopted() || one.has_proposal_defeated() ? proposal_of(one) : 0;
}

std::uint32_t turn_ended(const v1::Consequence& one) {
  return one.turn_ended().turn();
}

std::uint32_t circuit_ended(const v1::Consequence& one) {
  return one.circuit_ended().circuit();
}

std::vector<std::string> scores_told(const v1::Consequence& one) {
  if (one.has_score()) return {one.score().player()};
  if (one.not_known().what() != v1::Consequence::NotKnown::POINTS) return {};
  return {one.not_known().players().begin(), one.not_known().players().end()};
}

bool is_of_victory(const v1::Consequence& one) {
  return one.kind_case() == v1::Consequence::kVictory || one.kind_case() == v1::Consequence::kGameClosed ||
         one.kind_case() == v1::Consequence::kRoundEnded;
}

bool touches_rules(const v1::Consequence& one) {
  switch (one.kind_case()) {
    case v1::Consequence::kGameBegan:
    case v1::Consequence::kRuleEnacted:
    case v1::Consequence::kRuleAmended:
    case v1::Consequence::kRuleRepealed:
    case v1::Consequence::kRuleTransmuted:
    case v1::Consequence::kRuleReenacted:
    case v1::Consequence::kRuleRestored:
    case v1::Consequence::kRuleRetitled:
    case v1::Consequence::kReferencesFollowed:
    case v1::Consequence::kRuleChangedItself:
    case v1::Consequence::kAppliesFrom:
    case v1::Consequence::kReckonedAnew:
    case v1::Consequence::kMoveStruck:
    case v1::Consequence::kMoveUpheld:
    case v1::Consequence::kMoveStands:
    case v1::Consequence::kCorrected:
    case v1::Consequence::kCorrectionObjected:
    case v1::Consequence::kRuleAnnotated:
      return true;
    case v1::Consequence::kNotKnown:
      return !one.not_known().number().empty();  // the rule says so of itself
    case v1::Consequence::kFound:
      return one.found().finding().has_number();
    default:
      return false;
  }
}

std::optional<std::uint32_t> rule_marked(const v1::Consequence& one) {
  switch (one.kind_case()) {
    case v1::Consequence::kFound:
      return one.rule().number();
    case v1::Consequence::kRuleVoid:
    case v1::Consequence::kRuleRevived:
    case v1::Consequence::kRuleYields:
      return from_number_of(one);
    default:
      return std::nullopt;
  }
}

std::optional<MarkClaim> mark_claim(const v1::Consequence& one) {
  using What = MarkChange::What;
  switch (one.kind_case()) {
    case v1::Consequence::kNotLawful:
      return MarkClaim{one.record(), What::NOT_LAWFUL};
    case v1::Consequence::kMoveContested:
      return MarkClaim{one.record(), What::CONTESTED};
    case v1::Consequence::kMoveUpheld:
      return MarkClaim{about(one), What::UPHELD};
    case v1::Consequence::kMoveStruck:
      return MarkClaim{about(one), What::STRUCK};
    case v1::Consequence::kMoveFallen:
      return MarkClaim{about(one), What::FALLEN};
    case v1::Consequence::kMoveStands:
      return MarkClaim{about(one), What::STANDS};
    case v1::Consequence::kJudgmentOverruled:
      return MarkClaim{about(one), What::OVERRULED};
    case v1::Consequence::kCorrectionObjected:
      return MarkClaim{about(one), What::OBJECTED};
    case v1::Consequence::kFindingFallen:
    case v1::Consequence::kEffectsFallen:
      return MarkClaim{about(one), What::PARTLY};
    case v1::Consequence::kFindingStands:
    case v1::Consequence::kEffectsStand:
      return MarkClaim{about(one), What::WHOLE};
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> record_struck(const v1::Consequence& one) {
  const bool strikes = one.kind_case() == v1::Consequence::kMoveStruck ||
                       one.kind_case() == v1::Consequence::kMoveFallen ||
                       one.kind_case() == v1::Consequence::kMoveStands;
  return strikes ? std::optional<std::uint64_t>(about(one)) : std::nullopt;
}

}  // namespace nomic::replay
