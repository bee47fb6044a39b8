#include "reckon.h"

#include <algorithm>
#include <tuple>

#include "nomic/replay/rule_number.h"

namespace nomic::replay::audit {
namespace {

__extension__ using Wide = __int128;  // what two 64-bit numbers multiply to

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The whole number nearest to a / b, an exact half upwards.
Wide nearest(Wide a, Wide b) {
  Wide quotient = a / b;
  Wide rest = a % b;
  if (rest < 0) {
    rest += b;
    --quotient;
  }
  return 2 * rest >= b ? quotient + 1 : quotient;
}

std::int64_t narrow(Wide value) {
  constexpr Wide MOST = Wide{9'000'000'000'000'000'000};
  return static_cast<std::int64_t>(std::clamp(value, -MOST, MOST));
}

}  // namespace

bool reaches(std::uint64_t have, std::uint64_t base, const v1::Quota& share) {
  if (base == 0 || share.denominator() == 0) return false;
  const Wide left = Wide{have} * share.denominator();
  const Wide right = Wide{base} * share.numerator();
  return share.strict() ? left > right : left >= right;
}

std::int64_t micros(const v1::Period& period) {
  std::int64_t seconds = period.seconds();
  seconds += std::int64_t{period.minutes()} * 60;
  seconds += std::int64_t{period.hours()} * 60 * 60;
  seconds += std::int64_t{period.days()} * 24 * 60 * 60;
  return std::max<std::int64_t>(seconds, 1) * 1'000'000;
}

std::int64_t points_due(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour, std::uint32_t cast) {
  switch (amount.way_case()) {
    case v1::Amount::kFixedThousandths:
      return amount.fixed_thousandths();
    case v1::Amount::kPerVoteForThousandths:
      return narrow(Wide{amount.per_vote_for_thousandths()} * in_favour);
    case v1::Amount::kPerVoteAgainstThousandths:
      return narrow(Wide{amount.per_vote_against_thousandths()} * (cast - in_favour));
    case v1::Amount::kPopularity: {
      if (cast == 0) return 0;
      Wide unit = 1000;  // thousandths in what is rounded to
      for (std::uint32_t i = 0; i < amount.popularity().decimals(); ++i) unit /= 10;
      const Wide share = (Wide{plain_of(proposal)} - Wide{amount.popularity().minus()}) * in_favour * 1000;
      return narrow(nearest(share, Wide{cast} * unit) * unit);
    }
    default:
      return 0;
  }
}

std::int64_t points_thrown(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces) {
  if (faces.empty()) return 0;
  Wide pips = 0;
  if (part.scoring() == v1::ThrowPart::PRODUCT) pips = 1;
  if (part.scoring() == v1::ThrowPart::LOWEST) pips = faces.front();
  Wide points = 0;
  for (const auto face : faces) {
    switch (part.scoring()) {
      case v1::ThrowPart::HIGHEST:
        pips = std::max(pips, Wide{face});
        break;
      case v1::ThrowPart::LOWEST:
        pips = std::min(pips, Wide{face});
        break;
      case v1::ThrowPart::PRODUCT:
        pips *= face;
        break;
      default:
        pips += face;
        break;
    }
    for (const auto& own : part.face_points()) {
      if (own.face() == face) points += own.points_thousandths();
    }
  }
  return narrow(points + pips * part.points_per_pip_thousandths());
}

// ---- Who takes part
// --------------------------------------------------------------------------------------------------

Case case_of(const BookProposal& proposal, const std::string& player) {
  return {proposal.changes.empty() ? v1::CHANGE_KIND_UNSPECIFIED : proposal.changes.front().kind(), player};
}

bool is_left_out(const Reading& law, const BookPlayer& player, v1::Inactivity::Suspended of) {
  if (!player.inactive) return false;
  const auto& point = law.point(v1::Provision::kInactivity, v1::Inactivity::kSuspendsFieldNumber,
                                {v1::CHANGE_KIND_UNSPECIFIED, player.name});
  if (!point) return false;
  const auto& suspends = point.says->inactivity().suspends();
  return std::find(suspends.begin(), suspends.end(), of) != suspends.end();
}

bool takes_turns(const Reading& law, const BookPlayer& player) {
  return !player.left && !is_left_out(law, player, v1::Inactivity::TURNS);
}

bool may_vote(const Reading& law, const BookProposal& proposal, const BookPlayer& player) {
  if (player.left || is_left_out(law, player, v1::Inactivity::VOTING)) return false;
  const auto& point =
      law.point(v1::Provision::kFranchise, v1::Franchise::kElectorateFieldNumber, case_of(proposal, player.name));
  const bool others = point && point.says->franchise().electorate() == v1::Franchise::OTHERS_THAN_PROPONENT;
  return !others || player.name != proposal.proponent;
}

std::uint32_t votes_of(const Reading& law, const BookProposal& proposal, const std::string& player) {
  const auto& point =
      law.point(v1::Provision::kFranchise, v1::Franchise::kVotesPerPlayerFieldNumber, case_of(proposal, player));
  return point ? point.says->franchise().votes_per_player() : 1;
}

const BookBallot* ballot_of(const BookProposal& proposal, const std::string& player) {
  for (const auto& ballot : proposal.ballots) {
    if (ballot.player == player && !ballot.withdrawn) return &ballot;
  }
  return nullptr;
}

namespace {

bool counts_for(const Reading& law, const BookProposal& proposal, const std::string& player) {
  if (player != proposal.proponent) return false;
  const auto& point =
      law.point(v1::Provision::kFranchise, v1::Franchise::kProponentsVoteFieldNumber, case_of(proposal, player));
  return point && point.says->franchise().proponents_vote() == v1::Franchise::COUNTS_FOR;
}

void add_votes(Count& count, v1::VoteCast::Choice choice, std::uint32_t votes) {
  if (choice == v1::VoteCast::FOR) {
    count.in_favour += votes;
  } else if (choice == v1::VoteCast::AGAINST) {
    count.against += votes;
  } else if (choice == v1::VoteCast::ABSTAIN) {
    count.abstained += votes;
  }
}

v1::VoteCast::Choice missing_counts_as(const Reading& law, const BookProposal& proposal) {
  const auto& point = law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kAtEndFieldNumber, case_of(proposal));
  if (!point) return v1::VoteCast::CHOICE_UNSPECIFIED;
  switch (point.says->voting_period().at_end()) {
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

}  // namespace

Count count_votes(const Books& books, const Reading& law, const BookProposal& proposal) {
  Count count;
  const auto otherwise = missing_counts_as(law, proposal);
  for (const auto& ballot : proposal.ballots) {
    const auto* player = books.player(ballot.player);
    if (!ballot.withdrawn && player != nullptr && may_vote(law, proposal, *player)) count.ballots.push_back(ballot);
  }
  for (const auto& player : books.players) {
    if (!may_vote(law, proposal, player)) continue;
    const auto votes = votes_of(law, proposal, player.name);
    count.eligible += votes;
    if (const auto* ballot = ballot_of(proposal, player.name)) {
      add_votes(count, ballot->choice, votes);
    } else if (counts_for(law, proposal, player.name)) {
      add_votes(count, v1::VoteCast::FOR, votes);
    } else {
      add_votes(count, otherwise, votes);
      count.missing.push_back(player.name);
    }
  }
  return count;
}

bool hang_together(const Reading& law, const BookProposal& proposal) {
  if (proposal.changes.size() == 1) return true;
  const auto& several = law.point(v1::Provision::kProposing, v1::Proposing::kSeveralFieldNumber, case_of(proposal));
  if (several && several.says->proposing().several() == v1::Proposing::TOGETHER) return true;
  if (several && several.says->proposing().several() == v1::Proposing::EACH) return false;
  return proposal.together;
}

namespace {

// Whether that kind of rule-change is adopted by the vote; nothing where no rule says.
std::optional<bool> adopts(const Reading& law, const Case& about, const Count& count, bool& unclear) {
  const auto says = [&](int field) -> const Point& {
    const auto& point = law.point(v1::Provision::kAdoption, field, about);
    unclear = unclear || point.unclear;
    return point;
  };
  const auto& quota = says(v1::Adoption::kQuotaFieldNumber);
  const auto& least = says(v1::Adoption::kLeastInFavourFieldNumber);
  const auto& quorum = says(v1::Adoption::kQuorumFieldNumber);
  const auto& quorum_votes = says(v1::Adoption::kQuorumVotesFieldNumber);
  if (!quota) return std::nullopt;
  const auto& share = quota.says->adoption().quota();
  auto base = count.eligible;
  if (share.base() == v1::Quota::CAST) base = count.cast();
  if (share.base() == v1::Quota::TAKING_PART) base = count.took_part();
  if (!reaches(count.in_favour, base, share)) return false;
  if (least && count.in_favour < least.says->adoption().least_in_favour()) return false;
  if (quorum_votes && count.took_part() < quorum_votes.says->adoption().quorum_votes()) return false;
  return !quorum || reaches(count.took_part(), count.eligible, quorum.says->adoption().quorum());
}

}  // namespace

void count_as_attested(const Books& books, const v1::OutcomeAttested& word, Count& count) {
  const Count recorded = count;
  const bool both = word.has_votes_for() && word.has_votes_against();
  const bool all = std::uint64_t{word.votes_for()} + word.votes_against() >= count.eligible || count.missing.empty();
  count.known = !word.votes_unknown() && (books.semantics < 2 || both || all);
  if (!count.known) {
    count.in_favour = count.against = count.abstained = 0;
    count.ballots.clear();
  }
  if (word.has_votes_for()) count.in_favour = word.votes_for();
  if (word.has_votes_against()) count.against = word.votes_against();
  if (both) count.abstained = 0;
  count.missing.clear();
  if (books.semantics < 2) return;
  count.for_known = count.known && count.in_favour == recorded.in_favour;
  count.against_known = count.known && count.against == recorded.against;
}

Outcome outcome_of(const Reading& law, const BookProposal& proposal, const Count& count) {
  Outcome outcome;
  outcome.together = hang_together(law, proposal);
  bool all = true;
  bool some = false;
  for (const auto& change : proposal.changes) {
    const auto adopted = adopts(law, {change.kind(), {}}, count, outcome.unclear);
    if (!adopted) return {std::nullopt, {}, outcome.together, outcome.unclear};
    all = all && *adopted;
    some = some || *adopted;
    outcome.changes.push_back(*adopted);
  }
  outcome.adopted = outcome.together ? all : some;
  return outcome;
}

Moment moment_of(const Reading& law, const BookProposal& proposal, std::size_t change, std::int64_t now) {
  const auto says = [&](int field) -> const Point& {
    return law.point(v1::Provision::kEffectiveness, field, {proposal.changes[change].kind(), {}});
  };
  const auto& when = says(v1::Effectiveness::kWhenFieldNumber);
  const std::uint32_t rule = when ? when.by.front()->number : 0;
  if (proposal.effect_at != 0) {
    const bool later = proposal.effect_at > now;
    return {later ? v1::Effectiveness::AFTER_DELAY : v1::Effectiveness::VOTE_COMPLETE, proposal.effect_at, rule};
  }
  if (!when) return {};
  Moment moment{when.says->effectiveness().when(), 0, rule};
  const auto& delay = says(v1::Effectiveness::kDelayFieldNumber);
  if (moment.when == v1::Effectiveness::AFTER_DELAY) {
    moment.at = now + micros(delay ? delay.says->effectiveness().delay() : v1::Period());
  }
  return moment;
}

std::vector<v1::Effectiveness::Moment> moments_of(const Reading& law, const BookProposal& proposal, std::int64_t now) {
  const bool together = hang_together(law, proposal);
  std::vector<v1::Effectiveness::Moment> all;
  all.reserve(proposal.changes.size());
  for (std::size_t at = 0; at < proposal.changes.size(); ++at) {
    all.push_back(moment_of(law, proposal, together ? 0 : at, now).when);
  }
  return all;
}

// ---- The order of play
// -----------------------------------------------------------------------------------------------

v1::TurnOrder::Order order_of(const Reading& law) {
  const auto& order = law.point(v1::Provision::kTurnOrder, v1::TurnOrder::kOrderFieldNumber);
  return order ? order.says->turn_order().order() : v1::TurnOrder::ORDER_UNSPECIFIED;
}

std::vector<const BookPlayer*> ring(const Books& books, const Reading& law) {
  std::vector<const BookPlayer*> all;
  all.reserve(books.players.size());
  for (const auto& player : books.players) all.push_back(&player);
  if (order_of(law) == v1::TurnOrder::SURNAME) {
    std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
      return std::tie(a->sort_key, a->folded) < std::tie(b->sort_key, b->folded);
    });
  }
  return all;
}

