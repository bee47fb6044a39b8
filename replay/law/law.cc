#include "nomic/replay/law.h"

#include <algorithm>

#include "answers.h"
#include "nomic/replay/law/clause.h"
#include "nomic/replay/law/precedence.h"
#include "nomic/replay/law/scopes.h"

namespace nomic::replay {

v1::RuleRef ref_to(const v1::Rule& rule) {
  v1::RuleRef ref;
  ref.set_number(rule.number());
  ref.set_lineage(rule.lineage());
  ref.set_since(rule.since());
  return ref;
}

Law::Law(const State& state)
    : parts_{state.rules(), state.findings(), state.method_part(), state.founding().mode()},
      kept_(std::make_unique<Answers>()) {
  for (const auto& rule : parts_.rules) {
    for (const auto& provision : rule.provisions()) {
      clauses_[provision.kind_case()].push_back({&rule, &provision});
    }
  }
  find_void_rules();
  find_yielding_points();
}
Law::~Law() = default;

const std::vector<Law::Clause>& Law::clauses(v1::Provision::KindCase kind) const {
  static const std::vector<Clause> NONE;
  const auto found = clauses_.find(kind);
  return found == clauses_.end() ? NONE : found->second;
}

bool Law::is_void(std::uint32_t rule) const {
  return std::binary_search(void_.begin(), void_.end(), rule);
}

bool Law::has_lost(const v1::Provision& provision, int point) const {
  return std::any_of(lost_.begin(), lost_.end(), [&](const auto& lost) {
    return lost.first == &provision && (lost.second == point || lost.second == 0);
  });
}

bool Law::binds(const Clause& clause, const Case& c) const {
  return !is_void(clause.rule->number()) && covers(clause.provision->scope(), c, parts_.mode);
}

namespace {

// Of the clauses that speak on a point, those that are left where the ones for narrower cases are exceptions to the
// others; of one rule that says two things of one case, the first.
template <class Clause>
std::vector<const Clause*> without_exceptions(const std::vector<const Clause*>& speaking) {
  std::vector<const Clause*> left;
  left.reserve(speaking.size());
  for (const auto* clause : speaking) {
    const bool has_exception = std::any_of(speaking.begin(), speaking.end(), [&](const auto* other) {
      return strictly_narrower(other->provision->scope(), clause->provision->scope());
    });
    const bool said_before =
        std::any_of(left.begin(), left.end(), [&](const auto* other) { return other->rule == clause->rule; });
    if (!has_exception && !said_before) left.push_back(clause);
  }
  return left;
}

// The one that prevails over every other that says something else; none: nothing decides, or they prevail in a ring,
// and the point is left to a Judgment.
template <class Clause>
const Clause* one_that_prevails(const LawParts& law, const std::vector<const Clause*>& left,
                                const google::protobuf::FieldDescriptor& point) {
  for (const auto* clause : left) {
    const bool over_all = std::all_of(left.begin(), left.end(), [&](const auto* other) {
      return other == clause || agree_on(*clause_of(*clause->provision), *clause_of(*other->provision), point) ||
             decide(law, *clause->rule, *other->rule) == Decision::FIRST;
    });
    if (over_all) return clause;
  }
  return nullptr;
}

}  // namespace

template <class Kind>
Prevailing<Kind> Law::prevailing(v1::Provision::KindCase kind, const Case& c) const {
  using Answer = typename Prevailing<Kind>::Answer;
  auto& kept = kept_->of_case(kind, clauses(kind), c);
  if (kept == nullptr) kept = std::make_shared<const Answer>(resolve<Kind>(kind, c));
  return Prevailing<Kind>(std::static_pointer_cast<const Answer>(kept));
}

template <class Kind>
typename Prevailing<Kind>::Answer Law::resolve(v1::Provision::KindCase kind, const Case& c) const {
  std::vector<const Clause*> binding;
  for (const auto& clause : clauses(kind)) {
    if (binds(clause, c)) binding.push_back(&clause);
  }
  typename Prevailing<Kind>::Answer result;
  const auto* descriptor = Kind::descriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto& point = *descriptor->field(i);
    std::vector<const Clause*> speaking;
    speaking.reserve(binding.size());
    for (const auto* clause : binding) {
      if (!speaks_on(*clause_of(*clause->provision), point) || has_lost(*clause->provision, point.number())) continue;
      speaking.push_back(clause);
    }
    const auto* best = one_that_prevails(parts_, without_exceptions(speaking), point);
    if (best == nullptr) continue;
    take_point(*clause_of(*best->provision), point, result.value);
    result.sources.emplace_back(point.name(), ref_to(*best->rule));
  }
  return result;
}

