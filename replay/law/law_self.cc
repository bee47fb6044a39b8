#include "law_self.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>

#include "nomic/replay/law/clause.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "nomic/v1/provisions.pb.h"

namespace nomic::replay {
namespace {

// Contradictions between provisions of two kinds: a duty of every voter to take part, and a period at whose end the
// missing are left out.

// The points of both that cannot be obeyed beside each other: fields by number, 0: all of it.
struct Across {
  int first = 0;
  int second = 0;
  const char* name = "";  // "VotingPeriod.vote"
};

// Every eligible voter takes part (105): nobody may abstain, and no vote ends without the ballots that are missing.
std::optional<Across> against_voting_duty(const v1::Provision& a, const v1::VotingDuty& duty) {
  if (duty.every_voter() && a.franchise().abstention()) {
    return Across{v1::Franchise::kAbstentionFieldNumber, v1::VotingDuty::kEveryVoterFieldNumber,
                  "Franchise.abstention"};
  }
  const auto& period = a.voting_period();
  const bool leaves_out =
      period.has_vote() &&
      (!period.has_at_end() || period.at_end() == v1::VotingPeriod::COUNT_CAST ||
       period.at_end() == v1::VotingPeriod::MISSING_ABSTAIN || period.at_end() == v1::VotingPeriod::DEFEAT);
  if (duty.every_voter() && leaves_out) {
    return Across{v1::VotingPeriod::kVoteFieldNumber, v1::VotingDuty::kEveryVoterFieldNumber, "VotingPeriod.vote"};
  }
  // Nor is anybody left out as inactive.
  const auto& suspends = a.inactivity().suspends();
  if (duty.every_voter() && std::find(suspends.begin(), suspends.end(), v1::Inactivity::VOTING) != suspends.end()) {
    return Across{v1::Inactivity::kSuspendsFieldNumber, v1::VotingDuty::kEveryVoterFieldNumber, "Inactivity.suspends"};
  }
  // What is proposed is voted on (104).
  const auto& proposing = a.proposing();
  if (duty.every_proposal() && proposing.has_withdrawal() && proposing.withdrawal() != v1::Proposing::NEVER) {
    return Across{v1::Proposing::kWithdrawalFieldNumber, v1::VotingDuty::kEveryProposalFieldNumber,
                  "Proposing.withdrawal"};
  }
  return std::nullopt;
}

// Only points win, but where play cannot go on (112).
std::optional<Across> against_victory_bound(const v1::Provision& a, const v1::VictoryBound& bound) {
  if (!bound.points_only() || !a.has_victory()) return std::nullopt;
  const auto way = a.victory().way_case();
  if (way == v1::Victory::kPointsThousandths || way == v1::Victory::kUnableToCompleteTurn) return std::nullopt;
  return Across{0, v1::VictoryBound::kPointsOnlyFieldNumber, "Victory"};
}

// Nothing takes effect earlier than another rule allows (107).
std::optional<Across> against_effectiveness(const v1::Provision& a, const v1::Effectiveness& effect) {
  const auto& own = a.effectiveness();
  if (!a.has_effectiveness() || !own.has_when() || !effect.has_not_before()) return std::nullopt;
  if (own.when() >= effect.not_before()) return std::nullopt;
  return Across{v1::Effectiveness::kWhenFieldNumber, v1::Effectiveness::kNotBeforeFieldNumber, "Effectiveness.when"};
}

// Whether what a provision of kind `one` says can contradict what one of kind `demanding` demands.
bool can_contradict(v1::Provision::KindCase one, v1::Provision::KindCase demanding) {
  switch (demanding) {
    case v1::Provision::kVotingDuty:
      return one == v1::Provision::kFranchise || one == v1::Provision::kVotingPeriod ||
             one == v1::Provision::kInactivity || one == v1::Provision::kProposing;
    case v1::Provision::kVictoryBound:
      return one == v1::Provision::kVictory;
    case v1::Provision::kEffectiveness:
      return one == v1::Provision::kEffectiveness;
    default:
      return false;
  }
}

// Whether provisions of these two kinds can contradict each other in this way, in either order.
bool meet_across(v1::Provision::KindCase one, v1::Provision::KindCase other) {
  return can_contradict(one, other) || can_contradict(other, one);
}

// Looks one way only: whether what `first` allows or asks for contradicts what `second` demands. Nothing for kinds that
// do not meet.
std::optional<Across> contradicts_across(const v1::Provision& first, const v1::Provision& second) {
  if (!can_contradict(first.kind_case(), second.kind_case())) return std::nullopt;
  switch (second.kind_case()) {
    case v1::Provision::kVotingDuty:
      return against_voting_duty(first, second.voting_duty());
    case v1::Provision::kVictoryBound:
      return against_victory_bound(first, second.victory_bound());
    case v1::Provision::kEffectiveness:
      return against_effectiveness(first, second.effectiveness());
    default:
      return std::nullopt;
  }
}

using ProvisionKind = v1::Provision::KindCase;

// As it was recorded before fields said that they hold thousandths: games derive the same consequences for ever.
std::string point_name(const google::protobuf::Message& clause, const google::protobuf::FieldDescriptor& point) {
  constexpr std::string_view UNIT = "_thousandths";
  std::string_view name = point.name();
  if (name.ends_with(UNIT)) name.remove_suffix(UNIT.size());
  return fmt::format("{}.{}", clause.GetDescriptor()->name(), name);
}

// Bounds are all obeyed at once unless no number of rules lies between them.
bool bounds_exclude(const v1::RulesetBounds& a, const v1::RulesetBounds& b) {
  const auto low = std::max(a.min_mutable(), b.min_mutable());
  const bool capped = a.has_max_mutable() || b.has_max_mutable();
  const auto high = std::min(a.has_max_mutable() ? a.max_mutable() : b.max_mutable(),
                             b.has_max_mutable() ? b.max_mutable() : a.max_mutable());
  return capped && high < low;
}

// The first point on which two clauses of one kind cannot both be obeyed in a case of both; empty if there is none.
std::string contradiction(const RuleClause& first, const RuleClause& second) {
  const v1::Provision& a = *first.provision;
  const v1::Provision& b = *second.provision;
  if (a.has_ruleset_bounds() && bounds_exclude(a.ruleset_bounds(), b.ruleset_bounds())) {
    return "RulesetBounds.max_mutable";
  }
  if (adds_up(a.kind_case()) || *first.bytes == *second.bytes) return {};
  const auto& left = *clause_of(a);
  const auto& right = *clause_of(b);
  for (const auto* point : points_of(left)) {
    if (speaks_on(right, *point) && !agree_on(left, right, *point)) return point_name(left, *point);
  }
  return {};
}

std::optional<Clash> clash_between(const RuleClause& first, const RuleClause& second, v1::Mode mode) {
  const v1::Provision& a = *first.provision;
  const v1::Provision& b = *second.provision;
  if (!overlap(a.scope(), b.scope(), mode)) return std::nullopt;
  if (a.kind_case() == b.kind_case()) {
    std::string point = contradiction(first, second);
    if (!point.empty()) return Clash{first, second, std::move(point), 0, 0, false};
  }
  if (const auto found = contradicts_across(a, b)) {
    return Clash{first, second, found->name, found->first, found->second, true};
  }
  if (const auto found = contradicts_across(b, a)) {
    return Clash{first, second, found->name, found->second, found->first, true};
  }
  return std::nullopt;
}

auto order_of(const Clash& clash) {
  return std::make_tuple(replay::order_of(clash.first.rule->number()), clash.first.place,
                         replay::order_of(clash.second.rule->number()), clash.second.place);
}

// Where in a list of clauses those of rules that have come stand.
std::vector<std::size_t> which_come(const RuleClauses& list, const RuleDifference& difference) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (holds(difference.come, list[at].rule)) places.push_back(at);
  }
  return places;
}

