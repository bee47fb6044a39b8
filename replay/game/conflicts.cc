// Conflicts among the rules in force: which mutable rules are void (110), which points yield (211), which nothing
// decides.

#include <fmt/core.h>

#include <algorithm>

#include "game/clause.h"
#include "game/precedence.h"
#include "game/scopes.h"
#include "nomic/replay/law.h"

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

}  // namespace

void Law::find_void_rules() {
  if (state_.method().statuses() != v1::PrecedenceMethod::MUTABLE_VOID) return;
  const auto mode = state_.founding().mode();
  for (const auto& entry : clauses_) {
    if (entry.first == v1::Provision::KIND_NOT_SET) continue;
    for (const auto& m : entry.second) {
      if (m.rule->status() != v1::MUTABLE) continue;
      for (const auto& i : entry.second) {
        if (i.rule->status() != v1::IMMUTABLE) continue;
        const auto& scope = m.provision->scope();
        // An immutable rule for a narrower case is an exception to the mutable one, not in conflict with it.
        if (!overlap(scope, i.provision->scope(), mode) || strictly_narrower(i.provision->scope(), scope)) continue;
        const std::string point = contradiction(*m.provision, *i.provision);
        if (point.empty()) continue;
        void_.push_back(m.rule->number());
        conflicts_.push_back({Conflict::End::VOID, ref_to(*i.rule), ref_to(*m.rule), point,
                              fmt::format("rule {} is void while it conflicts with immutable rule {} on {}",
                                          m.rule->number(), i.rule->number(), point)});
      }
    }
  }
  std::sort(void_.begin(), void_.end());
  void_.erase(std::unique(void_.begin(), void_.end()), void_.end());
}

void Law::find_yielding_points() {
  const auto mode = state_.founding().mode();
  for (const auto& entry : clauses_) {
    const auto& all = entry.second;
    if (entry.first == v1::Provision::KIND_NOT_SET) continue;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        const auto& first = *all[a].rule;
        const auto& second = *all[b].rule;
        const auto& one = all[a].provision->scope();
        const auto& other = all[b].provision->scope();
        if (&first == &second || is_void(first.number()) || is_void(second.number())) continue;
        if (!overlap(one, other, mode) || strictly_narrower(one, other) || strictly_narrower(other, one)) continue;
        const std::string point = contradiction(*all[a].provision, *all[b].provision);
        if (point.empty()) continue;
        const Decision decision = decide(state_, first, second);
        if (decision == Decision::UNDECIDED) {
          conflicts_.push_back({Conflict::End::UNDECIDED, ref_to(first), ref_to(second), point,
                                fmt::format("rules {} and {} conflict on {}, and no rule in force decides it: it is "
                                            "left to a Judgment",
                                            first.number(), second.number(), point)});
          continue;
        }
        const auto& winner = decision == Decision::FIRST ? first : second;
        const auto& loser = decision == Decision::FIRST ? second : first;
        conflicts_.push_back({Conflict::End::YIELDS, ref_to(winner), ref_to(loser), point,
                              fmt::format("rule {} yields to rule {} on {}: {}", loser.number(), winner.number(), point,
                                          reason_for(state_, winner, loser))});
      }
    }
  }
}

}  // namespace nomic::replay
