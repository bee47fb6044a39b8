#include "nomic/replay/law.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "law_self.h"
#include "nomic/replay/law/clause.h"
#include "nomic/replay/law/precedence.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"

namespace nomic::replay {

v1::RuleVersion ref_to(const v1::Rule& rule) {
  v1::RuleVersion ref;
  ref.set_number(rule.number());
  ref.set_lineage(rule.lineage());
  ref.set_since(rule.since());
  return ref;
}

bool has_passed(const v1::Rule& rule, int place) {
  return std::find(rule.passed().begin(), rule.passed().end(), static_cast<std::uint32_t>(place)) !=
         rule.passed().end();
}

Law::Self::Self(const State& state)
    : parts{state.rules(), state.findings(), state.method_part(), state.founding().mode()} {
  const RuleDifference all = difference_between({}, parts.rules);
  clauses.change(all);
  clashes.change(all, clauses, parts.mode);
  read_claims();
  settle_clashes();
  kept.resize(clauses.kinds());
}

// Clauses of another mode could clash otherwise; but a game has one, from its first record on.
Law::Self::Self(const State& state, const Self& before)
    : parts{state.rules(), state.findings(), state.method_part(), state.founding().mode()},
      clauses(before.clauses),
      clashes(before.clashes) {
  const RuleDifference difference = difference_between(before.parts.rules, parts.rules);
  clauses.change(difference);
  clashes.change(difference, clauses, parts.mode);
  read_claims();
  settle_clashes();
  kept.resize(clauses.kinds());
  const bool as_before = decides_as(before);
  for (std::size_t kind = 0; kind < kept.size(); ++kind) {
    const auto number = static_cast<v1::Provision::KindCase>(kind);
    const bool same = clauses.shared(number) == before.clauses.shared(number);
    if (same && as_before) kept[kind] = before.kept[kind];
    if (same && number == v1::Provision::kAdoption) dated = before.dated;
  }
}

void Law::Self::read_claims() {
  const RuleClauses& said = clauses.of(v1::Provision::kPrecedenceClaim);
  if (said.empty()) return;
  auto claims = std::make_shared<PrecedenceClaims>();
  for (const RuleClause& clause : said) claims->add(*clause.rule, clause.provision->precedence_claim());
  parts.claims = std::move(claims);
}

bool Law::Self::decides_as(const Self& other) const {
  return &parts.method.get() == &other.parts.method.get() && parts.findings.shares_all(other.parts.findings) &&
         parts.mode == other.parts.mode && voids == other.voids && lost == other.lost;
}

bool Law::Self::is_void(std::uint32_t rule) const {
  return std::binary_search(voids.begin(), voids.end(), rule);
}

bool Law::Self::has_lost(const RuleClause& clause, int point) const {
  if (lost.empty()) return false;
  const std::uint32_t number = clause.rule->number();
  return std::binary_search(lost.begin(), lost.end(), LostPoint{number, clause.place, point}) ||
         std::binary_search(lost.begin(), lost.end(), LostPoint{number, clause.place, 0});
}

Answers& Law::Self::answers(v1::Provision::KindCase kind) const {
  auto& of_kind = kept[static_cast<std::size_t>(kind)];
  if (of_kind == nullptr) of_kind = std::make_shared<Answers>(clauses.of(kind));
  return *of_kind;
}

Law::Law(const State& state) : self_(std::make_unique<Self>(state)) {}
Law::Law(const State& state, const Law& before)
    : self_(before.self_->parts.mode == state.founding().mode() ? std::make_unique<Self>(state, *before.self_)
                                                                : std::make_unique<Self>(state)) {}
Law::~Law() = default;

bool Law::is_void(std::uint32_t rule) const {
  return self_->is_void(rule);
}

const std::vector<std::uint32_t>& Law::void_rules() const {
  return self_->voids;
}

bool Law::knows(v1::Provision::KindCase kind) const {
  return !self_->clauses.of(kind).empty();
}

const std::vector<DatedChange>& Law::dated_changes() const {
  if (self_->dated == nullptr) {
    std::vector<DatedChange> all;
    for (const RuleClause& clause : self_->clauses.of(v1::Provision::kAdoption)) {
      const std::string& written = clause.provision->adoption().later().at();
      if (written.empty() || has_passed(*clause.rule, clause.place)) continue;
      const auto time = parse_time(written, false);
      all.push_back({ref_to(*clause.rule), time ? *time : 0});
    }
    self_->dated = std::make_shared<const std::vector<DatedChange>>(std::move(all));
  }
  return *self_->dated;
}

bool Law::has_automatic_changes() const {
  const RuleClauses& adoptions = self_->clauses.of(v1::Provision::kAdoption);
  return std::any_of(adoptions.begin(), adoptions.end(), [](const RuleClause& clause) {
    return clause.provision->adoption().has_later() && !has_passed(*clause.rule, clause.place);
  });
}

namespace {

using Speaking = std::vector<const RuleClause*>;

bool is_limited(const v1::Scope& scope) {
  return !scope.changes().empty() || !scope.players().empty();
}

// Of the clauses that speak on a point, in the order of their rules, those that are left where the ones for narrower
// cases are exceptions to the others; of one rule that says two things of one case, the first.
Speaking without_exceptions(const Speaking& speaking) {
  // What is limited to nothing is narrower than nothing.
  Speaking limited;
  std::copy_if(speaking.begin(), speaking.end(), std::back_inserter(limited),
               [](const RuleClause* clause) { return is_limited(clause->provision->scope()); });
  Speaking left;
  left.reserve(speaking.size());
  for (const RuleClause* clause : speaking) {
    const bool has_exception = std::any_of(limited.begin(), limited.end(), [&](const RuleClause* other) {
      return strictly_narrower(other->provision->scope(), clause->provision->scope());
    });
    const bool said_before = !left.empty() && left.back()->rule == clause->rule;
    if (!has_exception && !said_before) left.push_back(clause);
  }
  return left;
}

// Whether both say the same on the point, on which both speak.
bool agree_on_point(const RuleClause& a, const RuleClause& b, const google::protobuf::FieldDescriptor& point) {
  return *a.bytes == *b.bytes || agree_on(*clause_of(*a.provision), *clause_of(*b.provision), point);
}

// The one that prevails over every other that says something else; none: nothing decides, or they prevail in a ring,
// and the point is left to a Judgment.
const RuleClause* one_that_prevails(const LawParts& law, const Speaking& left,
                                    const google::protobuf::FieldDescriptor& point) {
  for (const RuleClause* clause : left) {
    const bool over_all = std::all_of(left.begin(), left.end(), [&](const RuleClause* other) {
      return other == clause || agree_on_point(*clause, *other, point) ||
             decide(law, *clause->rule, *other->rule) == Decision::FIRST;
    });
    if (over_all) return clause;
  }
  return nullptr;
}

}  // namespace

template <class Kind>
typename Prevailing<Kind>::Answer Law::Self::resolve(v1::Provision::KindCase kind, const Case& c) const {
  Speaking binding;
  for (const RuleClause& clause : clauses.of(kind)) {
    if (!is_void(clause.rule->number()) && covers(clause.provision->scope(), c, parts.mode)) {
      binding.push_back(&clause);
    }
  }
  typename Prevailing<Kind>::Answer result;
  if (binding.empty()) return result;
  const auto* descriptor = Kind::descriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto& point = *descriptor->field(i);
    Speaking speaking;
    speaking.reserve(binding.size());
    for (const RuleClause* clause : binding) {
      if (!speaks_on(*clause_of(*clause->provision), point) || has_lost(*clause, point.number())) continue;
      speaking.push_back(clause);
    }
    const auto* best = one_that_prevails(parts, without_exceptions(speaking), point);
    if (best == nullptr) continue;
    take_point(*clause_of(*best->provision), point, result.value);
    result.sources.emplace_back(point.name(), ref_to(*best->rule));
  }
  return result;
}