const BookPlayer* first_in_order(const Books& books, const Reading& law) {
  for (const auto* player : ring(books, law)) {
    if (takes_turns(law, *player)) return player;
  }
  return nullptr;
}

const BookPlayer* after(const Books& books, const Reading& law, const std::string& name) {
  auto all = ring(books, law);
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == name; });
  if (at != all.end()) std::rotate(all.begin(), at + 1, all.end());
  for (const auto* player : all) {
    if (takes_turns(law, *player)) return player;
  }
  return nullptr;
}

std::vector<std::string> sitting_judges(const Books& books, const Reading& law, const BookQuestion* question) {
  std::vector<std::string> names;
  const auto says = [&](int field) -> const Point& { return law.point(v1::Provision::kJudgment, field); };
  const auto& seat = says(v1::Judgment::kSeatFieldNumber);
  if (!seat) return names;
  const auto where = seat.says->judgment().seat();
  const auto& named = says(v1::Judgment::kJudgeFieldNumber);
  const auto& many = says(v1::Judgment::kJudgesFieldNumber);
  const auto& mates = says(v1::Judgment::kPassOverTeamMatesFieldNumber);
  const auto& one_a_turn = says(v1::Judgment::kOneJudgeATurnFieldNumber);
  // Backwards from the one moving, or from the one named, who comes first; or onwards.
  auto all = ring(books, law);
  if (where == v1::Judgment::RIGHT_NEIGHBOUR) {
    all.clear();
    for (const auto& player : books.players) all.push_back(&player);
  }
  const bool by_name = where == v1::Judgment::NAMED;
  const std::string from = by_name ? (named ? named.says->judgment().judge() : std::string()) : books.turn.mover;
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == from; });
  if (at != all.end()) {
    if (where == v1::Judgment::FOLLOWING) {
      std::rotate(all.begin(), at + 1, all.end());
    } else {
      std::rotate(all.begin(), by_name ? at + 1 : at, all.end());
      std::reverse(all.begin(), all.end());
    }
  }
  if (one_a_turn && one_a_turn.says->judgment().one_judge_a_turn() && !books.dispute.sitting.empty()) {
    const auto sits =
        std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == books.dispute.sitting; });
    if (sits != all.end()) std::rotate(all.begin(), sits, all.end());
  }
  const auto* mover = books.player(books.turn.mover);
  const std::size_t wanted = many ? many.says->judgment().judges() : 1;
  for (const auto* player : all) {
    if (names.size() == wanted) break;
    if (player->left || player == mover || is_left_out(law, *player, v1::Inactivity::JUDGING)) continue;
    const bool mate = mover != nullptr && !mover->team.empty() && mover->team == player->team;
    if (mate && mates && mates.says->judgment().pass_over_team_mates()) continue;
    // Who has joined since the question was asked does not judge it.
    if (question != nullptr && player->joined_at > question->record) continue;
    if (question == nullptr || !has(question->overruled, player->name)) names.push_back(player->name);
  }
  return names;
}

}  // namespace nomic::replay::audit
