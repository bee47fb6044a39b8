#include "nomic/replay/law/precedence.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// Whether `rule` says of itself that it has that relation to `other`.
bool claims(const LawParts& law, const v1::Rule& rule, v1::PrecedenceClaim::Relation relation, const v1::Rule& other) {
  return law.claims != nullptr && law.claims->made(rule, relation, other);
}

// What the claims of both say together: they count only if they point one way.
Decision by_claims(const LawParts& law, const v1::Rule& first, const v1::Rule& second) {
  using Claim = v1::PrecedenceClaim;
  const bool for_first = claims(law, first, Claim::PREVAILS, second) || claims(law, second, Claim::DEFERS, first);
  const bool for_second = claims(law, second, Claim::PREVAILS, first) || claims(law, first, Claim::DEFERS, second);
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

void PrecedenceClaims::add(const v1::Rule& rule, const v1::PrecedenceClaim& claim) {
  Over& over = claims_[{rule.number(), claim.relation()}];
  for (const std::uint32_t number : numbers_in(claim.rules())) over.rules.insert(number);
  const auto add_kind = [&](std::size_t kind) {
    if (over.kinds.size() <= kind) over.kinds.resize(kind + 1);
    over.kinds[kind] = true;
  };
  // By the names of the kinds in the schema.
  for (const std::string& kind : claim.kinds()) {
    const auto* field = v1::Provision::descriptor()->FindFieldByName(kind);
    if (field != nullptr) add_kind(static_cast<std::size_t>(field->number()));
  }
  if (claim.type() == v1::PrecedenceClaim::ANY_RULE) over.all = true;
  if (claim.type() == v1::PrecedenceClaim::VICTORY_RULES) add_kind(v1::Provision::kVictory);
}

bool PrecedenceClaims::made(const v1::Rule& rule, v1::PrecedenceClaim::Relation relation, const v1::Rule& other) const {
  const auto found = claims_.find({rule.number(), relation});
  if (found == claims_.end()) return false;
  const Over& over = found->second;
  return over.all || over.rules.contains(other.number()) ||
         std::any_of(other.provisions().begin(), other.provisions().end(), [&](const v1::Provision& provision) {
           const auto kind = static_cast<std::size_t>(provision.kind_case());
           return kind < over.kinds.size() && over.kinds[kind];
         });
}

Decision decide(const LawParts& law, const v1::Rule& first, const v1::Rule& second) {
  const bool first_found = found_to_prevail(law, first);
  if (first_found != found_to_prevail(law, second)) return first_found ? Decision::FIRST : Decision::SECOND;
  if (status_decides(law, first, second)) {
    return first.status() == v1::IMMUTABLE ? Decision::FIRST : Decision::SECOND;
  }
  const auto within = law.method.get().same_status();
  if (within == v1::PrecedenceMethod::WITHIN_UNSPECIFIED) return Decision::UNDECIDED;
  const Decision claimed = by_claims(law, first, second);
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
  if (by_claims(law, winner, loser) == Decision::FIRST) {
    return claims(law, winner, v1::PrecedenceClaim::PREVAILS, loser) ? Conflict::By::CLAIM : Conflict::By::DEFERENCE;
  }
  const auto within = law.method.get().same_status();
  if (within == v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST) return Conflict::By::HIGHER_NUMBER;
  if (within == v1::PrecedenceMethod::CLAIMS_THEN_NEWEST) return Conflict::By::LATER;
  return Conflict::By::LOWER_NUMBER;
}

}  // namespace nomic::replay
