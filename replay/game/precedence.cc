#include "game/precedence.h"

#include <fmt/core.h>

#include <algorithm>

namespace nomic::replay {
namespace {

bool is_of_type(const v1::Rule& rule, v1::PrecedenceClaim::RuleType type) {
  switch (type) {
    case v1::PrecedenceClaim::ANY_RULE:
      return true;
    case v1::PrecedenceClaim::VICTORY_RULES:
      return std::any_of(rule.provisions().begin(), rule.provisions().end(),
                         [](const v1::Provision& p) { return p.has_victory(); });
    default:
      return false;
  }
}

// Whether `rule` says of itself that it stands in that relation to `other`.
bool claims(const v1::Rule& rule, v1::PrecedenceClaim::Relation relation, const v1::Rule& other) {
  for (const auto& provision : rule.provisions()) {
    if (!provision.has_precedence_claim()) continue;
    const auto& claim = provision.precedence_claim();
    if (claim.relation() != relation) continue;
    const bool by_number = std::find(claim.rules().begin(), claim.rules().end(), other.number()) != claim.rules().end();
    if (by_number || is_of_type(other, claim.type())) return true;
  }
  return false;
}

// What the claims of both say together: they count only if they point one way.
Decision by_claims(const v1::Rule& first, const v1::Rule& second) {
  const bool for_first =
      claims(first, v1::PrecedenceClaim::PREVAILS, second) || claims(second, v1::PrecedenceClaim::DEFERS, first);
  const bool for_second =
      claims(second, v1::PrecedenceClaim::PREVAILS, first) || claims(first, v1::PrecedenceClaim::DEFERS, second);
  if (for_first == for_second) return Decision::UNDECIDED;
  return for_first ? Decision::FIRST : Decision::SECOND;
}

bool status_decides(const v1::State& state, const v1::Rule& first, const v1::Rule& second) {
  return first.status() != second.status() && state.method().statuses() == v1::PrecedenceMethod::MUTABLE_VOID;
}

}  // namespace

Decision decide(const v1::State& state, const v1::Rule& first, const v1::Rule& second) {
  if (status_decides(state, first, second)) {
    return first.status() == v1::IMMUTABLE ? Decision::FIRST : Decision::SECOND;
  }
  if (state.method().same_status() != v1::PrecedenceMethod::CLAIMS_THEN_LOWEST) return Decision::UNDECIDED;
  const Decision claimed = by_claims(first, second);
  if (claimed != Decision::UNDECIDED) return claimed;
  return first.number() < second.number() ? Decision::FIRST : Decision::SECOND;
}

std::string reason_for(const v1::State& state, const v1::Rule& winner, const v1::Rule& loser) {
  if (status_decides(state, winner, loser)) return fmt::format("rule {} is immutable", winner.number());
  if (by_claims(winner, loser) == Decision::FIRST) {
    return claims(winner, v1::PrecedenceClaim::PREVAILS, loser)
               ? fmt::format("rule {} claims precedence", winner.number())
               : fmt::format("rule {} defers to it", loser.number());
  }
  return fmt::format("rule {} has the lower number", winner.number());
}

}  // namespace nomic::replay
