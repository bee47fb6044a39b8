// When two clauses cannot both be obeyed in a case that both are about.

#include <algorithm>
#include <memory>

#include "reading.h"

namespace nomic::replay::audit {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Clauses of these kinds add up: two of them are both obeyed.
bool all_count(v1::Provision::KindCase kind) {
  switch (kind) {
    case v1::Provision::kAward:
    case v1::Provision::kVictory:
    case v1::Provision::kRulesetBounds:
    case v1::Provision::kPrecedenceClaim:
    case v1::Provision::kSelfRepeal:
    case v1::Provision::kActs:
      return true;
    default:
      return false;
  }
}

// No number of mutable rules is allowed by both.
bool leave_no_number(const v1::RulesetBounds& a, const v1::RulesetBounds& b) {
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
  for (const auto* bounds : {&a, &b}) {
    if (bounds->has_min_mutable()) least = std::max(least, std::int64_t{bounds->min_mutable()});
    if (bounds->has_max_mutable()) most = std::min(most, std::int64_t{bounds->max_mutable()});
  }
  return least > most;
}

bool leaves_voters_out(const v1::VotingPeriod& period) {
  if (!period.has_vote()) return false;
  const bool counted =
      period.at_end() == v1::VotingPeriod::MISSING_FOR || period.at_end() == v1::VotingPeriod::MISSING_AGAINST;
  return !counted;
}

// What stands against a duty, a bound or a limit that another rule sets; the field that does.
int against(const v1::Provision& one, const v1::Provision& other, int& theirs) {
  if (other.has_voting_duty()) {
    const auto& duty = other.voting_duty();
    theirs = v1::VotingDuty::kEveryVoterFieldNumber;
    if (duty.every_voter() && one.franchise().abstention()) return v1::Franchise::kAbstentionFieldNumber;
    if (duty.every_voter() && leaves_voters_out(one.voting_period())) return v1::VotingPeriod::kVoteFieldNumber;
    const auto& suspends = one.inactivity().suspends();
    const bool some_cannot_vote = std::find(suspends.begin(), suspends.end(), v1::Inactivity::VOTING) != suspends.end();
    if (duty.every_voter() && some_cannot_vote) return v1::Inactivity::kSuspendsFieldNumber;
    theirs = v1::VotingDuty::kEveryProposalFieldNumber;
    const auto until = one.proposing().withdrawal();
    const bool withdrawn = until == v1::Proposing::BEFORE_VOTE || until == v1::Proposing::BEFORE_OUTCOME;
    if (duty.every_proposal() && withdrawn) return v1::Proposing::kWithdrawalFieldNumber;
  }
  if (other.has_effectiveness() && one.effectiveness().has_when() && other.effectiveness().has_not_before()) {
    theirs = v1::Effectiveness::kNotBeforeFieldNumber;
    if (one.effectiveness().when() < other.effectiveness().not_before()) return v1::Effectiveness::kWhenFieldNumber;
  }
  return 0;
}

// Only points win (112); what happens when play cannot go on may be named.
bool wins_otherwise(const v1::Provision& one, const v1::Provision& other) {
  if (!one.has_victory() || !other.victory_bound().points_only()) return false;
  const auto& way = one.victory();
  return way.way_case() != v1::Victory::kPointsThousandths && way.way_case() != v1::Victory::kUnableToCompleteTurn;
}

}  // namespace

const Message& kind_of(const v1::Provision& provision) {
  const auto* field = v1::Provision::descriptor()->FindFieldByNumber(provision.kind_case());
  return v1::Provision::GetReflection()->GetMessage(provision, field);
}

bool speaks(const Message& clause, int number) {
  const auto* field = clause.GetDescriptor()->FindFieldByNumber(number);
  if (field == nullptr) return false;
  if (field->is_repeated()) return clause.GetReflection()->FieldSize(clause, field) != 0;
  return clause.GetReflection()->HasField(clause, field);
}

bool same(const Message& one, const Message& other, int number) {
  const auto only = [&](const Message& whole) {
    const std::unique_ptr<Message> part(whole.New());
    part->CopyFrom(whole);
    for (int i = 0; i < part->GetDescriptor()->field_count(); ++i) {
      const auto* field = part->GetDescriptor()->field(i);
      if (field->number() != number) part->GetReflection()->ClearField(part.get(), field);
    }
    return part->SerializeAsString();
  };
  return only(one) == only(other);
}

bool is_narrower(const v1::Scope& one, const v1::Scope& other) {
  const auto within = [](const auto& inner, const auto& outer) {
    if (outer.empty()) return true;
    return !inner.empty() && std::all_of(inner.begin(), inner.end(), [&](const auto& value) {
      return std::find(outer.begin(), outer.end(), value) != outer.end();
    });
  };
  const bool inside = within(one.changes(), other.changes()) && within(one.players(), other.players());
  const bool outside = within(other.changes(), one.changes()) && within(other.players(), one.players());
  return inside && !outside;
}

bool can_contradict(int one, int other) {
  const auto across = [](int first, int second) {
    switch (second) {
      case v1::Provision::kVotingDuty:
        return first == v1::Provision::kFranchise || first == v1::Provision::kVotingPeriod ||
               first == v1::Provision::kInactivity || first == v1::Provision::kProposing;
      case v1::Provision::kVictoryBound:
        return first == v1::Provision::kVictory;
      default:
        return false;
    }
  };
  if (one == other)
    return one == v1::Provision::kRulesetBounds || !all_count(static_cast<v1::Provision::KindCase>(one));
  return across(one, other) || across(other, one);
}

Contradiction contradiction(const v1::Provision& first, const v1::Provision& second) {
  if (first.kind_case() == second.kind_case()) {
    if (first.has_ruleset_bounds() && leave_no_number(first.ruleset_bounds(), second.ruleset_bounds())) {
      return {true, false, 0, 0};
    }
    const auto& a = kind_of(first);
    const auto& b = kind_of(second);
    for (int i = 0; !all_count(first.kind_case()) && i < a.GetDescriptor()->field_count(); ++i) {
      const int number = a.GetDescriptor()->field(i)->number();
      if (speaks(a, number) && speaks(b, number) && !same(a, b, number)) return {true, false, 0, 0};
    }
  }
  int theirs = 0;
  if (const int own = against(first, second, theirs); own != 0) return {true, true, own, theirs};
  if (const int own = against(second, first, theirs); own != 0) return {true, true, theirs, own};
  const int bound = v1::VictoryBound::kPointsOnlyFieldNumber;
  if (wins_otherwise(first, second)) return {true, true, 0, bound};
  if (wins_otherwise(second, first)) return {true, true, bound, 0};
  return {};
}

}  // namespace nomic::replay::audit
