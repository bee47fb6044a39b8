#include "across.h"

#include <algorithm>

namespace nomic::replay {
namespace {

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

}  // namespace

bool meet_across(v1::Provision::KindCase one, v1::Provision::KindCase other) {
  return can_contradict(one, other) || can_contradict(other, one);
}

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

}  // namespace nomic::replay
