// Conflicts among the rules in force: which mutable rules are void (110), which points yield (211), which nothing
// decides.

#include <algorithm>
#include <string_view>

#include "law_self.h"
#include "nomic/replay/law/precedence.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/work.h"

namespace nomic::replay {
namespace {

// What tells one conflict from another, whichever versions of the rules are in it.
using ConflictKey = std::tuple<Conflict::End, std::uint32_t, std::uint32_t, std::string_view>;

ConflictKey key_of(const SettledClash& settled) {
  return {settled.end, settled.winner().rule->lineage(), settled.loser().rule->lineage(), settled.clash->point};
}

Conflict::By by_of(const LawParts& parts, const SettledClash& settled) {
  switch (settled.end) {
    case Conflict::End::VOID:
      return Conflict::By::STATUS;
    case Conflict::End::YIELDS:
      return reason_for(parts, *settled.winner().rule, *settled.loser().rule);
    case Conflict::End::UNDECIDED:
      break;
  }
  return Conflict::By::NOTHING;
}

Conflict conflict_of(const LawParts& parts, const SettledClash& settled) {
  return {settled.end, by_of(parts, settled), ref_to(*settled.winner().rule), ref_to(*settled.loser().rule),
          settled.clash->point};
}

}  // namespace

bool Law::Self::is_found(std::uint32_t lineage, bool is_void) const {
  return std::any_of(parts.findings.begin(), parts.findings.end(), [&](const v1::StandingFinding& finding) {
    return finding.lineage() == lineage && finding.is_void() == is_void;
  });
}

void Law::Self::settle_clashes() {
  find_void_rules();
  find_yielding_points();
}

void Law::Self::find_void_rules() {
  // What a Judgment has found stands, whatever the provisions say.
  if (!parts.findings.empty()) {
    for (const v1::Rule& rule : parts.rules) {
      if (is_found(rule.lineage(), true)) voids.push_back(rule.number());
    }
  }
  if (parts.method.get().statuses() == v1::PrecedenceMethod::MUTABLE_VOID) {
    for (const auto& [kinds, list] : clashes.all()) {
      for (const Clash& clash : *list) {
        if (clash.first.rule->status() == clash.second.rule->status()) continue;
        const bool first_wins = clash.first.rule->status() != v1::MUTABLE;
        const RuleClause& i = first_wins ? clash.first : clash.second;
        const RuleClause& m = first_wins ? clash.second : clash.first;
        // An immutable rule for a narrower case is an exception to the mutable one, not in conflict with it.
        if (strictly_narrower(i.provision->scope(), m.provision->scope())) continue;
        if (is_found(m.rule->lineage(), false)) continue;
        voids.push_back(m.rule->number());
        settled.push_back({Conflict::End::VOID, &clash, first_wins});
      }
    }
  }
  std::sort(voids.begin(), voids.end());
  voids.erase(std::unique(voids.begin(), voids.end()), voids.end());
}

void Law::Self::find_yielding_points() {
  const auto lose = [this](const RuleClause& clause, int point) {
    lost.emplace_back(clause.rule->number(), clause.place, point);
  };
  for (const auto& [kinds, list] : clashes.all()) {
    for (const Clash& clash : *list) {
      spend_work();
      if (is_void(clash.first.rule->number()) || is_void(clash.second.rule->number())) continue;
      const auto& one = clash.first.provision->scope();
      const auto& other = clash.second.provision->scope();
      if (strictly_narrower(one, other) || strictly_narrower(other, one)) continue;
      const Decision decision = decide(parts, *clash.first.rule, *clash.second.rule);
      const bool undecided = decision == Decision::UNDECIDED;
      settled.push_back(
          {undecided ? Conflict::End::UNDECIDED : Conflict::End::YIELDS, &clash, decision != Decision::SECOND});
      // Within one kind the points are compared case by case, where they are asked for. Where nothing decides, neither
      // can be taken for the law.
      if (!clash.across) continue;
      if (decision != Decision::FIRST) lose(clash.first, clash.first_loses);
      if (decision != Decision::SECOND) lose(clash.second, clash.second_loses);
    }
  }
  std::sort(lost.begin(), lost.end());
  lost.erase(std::unique(lost.begin(), lost.end()), lost.end());
}

const std::vector<Conflict>& Law::conflicts() const {
  if (!self_->conflicts) {
    auto& all = self_->conflicts.emplace();
    all.reserve(self_->settled.size());
    for (const SettledClash& one : self_->settled) all.push_back(conflict_of(self_->parts, one));
  }
  return *self_->conflicts;
}

std::vector<Conflict> Law::decided_since(const Law& before) const {
  std::vector<ConflictKey> known;
  known.reserve(before.self_->settled.size());
  for (const SettledClash& one : before.self_->settled) known.push_back(key_of(one));
  std::sort(known.begin(), known.end());
  std::vector<Conflict> decided;
  for (const SettledClash& one : self_->settled) {
    if (one.end == Conflict::End::UNDECIDED) continue;
    if (std::binary_search(known.begin(), known.end(), key_of(one))) continue;
    decided.push_back(conflict_of(self_->parts, one));
  }
  return decided;
}

}  // namespace nomic::replay
