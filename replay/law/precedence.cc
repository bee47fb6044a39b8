#include "nomic/replay/law/precedence.h"

#include <algorithm>

#include "nomic/replay/rule_number.h"

namespace nomic::replay {
namespace {

// By the names of the kinds in the schema.
bool has_kind(const v1::Rule& rule, const std::string& kind) {
  const auto* field = v1::Provision::descriptor()->FindFieldByName(kind);
  return field != nullptr &&
         std::any_of(rule.provisions().begin(), rule.provisions().end(),
                     [&](const auto& provision) { return provision.kind_case() == field->number(); });
}

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
    const bool by_kind = std::any_of(claim.kinds().begin(), claim.kinds().end(),
                                     [&](const std::string& kind) { return has_kind(other, kind); });
    if (by_number || by_kind || is_of_type(other, claim.type())) return true;
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

bool found_to_prevail(const LawParts& law, const v1::Rule& rule) {
  return std::any_of(law.findings.begin(), law.findings.end(), [&](const v1::StandingFinding& finding) {
    return finding.lineage() == rule.lineage() && !finding.is_void();
  });
}

bool status_decides(const LawParts& law, const v1::Rule& first, const v1::Rule& second) {
  return first.status() != second.status() && law.method.get().statuses() != v1::PrecedenceMethod::BETWEEN_UNSPECIFIED;
}

}  // namespace

Decision decide(const LawParts& law, const v1::Rule& first, const v1::Rule& second) {
  const bool first_found = found_to_prevail(law, first);
  if (first_found != found_to_prevail(law, second)) return first_found ? Decision::FIRST : Decision::SECOND;
  if (status_decides(law, first, second)) {
    return first.status() == v1::IMMUTABLE ? Decision::FIRST : Decision::SECOND;
  }
  const auto within = law.method.get().same_status();
  if (within == v1::PrecedenceMethod::WITHIN_UNSPECIFIED) return Decision::UNDECIDED;
  const Decision claimed = by_claims(first, second);
  if (claimed != Decision::UNDECIDED) return claimed;
  bool for_first = comes_before(first.number(), second.number());
  if (within == v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST) for_first = !for_first;
  if (within == v1::PrecedenceMethod::CLAIMS_THEN_NEWEST) {
    // Of two that came into force at one record the higher number is the later.
    for_first = first.since() != second.since() ? first.since() > second.since()
                                                : comes_before(second.number(), first.number());
  }
  return for_first ? Decision::FIRST : Decision::SECOND;
}

Conflict::By reason_for(const LawParts& law, const v1::Rule& winner, const v1::Rule& loser) {
  if (found_to_prevail(law, winner) && !found_to_prevail(law, loser)) return Conflict::By::JUDGMENT;
  if (status_decides(law, winner, loser)) return Conflict::By::STATUS;
  if (by_claims(winner, loser) == Decision::FIRST) {
    return claims(winner, v1::PrecedenceClaim::PREVAILS, loser) ? Conflict::By::CLAIM : Conflict::By::DEFERENCE;
  }
  const auto within = law.method.get().same_status();
  if (within == v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST) return Conflict::By::HIGHER_NUMBER;
  if (within == v1::PrecedenceMethod::CLAIMS_THEN_NEWEST) return Conflict::By::LATER;
  return Conflict::By::LOWER_NUMBER;
}

}  // namespace nomic::replay