template <class Kind>
Prevailing<Kind> Law::Self::prevailing(v1::Provision::KindCase kind, const Case& c) const {
  spend_work();
  using Answer = typename Prevailing<Kind>::Answer;
  auto& answer = answers(kind).of_case(c);
  if (answer == nullptr) answer = std::make_shared<const Answer>(resolve<Kind>(kind, c));
  return Prevailing<Kind>(std::static_pointer_cast<const Answer>(answer));
}

// Which cases a clause that adds up is about is asked by whoever counts: for each player who would be paid, for each
// who might have won.
template <class Kind, class Get>
Supplies<Kind> Law::Self::all_of_kind(v1::Provision::KindCase kind, Get get) const {
  using List = typename Supplies<Kind>::List;
  auto& answer = answers(kind).of_all();
  if (answer == nullptr) {
    List all;
    for (const RuleClause& clause : clauses.of(kind)) {
      const auto& scope = clause.provision->scope();
      if (is_void(clause.rule->number()) || has_lost(clause, 0)) continue;
      if (!overlap(scope, {}, parts.mode) || has_passed(*clause.rule, clause.place)) continue;
      all.push_back({get(*clause.provision), ref_to(*clause.rule), scope});
    }
    answer = std::make_shared<const List>(std::move(all));
  }
  return Supplies<Kind>(std::static_pointer_cast<const List>(answer));
}