Prevailing<v1::RuleChangeKinds> Law::rule_change_kinds(const Case& c) const {
  return prevailing<v1::RuleChangeKinds>(v1::Provision::kRuleChangeKinds, c);
}
Prevailing<v1::Franchise> Law::franchise(const Case& c) const {
  return prevailing<v1::Franchise>(v1::Provision::kFranchise, c);
}
Prevailing<v1::Effectiveness> Law::effectiveness(const Case& c) const {
  return prevailing<v1::Effectiveness>(v1::Provision::kEffectiveness, c);
}
Prevailing<v1::Numbering> Law::numbering(const Case& c) const {
  return prevailing<v1::Numbering>(v1::Provision::kNumbering, c);
}
Prevailing<v1::Adoption> Law::adoption(const Case& c) const {
  return prevailing<v1::Adoption>(v1::Provision::kAdoption, c);
}
Prevailing<v1::PrecedenceMethod> Law::precedence_method() const {
  return prevailing<v1::PrecedenceMethod>(v1::Provision::kPrecedenceMethod, {});
}
Prevailing<v1::VotingDuty> Law::voting_duty(const Case& c) const {
  return prevailing<v1::VotingDuty>(v1::Provision::kVotingDuty, c);
}
Prevailing<v1::Debate> Law::debate(const Case& c) const {
  return prevailing<v1::Debate>(v1::Provision::kDebate, c);
}
Prevailing<v1::Forfeit> Law::forfeit(const Case& c) const {
  return prevailing<v1::Forfeit>(v1::Provision::kForfeit, c);
}
Prevailing<v1::TurnOrder> Law::turn_order(const Case& c) const {
  return prevailing<v1::TurnOrder>(v1::Provision::kTurnOrder, c);
}
Prevailing<v1::TurnParts> Law::turn_parts(const Case& c) const {
  return prevailing<v1::TurnParts>(v1::Provision::kTurnParts, c);
}
Prevailing<v1::Transmutation> Law::transmutation(const Case& c) const {
  return prevailing<v1::Transmutation>(v1::Provision::kTransmutation, c);
}
Prevailing<v1::Judgment> Law::judgment(const Case& c) const {
  return prevailing<v1::Judgment>(v1::Provision::kJudgment, c);
}

Prevailing<v1::VoteChanges> Law::vote_changes(const Case& c) const {
  return prevailing<v1::VoteChanges>(v1::Provision::kVoteChanges, c);
}
Prevailing<v1::VotingPeriod> Law::voting_period(const Case& c) const {
  return prevailing<v1::VotingPeriod>(v1::Provision::kVotingPeriod, c);
}
Prevailing<v1::Inactivity> Law::inactivity(const Case& c) const {
  return prevailing<v1::Inactivity>(v1::Provision::kInactivity, c);
}
Prevailing<v1::Proposing> Law::proposing(const Case& c) const {
  return prevailing<v1::Proposing>(v1::Provision::kProposing, c);
}
Prevailing<v1::Joining> Law::joining(const Case& c) const {
  return prevailing<v1::Joining>(v1::Provision::kJoining, c);
}

Prevailing<v1::Permission> Law::permission(const Case& c) const {
  return prevailing<v1::Permission>(v1::Provision::kPermission, c);
}

// Which cases a clause that adds up is about is asked by whoever counts: for each player who would be paid, for each
// who might have won.
template <class Kind, class Get>
Supplies<Kind> Law::all_of_kind(v1::Provision::KindCase kind, Get get) const {
  using List = typename Supplies<Kind>::List;
  auto& kept = kept_->of_kind(kind, clauses(kind)).all;
  if (kept == nullptr) {
    List all;
    for (const auto& clause : clauses(kind)) {
      const auto& scope = clause.provision->scope();
      if (is_void(clause.rule->number()) || has_lost(*clause.provision, 0)) continue;
      if (!overlap(scope, {}, parts_.mode)) continue;
      all.push_back({get(*clause.provision), ref_to(*clause.rule), scope});
    }
    kept = std::make_shared<const List>(std::move(all));
  }
  return Supplies<Kind>(std::static_pointer_cast<const List>(kept));
}

Supplies<v1::Award> Law::awards() const {
  return all_of_kind<v1::Award>(v1::Provision::kAward, [](const v1::Provision& p) { return p.award(); });
}
Supplies<v1::Victory> Law::victories() const {
  return all_of_kind<v1::Victory>(v1::Provision::kVictory, [](const v1::Provision& p) { return p.victory(); });
}
Supplies<v1::RulesetBounds> Law::bounds() const {
  return all_of_kind<v1::RulesetBounds>(v1::Provision::kRulesetBounds,
                                        [](const v1::Provision& p) { return p.ruleset_bounds(); });
}
Supplies<v1::SelfRepeal> Law::self_repeals() const {
  return all_of_kind<v1::SelfRepeal>(v1::Provision::kSelfRepeal,
                                     [](const v1::Provision& p) { return p.self_repeal(); });
}

}  // namespace nomic::replay
