#include "voting/tally.h"

#include <algorithm>

#include "change/rule_changes.h"
#include "nomic/replay/reference.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

void count(Tally& tally, v1::VoteCast::Choice choice, std::uint32_t votes) {
  if (choice == v1::VoteCast::FOR) tally.in_favour += votes;
  if (choice == v1::VoteCast::AGAINST) tally.against += votes;
  if (choice == v1::VoteCast::ABSTAIN) tally.abstentions += votes;
}

// As what a missing ballot counts once the vote has ended.
v1::VoteCast::Choice choice_of_missing(v1::VotingPeriod::AtEnd at_end) {
  switch (at_end) {
    case v1::VotingPeriod::MISSING_FOR:
      return v1::VoteCast::FOR;
    case v1::VotingPeriod::MISSING_AGAINST:
      return v1::VoteCast::AGAINST;
    case v1::VotingPeriod::MISSING_ABSTAIN:
      return v1::VoteCast::ABSTAIN;
    default:
      return v1::VoteCast::CHOICE_UNSPECIFIED;
  }
}

// Whether the rule may have changed by itself, which is not known, and by its later share the vote ends otherwise.
bool rests_on_unknown_change(const State& state, const v1::RuleVersion& by, const v1::Quota& quota,
                             const Tally& tally) {
  const auto* rule = find_rule(state, by.number());
  if (rule == nullptr || rule->change_unknown() == 0) return false;
  const auto& provisions = rule->provisions();
  return std::any_of(provisions.begin(), provisions.end(), [&](const v1::Provision& provision) {
    const auto& adoption = provision.adoption();
    return adoption.has_later() && meets(tally, adoption.later().quota()) != meets(tally, quota);
  });
}

ChangeOutcome outcome_of_change(const Play& play, const v1::RuleChange& change, const Tally& tally) {
  const auto adoption = play.law().adoption(case_of(change));
  if (!adoption.value.has_quota()) return {};
  if (rests_on_unknown_change(play.state, adoption.source("quota"), adoption.value.quota(), tally)) {
    return {std::nullopt, adoption.source("quota")};
  }
  if (!meets(tally, adoption.value.quota())) return {false, adoption.source("quota")};
  if (adoption.value.has_least_in_favour() && tally.in_favour < adoption.value.least_in_favour()) {
    return {false, adoption.source("least_in_favour")};
  }
  if (adoption.value.has_quorum_votes() && tally.taking_part() < adoption.value.quorum_votes()) {
    return {false, adoption.source("quorum_votes")};
  }
  if (adoption.value.has_quorum() && !meets(tally.taking_part(), tally.eligible, adoption.value.quorum())) {
    return {false, adoption.source("quorum")};
  }
  return {true, adoption.source("quota")};
}

constexpr std::int64_t POINT = 1000;

// floor(a / b + 1/2) for b > 0
std::int64_t rounded(std::int64_t a, std::int64_t b) {
  const std::int64_t twice = 2 * a + b;
  const std::int64_t divisor = 2 * b;
  return twice / divisor - (twice % divisor < 0 ? 1 : 0);
}

std::int64_t popularity(const v1::Popularity& share, std::uint32_t proposal, std::uint32_t in_favour,
                        std::uint32_t cast) {
  if (cast == 0) return 0;
  std::int64_t steps = 1;  // of the last decimal in a point
  for (std::uint32_t i = 0; i < share.decimals(); ++i) steps *= 10;
  const std::int64_t points = (std::int64_t{proposal} - std::int64_t{share.minus()}) * in_favour;
  // Whole points and the rest apart: each stays far from the ends of 64 bits.
  return (points / cast * steps + rounded(points % cast * steps, cast)) * (POINT / steps);
}

}  // namespace

namespace {

// As it was when the vote was complete, whoever joined or left since.
Tally tally_when_complete(const Play& play, const v1::Proposal& proposal) {
  const auto& complete = proposal.complete();
  Tally tally;
  tally.in_favour = complete.votes_for();
  tally.against = complete.votes_against();
  tally.abstentions = complete.abstentions();
  tally.eligible = complete.eligible();
  tally.missing = {complete.missing().begin(), complete.missing().end()};
  const auto& electors = complete.electors();
  for (const auto& ballot : ballots_on(play.state, proposal.number()).ballots()) {
    if (ballot.withdrawn()) continue;
    if (tally.first.empty()) tally.first = ballot.player();
    if (std::find(electors.begin(), electors.end(), ballot.player()) != electors.end()) tally.ballots.push_back(ballot);
  }
  return tally;
}

}  // namespace

void note_complete(const Play& play, v1::Proposal& proposal, const Tally& tally) {
  auto& complete = *proposal.mutable_complete();
  complete.set_votes_for(tally.in_favour);
  complete.set_votes_against(tally.against);
  complete.set_abstentions(tally.abstentions);
  complete.set_eligible(tally.eligible);
  complete.set_record(play.move.index);
  complete.set_late_or_not(tally.late_or_not);
  for (const auto& player : play.state.players()) {
    if (is_eligible(play.law(), proposal, player)) complete.add_electors(player.names().name());
  }
  for (const auto& name : tally.missing) complete.add_missing(name);
}