// Compares every clause that has come with every other of the two lists (one and the same for clauses of one kind).
class Comparison {
 public:
  Comparison(const RuleClauses& firsts, const RuleClauses& seconds, v1::Mode mode)
      : firsts_(firsts), seconds_(seconds), mode_(mode) {}

  Clashes::List find(const RuleDifference& difference) {
    const bool one_kind = &firsts_ == &seconds_;
    const auto first_come = which_come(firsts_, difference);
    const auto second_come = one_kind ? first_come : which_come(seconds_, difference);
    auto next_come = first_come.begin();
    for (std::size_t a = 0; a < firsts_.size(); ++a) {
      const std::size_t from = one_kind ? a + 1 : 0;
      if (next_come != first_come.end() && *next_come == a) {
        ++next_come;
        for (std::size_t b = from; b < seconds_.size(); ++b) compare(firsts_[a], seconds_[b]);
        continue;
      }
      const auto others = std::lower_bound(second_come.begin(), second_come.end(), from);
      for (auto b = others; b != second_come.end(); ++b) compare(firsts_[a], seconds_[*b]);
    }
    return std::move(found_);
  }

 private:
  void compare(const RuleClause& first, const RuleClause& second) {
    // A rule does not contradict itself: of what it says of one case the first counts.
    if (first.rule == second.rule) return;
    spend_work();
    if (auto clash = clash_between(first, second, mode_)) found_.push_back(*std::move(clash));
  }

  const RuleClauses& firsts_;
  const RuleClauses& seconds_;
  v1::Mode mode_;
  Clashes::List found_;
};

// The clashes of the list that are left, and those that were found.
Clashes::List merged(const Clashes::List& old, const RuleDifference& difference, Clashes::List found) {
  Clashes::List all;
  for (const Clash& clash : old) {
    if (!holds(difference.gone, clash.first.rule) && !holds(difference.gone, clash.second.rule)) all.push_back(clash);
  }
  all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  std::sort(all.begin(), all.end(), [](const Clash& a, const Clash& b) { return order_of(a) < order_of(b); });
  return all;
}

bool touches(const std::vector<const v1::Rule*>& rules, ProvisionKind one, ProvisionKind other) {
  return std::any_of(rules.begin(), rules.end(), [&](const v1::Rule* rule) {
    return std::any_of(rule->provisions().begin(), rule->provisions().end(), [&](const v1::Provision& provision) {
      return provision.kind_case() == one || provision.kind_case() == other;
    });
  });
}

}  // namespace

void Clashes::change(const RuleDifference& difference, const ClauseLists& clauses, v1::Mode mode) {
  for (const ProvisionKind one : provision_kinds()) {
    for (const ProvisionKind other : provision_kinds()) {
      if (other < one || (one != other && !meet_across(one, other))) continue;
      if (!touches(difference.gone, one, other) && !touches(difference.come, one, other)) continue;
      auto& list = by_kinds_[{one, other}];
      static const List NONE;
      List all = merged(list == nullptr ? NONE : *list, difference,
                        Comparison(clauses.of(one), clauses.of(other), mode).find(difference));
      list = std::make_shared<const List>(std::move(all));
      if (list->empty()) by_kinds_.erase({one, other});
    }
  }
}

}  // namespace nomic::replay
