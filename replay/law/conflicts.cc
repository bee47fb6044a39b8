// Conflicts among the rules in force: which mutable rules are void (110), which points yield (211), which nothing
// decides.

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "across.h"
#include "nomic/replay/law.h"
#include "nomic/replay/law/clause.h"
#include "nomic/replay/law/precedence.h"
#include "nomic/replay/law/scopes.h"

namespace nomic::replay {
namespace {

std::string point_name(const google::protobuf::Message& clause, const google::protobuf::FieldDescriptor& point) {
  return fmt::format("{}.{}", clause.GetDescriptor()->name(), point.name());
}

// Bounds are all obeyed at once unless no number of rules lies between them.
bool bounds_exclude(const v1::RulesetBounds& a, const v1::RulesetBounds& b) {
  const auto low = std::max(a.min_mutable(), b.min_mutable());
  const bool capped = a.has_max_mutable() || b.has_max_mutable();
  const auto high = std::min(a.has_max_mutable() ? a.max_mutable() : b.max_mutable(),
                             b.has_max_mutable() ? b.max_mutable() : a.max_mutable());
  return capped && high < low;
}

// The first point on which two provisions of one kind cannot both be obeyed in a case of both; empty if there is none.
std::string contradiction(const v1::Provision& a, const v1::Provision& b) {
  if (a.has_ruleset_bounds() && b.has_ruleset_bounds() && bounds_exclude(a.ruleset_bounds(), b.ruleset_bounds())) {
    return "RulesetBounds.max_mutable";
  }
  if (adds_up(a.kind_case())) return {};
  const auto& left = *clause_of(a);
  const auto& right = *clause_of(b);
  for (const auto* point : points_of(left)) {
    if (speaks_on(right, *point) && !agree_on(left, right, *point)) return point_name(left, *point);
  }
  return {};
}

// Kinds between which a contradiction is looked for.
bool meet_across(v1::Provision::KindCase a, v1::Provision::KindCase b) {
  return b == v1::Provision::kVotingDuty || b == v1::Provision::kVictoryBound ||
         (b == v1::Provision::kEffectiveness && a == b);
}

}  // namespace

// What two clauses contradict each other on, if they do.
struct Law::Clash {
  std::string point;
  int first = 0;  // what either would lose: fields by number, 0: all of it
  int second = 0;
  bool across = false;
};

std::optional<Law::Clash> Law::clash(const Clause& first, const Clause& second) const {
  const auto& a = *first.provision;
  const auto& b = *second.provision;
  if (!overlap(a.scope(), b.scope(), parts_.mode)) return std::nullopt;
  if (a.kind_case() == b.kind_case()) {
    std::string point = contradiction(a, b);
    if (!point.empty()) return Clash{std::move(point), 0, 0, false};
  }
  if (const auto found = contradicts_across(a, b)) return Clash{found->name, found->first, found->second, true};
  if (const auto found = contradicts_across(b, a)) return Clash{found->name, found->second, found->first, true};
  return std::nullopt;
}

void Law::find_clashes(const std::function<void(const Clause&, const Clause&)>& each) const {
  for (auto one = clauses_.begin(); one != clauses_.end(); ++one) {
    if (one->first == v1::Provision::KIND_NOT_SET) continue;
    const auto& all = one->second;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a + 1; b < all.size(); ++b) each(all[a], all[b]);
    }
    for (auto other = std::next(one); other != clauses_.end(); ++other) {
      const auto kind = static_cast<v1::Provision::KindCase>(one->first);
      const auto second = static_cast<v1::Provision::KindCase>(other->first);
      if (!meet_across(kind, second) && !meet_across(second, kind)) continue;
      for (const auto& a : all) {
        for (const auto& b : other->second) each(a, b);
      }
    }
  }
}

bool Law::is_found(std::uint32_t lineage, bool is_void) const {
  return std::any_of(parts_.findings.begin(), parts_.findings.end(), [&](const v1::StandingFinding& finding) {
    return finding.lineage() == lineage && finding.is_void() == is_void;
  });
}

void Law::find_void_rules() {
  // What a Judgment has found stands, whatever the provisions say.
  for (const auto& rule : parts_.rules) {
    if (is_found(rule.lineage(), true)) void_.push_back(rule.number());
  }
  std::sort(void_.begin(), void_.end());
  if (parts_.method.get().statuses() != v1::PrecedenceMethod::MUTABLE_VOID) return;
  find_clashes([this](const Clause& first, const Clause& second) {
    if (first.rule->status() == second.rule->status()) return;
    const bool first_is_mutable = first.rule->status() == v1::MUTABLE;
    const auto& m = first_is_mutable ? first : second;
    const auto& i = first_is_mutable ? second : first;
    // An immutable rule for a narrower case is an exception to the mutable one, not in conflict with it.
    if (strictly_narrower(i.provision->scope(), m.provision->scope())) return;
    if (is_found(m.rule->lineage(), false)) return;
    const auto found = clash(m, i);
    if (!found) return;
    void_.push_back(m.rule->number());
    conflicts_.push_back({Conflict::End::VOID, Conflict::By::STATUS, ref_to(*i.rule), ref_to(*m.rule), found->point});
  });
  std::sort(void_.begin(), void_.end());
  void_.erase(std::unique(void_.begin(), void_.end()), void_.end());
}

void Law::find_yielding_points() {
  find_clashes([this](const Clause& first, const Clause& second) {
    if (first.rule == second.rule || is_void(first.rule->number()) || is_void(second.rule->number())) return;
    const auto& one = first.provision->scope();
    const auto& other = second.provision->scope();
    if (strictly_narrower(one, other) || strictly_narrower(other, one)) return;
    if (const auto found = clash(first, second)) settle_clash(first, second, *found);
  });
}

void Law::settle_clash(const Clause& first, const Clause& second, const Clash& clash) {
  const Decision decision = decide(parts_, *first.rule, *second.rule);
  if (decision == Decision::UNDECIDED) {
    conflicts_.push_back(
        {Conflict::End::UNDECIDED, Conflict::By::NOTHING, ref_to(*first.rule), ref_to(*second.rule), clash.point});
    if (!clash.across) return;
    // Neither can be taken for the law while nothing decides between them.
    lost_.emplace_back(first.provision, clash.first);
    lost_.emplace_back(second.provision, clash.second);
    return;
  }
  const auto& winner = decision == Decision::FIRST ? first : second;
  const auto& loser = decision == Decision::FIRST ? second : first;
  // Within one kind the points are compared case by case, where they are asked for.
  if (clash.across) lost_.emplace_back(loser.provision, decision == Decision::FIRST ? clash.second : clash.first);
  conflicts_.push_back({Conflict::End::YIELDS, reason_for(parts_, *winner.rule, *loser.rule), ref_to(*winner.rule),
                        ref_to(*loser.rule), clash.point});
}

}  // namespace nomic::replay