Tally tally_of(const Play& play, const v1::Proposal& proposal, const std::vector<std::string>& left_out) {
  if (proposal.has_complete()) return tally_when_complete(play, proposal);
  Tally tally;
  const auto& ballots = ballots_on(play.state, proposal.number());
  const auto is_left_out = [&](const std::string& name) {
    return std::find(left_out.begin(), left_out.end(), name) != left_out.end();
  };
  for (const auto& ballot : ballots.ballots()) {
    if (is_left_out(ballot.player())) continue;
    if (tally.first.empty() && !ballot.withdrawn()) tally.first = ballot.player();
    const auto* player = find_player(play.state, ballot.player());
    if (ballot.withdrawn() || player == nullptr || !is_eligible(play.law(), proposal, *player)) continue;
    count(tally, ballot.choice(), votes_of(play.law(), proposal, ballot.player()));
    tally.ballots.push_back(ballot);
  }
  const auto at_end = play.law().voting_period(case_of(proposal)).value.at_end();
  for (const auto& player : play.state.players()) {
    if (!is_eligible(play.law(), proposal, player)) continue;
    const auto& name = player.names().name();
    const auto votes = votes_of(play.law(), proposal, name);
    tally.eligible += votes;
    if (ballot_of(ballots, name) != nullptr && !is_left_out(name)) continue;
    const bool implied = vote_is_implied(play.law(), proposal, name);
    count(tally, implied ? v1::VoteCast::FOR : choice_of_missing(at_end), votes);
    if (!implied) tally.missing.push_back(name);
  }
  return tally;
}

bool meets(std::uint64_t in_favour, std::uint64_t base, const v1::Quota& quota) {
  if (quota.denominator() == 0 || base == 0) return false;
  const std::uint64_t have = in_favour * quota.denominator();
  const std::uint64_t need = base * quota.numerator();
  return quota.strict() ? have > need : have >= need;
}

bool meets(const Tally& tally, const v1::Quota& quota) {
  switch (quota.base()) {
    case v1::Quota::CAST:
      return meets(tally.in_favour, tally.cast(), quota);
    case v1::Quota::TAKING_PART:
      return meets(tally.in_favour, tally.taking_part(), quota);
    default:
      return meets(tally.in_favour, tally.eligible, quota);
  }
}

bool hang_together(const Law& law, const v1::Proposal& proposal) {
  if (proposal.changes_size() == 1) return true;
  const auto several = law.proposing(case_of(proposal)).value.several();
  return several == v1::Proposing::TOGETHER || (several != v1::Proposing::EACH && proposal.together());
}

Outcome outcome_of(const Play& play, const v1::Proposal& proposal, const Tally& tally) {
  Outcome outcome;
  outcome.together = hang_together(play.law(), proposal);
  for (const auto& change : proposal.changes()) {
    outcome.changes.push_back(outcome_of_change(play, change, tally));
    const auto& of_change = outcome.changes.back();
    if (!of_change.adopted) return {std::nullopt, of_change.rule, {}, outcome.together};
    // Together, the rule that stands against adoption is the one to cite; each for itself, one that adopts any of them.
    const bool decides =
        !outcome.adopted || (*outcome.adopted == outcome.together && *of_change.adopted != *outcome.adopted);
    if (!decides) continue;
    outcome.adopted = of_change.adopted;
    outcome.rule = of_change.rule;
  }
  return outcome;
}

std::int64_t amount_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour, std::uint32_t cast) {
  switch (amount.way_case()) {
    case v1::Amount::kFixedThousandths:
      return amount.fixed_thousandths();
    case v1::Amount::kPopularity:
      return popularity(amount.popularity(), plain_of(proposal), in_favour, cast);
    case v1::Amount::kPerVoteForThousandths:
      return amount.per_vote_for_thousandths() * in_favour;
    case v1::Amount::kPerVoteAgainstThousandths:
      return amount.per_vote_against_thousandths() * (cast - in_favour);
    default:
      return 0;
  }
}

v1::Reckoning reckoning_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour,
                           std::uint32_t cast) {
  v1::Reckoning how;
  if (amount.has_popularity()) {
    auto& share = *how.mutable_share();
    share.set_number(reference(proposal));
    share.set_minus(amount.popularity().minus());
    share.set_votes_for(in_favour);
    share.set_votes_cast(cast);
    share.set_decimals(amount.popularity().decimals());
  } else if (amount.has_per_vote_for_thousandths() || amount.has_per_vote_against_thousandths()) {
    auto& each = *how.mutable_per_vote();
    each.set_against(amount.has_per_vote_against_thousandths());
    each.set_points(each.against() ? amount.per_vote_against_thousandths() : amount.per_vote_for_thousandths());
    each.set_votes(each.against() ? cast - in_favour : in_favour);
  }
  return how;
}

}  // namespace nomic::replay
