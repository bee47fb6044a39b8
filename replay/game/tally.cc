#include "game/tally.h"

#include "game/changes.h"

namespace nomic::replay {

namespace {

// The votes that the player has on the proposal (207).
std::uint32_t votes_of(const Play& play, const v1::Proposal& proposal, const std::string& player) {
  const auto franchise = play.law().franchise({.change = proposal.changes(0).kind(), .player = player}).value;
  return franchise.has_votes_per_player() ? franchise.votes_per_player() : 1;
}

}  // namespace

Tally tally_of(const Play& play, const v1::Proposal& proposal) {
  Tally tally;
  for (const auto& ballot : proposal.ballots()) {
    const auto* player = find_player(std::as_const(play.state), ballot.player());
    if (player == nullptr || !in_game(*player)) continue;
    const bool in_favour = ballot.choice() == v1::VoteCast::FOR;
    const auto weight = votes_of(play, proposal, ballot.player());
    (in_favour ? tally.in_favour : tally.against) += weight;
    (in_favour ? tally.voters_for : tally.voters_against).push_back(ballot.player());
  }
  for (const auto& player : play.state.players()) {
    if (in_game(player)) tally.eligible += votes_of(play, proposal, player.names().name());
  }
  return tally;
}

bool meets(const Tally& tally, const v1::Quota& quota) {
  const std::uint64_t base = quota.base() == v1::Quota::CAST ? tally.cast() : tally.eligible;
  if (quota.denominator() == 0 || base == 0) return false;
  const std::uint64_t have = std::uint64_t{tally.in_favour} * quota.denominator();
  const std::uint64_t need = base * quota.numerator();
  return quota.strict() ? have > need : have >= need;
}

Outcome outcome_of(const Play& play, const v1::Proposal& proposal, const Tally& tally) {
  Outcome outcome;
  for (const auto& change : proposal.changes()) {
    const auto adoption = play.law().adoption(case_of(change));
    if (!adoption.value.has_quota()) return {};
    const bool met = meets(tally, adoption.value.quota());
    // Of several changes the rule that stands against adoption is the one to cite.
    if (!outcome.adopted || (*outcome.adopted && !met)) outcome.rule = adoption.source("quota");
    outcome.adopted = outcome.adopted.value_or(true) && met;
  }
  return outcome;
}

std::int64_t amount_of(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour, std::uint32_t cast) {
  constexpr std::int64_t POINT = 1000;
  if (amount.way_case() == v1::Amount::kFixed) return amount.fixed();
  if (amount.way_case() != v1::Amount::kPopularity || cast == 0) return 0;
  const std::int64_t share = (std::int64_t{proposal} - std::int64_t{amount.popularity().minus()}) * in_favour;
  // floor(share / cast + 1/2)
  const std::int64_t twice = 2 * share + cast;
  const std::int64_t divisor = 2 * std::int64_t{cast};
  const std::int64_t points = twice / divisor - (twice % divisor < 0 ? 1 : 0);
  return points * POINT;
}

}  // namespace nomic::replay
