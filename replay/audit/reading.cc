#include "reading.h"

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"

namespace nomic::replay::audit {
namespace {

template <class List, class Value>
bool has(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool claims(const BookRule& rule, v1::PrecedenceClaim::Relation relation, const BookRule& other) {
  for (const auto& provision : rule.provisions) {
    const auto& claim = provision.precedence_claim();
    if (!provision.has_precedence_claim() || claim.relation() != relation) continue;
    if (claim.type() == v1::PrecedenceClaim::ANY_RULE || has(claim.rules(), reference(other.number))) return true;
    for (const auto& theirs : other.provisions) {
      if (claim.type() == v1::PrecedenceClaim::VICTORY_RULES && theirs.has_victory()) return true;
      const auto* field = v1::Provision::descriptor()->FindFieldByNumber(theirs.kind_case());
      if (field != nullptr && has(claim.kinds(), field->name())) return true;
    }
  }
  return false;
}

}  // namespace

Reading::Reading(const Books& books) : books_(books) {
  for (const auto& [number, rule] : books.rules) {
    for (const auto& provision : rule.provisions) {
      if (provision.kind_case() != v1::Provision::KIND_NOT_SET) {
        auto& kind = kinds_[provision.kind_case()];
        const auto& scope = provision.scope();
        kind.clauses.push_back({&rule, &provision});
        kind.by_change = kind.by_change || !scope.changes().empty();
        kind.players.insert(scope.players().begin(), scope.players().end());
      }
    }
  }
  find_void();
  find_yields();
}

bool Reading::covers(const v1::Scope& scope, const Case& about) const {
  if (scope.mode() != v1::MODE_UNSPECIFIED && scope.mode() != books_.mode) return false;
  if (!scope.changes().empty() && !has(scope.changes(), static_cast<int>(about.change))) return false;
  return scope.players().empty() || has(scope.players(), about.player);
}

bool Reading::found(std::uint32_t lineage, bool is_void) const {
  return std::any_of(books_.findings.begin(), books_.findings.end(),
                     [&](const auto& one) { return one.lineage == lineage && one.is_void == is_void; });
}

bool Reading::has_lost(const v1::Provision* provision, int field) const {
  return std::any_of(lost_.begin(), lost_.end(), [&](const auto& lost) {
    return lost.first == provision && (lost.second == field || lost.second == 0);
  });
}

// Whether there is a case that both are about.
bool Reading::can_meet(const Clause& one, const Clause& other) const {
  const auto& a = one.provision->scope();
  const auto& b = other.provision->scope();
  for (const auto* scope : {&a, &b}) {
    if (scope->mode() != v1::MODE_UNSPECIFIED && scope->mode() != books_.mode) return false;
  }
  const auto meet = [](const auto& left, const auto& right) {
    return left.empty() || right.empty() ||
           std::any_of(left.begin(), left.end(), [&](const auto& value) { return has(right, value); });
  };
  return meet(a.changes(), b.changes()) && meet(a.players(), b.players());
}

Prevails Reading::between(const BookRule& first, const BookRule& second) const {
  const bool one = found(first.lineage, false);
  if (one != found(second.lineage, false)) return one ? Prevails::FIRST : Prevails::SECOND;
  if (first.status != second.status && books_.method.statuses() != v1::PrecedenceMethod::BETWEEN_UNSPECIFIED) {
    return first.status == v1::IMMUTABLE ? Prevails::FIRST : Prevails::SECOND;
  }
  const auto method = books_.method.same_status();
  if (method == v1::PrecedenceMethod::WITHIN_UNSPECIFIED) return Prevails::OPEN;
  const bool up =
      claims(first, v1::PrecedenceClaim::PREVAILS, second) || claims(second, v1::PrecedenceClaim::DEFERS, first);
  const bool down =
      claims(second, v1::PrecedenceClaim::PREVAILS, first) || claims(first, v1::PrecedenceClaim::DEFERS, second);
  if (up != down) return up ? Prevails::FIRST : Prevails::SECOND;
  bool low = comes_before(first.number, second.number);
  if (method == v1::PrecedenceMethod::CLAIMS_THEN_NEWEST) {
    low = first.since == second.since ? comes_before(second.number, first.number) : first.since > second.since;
  } else if (method == v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST) {
    low = comes_before(second.number, first.number);
  }
  return low ? Prevails::FIRST : Prevails::SECOND;
}

// 110: as a whole, while it conflicts with an immutable rule in its own narrower or equal case.
void Reading::find_void() {
  for (const auto& [number, rule] : books_.rules) {
    if (found(rule.lineage, true)) void_[rule.lineage] = 0;
  }
  if (books_.method.statuses() != v1::PrecedenceMethod::MUTABLE_VOID) return;
  for (const auto& [mutable_kind, theirs] : kinds_) {
    for (const auto& own : theirs.clauses) {
      if (own.rule->status != v1::MUTABLE || found(own.rule->lineage, false)) continue;
      for (const auto& [kind, others] : kinds_) {
        if (!can_contradict(mutable_kind, kind)) continue;
        for (const auto& other : others.clauses) {
          if (other.rule->status != v1::IMMUTABLE || void_.count(own.rule->lineage) != 0) continue;
          if (!can_meet(own, other) || is_narrower(other.provision->scope(), own.provision->scope())) continue;
          if (contradiction(*own.provision, *other.provision).any) void_[own.rule->lineage] = other.rule->lineage;
        }
      }
    }
  }
}

// 211: only the point in conflict is lost.
void Reading::find_yields() {
  for (auto kind = kinds_.begin(); kind != kinds_.end(); ++kind) {
    for (auto other_kind = kind; other_kind != kinds_.end(); ++other_kind) {
      if (!can_contradict(kind->first, other_kind->first)) continue;
      const auto& ones = kind->second.clauses;
      const auto& others = other_kind->second.clauses;
      for (std::size_t i = 0; i < ones.size(); ++i) {
        for (std::size_t j = kind == other_kind ? i + 1 : 0; j < others.size(); ++j) find_yield(ones[i], others[j]);
      }
    }
  }
}

void Reading::find_yield(const Clause& one, const Clause& other) {
  if (one.rule == other.rule || void_.count(one.rule->lineage) != 0 || void_.count(other.rule->lineage) != 0) return;
  if (!can_meet(one, other)) return;
  const auto found_here = contradiction(*one.provision, *other.provision);
  if (!found_here.any) return;
  const auto& a = one.provision->scope();
  const auto& b = other.provision->scope();
  if (is_narrower(a, b) || is_narrower(b, a)) return;
  const auto prevails = between(*one.rule, *other.rule);
  if (found_here.across && prevails != Prevails::FIRST) lost_.emplace_back(one.provision, found_here.first);
  if (found_here.across && prevails != Prevails::SECOND) lost_.emplace_back(other.provision, found_here.second);
  if (prevails == Prevails::OPEN) return;
  const bool first = prevails == Prevails::FIRST;
  yields_.insert({(first ? one : other).rule->lineage, (first ? other : one).rule->lineage});
}

const Point& Reading::point(v1::Provision::KindCase kind, int field, const Case& about) const {
  spend_work();
  static const Point UNREGULATED;
  const auto of_kind = kinds_.find(kind);
  if (of_kind == kinds_.end()) return UNREGULATED;
  auto& known = of_kind->second;
  const auto change = known.by_change ? about.change : v1::CHANGE_KIND_UNSPECIFIED;
  // Whom no scope names are all alike.
  const auto player = known.players.count(about.player) != 0 ? about.player : std::string();
  const auto [place, is_new] = known.points.try_emplace({field, change, player});
  if (is_new) place->second = find_point(known, field, {change, player});
  return place->second;
}

Point Reading::find_point(const OfKind& kind, int field, const Case& about) const {
  Point result;
  std::vector<Clause> about_it;
  for (const auto& clause : kind.clauses) {
    if (void_.count(clause.rule->lineage) != 0 || !covers(clause.provision->scope(), about)) continue;
    if (!speaks(kind_of(*clause.provision), field) || has_lost(clause.provision, field)) continue;
    about_it.push_back(clause);
  }
  // The narrowest cases; of one rule that says two things of one case, the first.
  std::vector<Clause> left;
  for (const auto& clause : about_it) {
    const bool exception = std::any_of(about_it.begin(), about_it.end(), [&](const auto& other) {
      return is_narrower(other.provision->scope(), clause.provision->scope());
    });
    const bool twice =
        std::any_of(left.begin(), left.end(), [&](const auto& other) { return other.rule == clause.rule; });
    if (!exception && !twice) left.push_back(clause);
  }
  bool open = false;
  for (const auto& clause : left) {
    bool beats_all = true;
    for (const auto& other : left) {
      if (same(kind_of(*clause.provision), kind_of(*other.provision), field)) continue;
      const auto prevails = between(*clause.rule, *other.rule);
      open = open || prevails == Prevails::OPEN;
      beats_all = beats_all && prevails == Prevails::FIRST;
    }
    if (!beats_all) continue;
    if (result.says == nullptr) result.says = clause.provision;
    result.by.push_back(clause.rule);
  }
  result.unclear = result.says == nullptr && !left.empty() && !open;
  return result;
}

std::vector<Clause> Reading::all(v1::Provision::KindCase kind) const {
  std::vector<Clause> counting;
  const auto of_kind = kinds_.find(kind);
  if (of_kind == kinds_.end()) return counting;
  for (const auto& clause : of_kind->second.clauses) {
    const auto mode = clause.provision->scope().mode();
    const bool in_mode = mode == v1::MODE_UNSPECIFIED || mode == books_.mode;
    if (in_mode && void_.count(clause.rule->lineage) == 0 && !has_lost(clause.provision, 0)) counting.push_back(clause);
  }
  return counting;
}

v1::PrecedenceMethod Reading::method() const {
  v1::PrecedenceMethod method;
  const auto statuses = point(v1::Provision::kPrecedenceMethod, v1::PrecedenceMethod::kStatusesFieldNumber);
  if (statuses) method.set_statuses(statuses.says->precedence_method().statuses());
  const auto within = point(v1::Provision::kPrecedenceMethod, v1::PrecedenceMethod::kSameStatusFieldNumber);
  if (within) method.set_same_status(within.says->precedence_method().same_status());
  return method;
}

}  // namespace nomic::replay::audit