Prevailing<v1::RuleChangeKinds> Law::rule_change_kinds(const Case& c) const {
  return self_->prevailing<v1::RuleChangeKinds>(v1::Provision::kRuleChangeKinds, c);
}
Prevailing<v1::Franchise> Law::franchise(const Case& c) const {
  return self_->prevailing<v1::Franchise>(v1::Provision::kFranchise, c);
}
Prevailing<v1::Effectiveness> Law::effectiveness(const Case& c) const {
  return self_->prevailing<v1::Effectiveness>(v1::Provision::kEffectiveness, c);
}
Prevailing<v1::Numbering> Law::numbering(const Case& c) const {
  return self_->prevailing<v1::Numbering>(v1::Provision::kNumbering, c);
}
Prevailing<v1::Adoption> Law::adoption(const Case& c) const {
  return self_->prevailing<v1::Adoption>(v1::Provision::kAdoption, c);
}
Prevailing<v1::PrecedenceMethod> Law::precedence_method() const {
  return self_->prevailing<v1::PrecedenceMethod>(v1::Provision::kPrecedenceMethod, {});
}
Prevailing<v1::VotingDuty> Law::voting_duty(const Case& c) const {
  return self_->prevailing<v1::VotingDuty>(v1::Provision::kVotingDuty, c);
}
Prevailing<v1::Debate> Law::debate(const Case& c) const {
  return self_->prevailing<v1::Debate>(v1::Provision::kDebate, c);
}
Prevailing<v1::Forfeit> Law::forfeit(const Case& c) const {
  return self_->prevailing<v1::Forfeit>(v1::Provision::kForfeit, c);
}
Prevailing<v1::TurnOrder> Law::turn_order(const Case& c) const {
  return self_->prevailing<v1::TurnOrder>(v1::Provision::kTurnOrder, c);
}
Prevailing<v1::TurnParts> Law::turn_parts(const Case& c) const {
  return self_->prevailing<v1::TurnParts>(v1::Provision::kTurnParts, c);
}
Prevailing<v1::Transmutation> Law::transmutation(const Case& c) const {
  return self_->prevailing<v1::Transmutation>(v1::Provision::kTransmutation, c);
}
Prevailing<v1::Judgment> Law::judgment(const Case& c) const {
  return self_->prevailing<v1::Judgment>(v1::Provision::kJudgment, c);
}

Prevailing<v1::VoteChanges> Law::vote_changes(const Case& c) const {
  return self_->prevailing<v1::VoteChanges>(v1::Provision::kVoteChanges, c);
}
Prevailing<v1::VotingPeriod> Law::voting_period(const Case& c) const {
  return self_->prevailing<v1::VotingPeriod>(v1::Provision::kVotingPeriod, c);
}
Prevailing<v1::Inactivity> Law::inactivity(const Case& c) const {
  return self_->prevailing<v1::Inactivity>(v1::Provision::kInactivity, c);
}
Prevailing<v1::Proposing> Law::proposing(const Case& c) const {
  return self_->prevailing<v1::Proposing>(v1::Provision::kProposing, c);
}
Prevailing<v1::Joining> Law::joining(const Case& c) const {
  return self_->prevailing<v1::Joining>(v1::Provision::kJoining, c);
}

Prevailing<v1::Permission> Law::permission(const Case& c) const {
  return self_->prevailing<v1::Permission>(v1::Provision::kPermission, c);
}

Supplies<v1::Award> Law::awards() const {
  return self_->all_of_kind<v1::Award>(v1::Provision::kAward, [](const v1::Provision& p) { return p.award(); });
}
Supplies<v1::Victory> Law::victories() const {
  return self_->all_of_kind<v1::Victory>(v1::Provision::kVictory, [](const v1::Provision& p) { return p.victory(); });
}
Supplies<v1::RulesetBounds> Law::bounds() const {
  return self_->all_of_kind<v1::RulesetBounds>(v1::Provision::kRulesetBounds,
                                               [](const v1::Provision& p) { return p.ruleset_bounds(); });
}
Supplies<v1::SelfRepeal> Law::self_repeals() const {
  return self_->all_of_kind<v1::SelfRepeal>(v1::Provision::kSelfRepeal,
                                            [](const v1::Provision& p) { return p.self_repeal(); });
}
Supplies<v1::Acts> Law::acts() const {
  return self_->all_of_kind<v1::Acts>(v1::Provision::kActs, [](const v1::Provision& p) { return p.acts(); });
}

}  // namespace nomic::replay
