#include "reckon.h"

#include <algorithm>

#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

__extension__ using Wide = __int128;  // what two 64-bit numbers multiply to

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

namespace {

// The least number that is the share of `base`.
Wide least_reaching(std::uint64_t base, const v1::Quota& share) {
  const Wide wanted = Wide{base} * share.numerator();
  const Wide whole = wanted / share.denominator();
  const bool is_whole = wanted % share.denominator() == 0;
  return is_whole && !share.strict() ? whole : whole + 1;
}

}  // namespace

bool reaches(std::uint64_t have, std::uint64_t base, const v1::Quota& share) {
  return base != 0 && share.denominator() != 0 && Wide{have} >= least_reaching(base, share);
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
  if (proposal.complete) return *proposal.complete;
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
    count.electors.push_back(player.name);
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
  bool adopted = reaches(count.in_favour, base, share);
  if (least) adopted = adopted && count.in_favour >= least.says->adoption().least_in_favour();
  if (quorum_votes) adopted = adopted && count.took_part() >= quorum_votes.says->adoption().quorum_votes();
  if (quorum) adopted = adopted && reaches(count.took_part(), count.eligible, quorum.says->adoption().quorum());
  return adopted;
}

}  // namespace

void count_as_attested(const Books& books, const BookProposal& proposal, const v1::OutcomeAttested& word,
                       Count& count) {
  const Count recorded = count;
  const bool both = word.has_votes_for() && word.has_votes_against();
  const bool all_on_record = !count.late_or_not && (proposal.complete.has_value() || count.missing.empty());
  const bool all_said =
      std::uint64_t{word.votes_for()} + word.votes_against() >= count.eligible || count.missing.empty();
  count.known = all_on_record || (!word.votes_unknown() && (books.semantics < 2 || both || all_said));
  if (!count.known) {
    count.in_favour = count.against = count.abstained = 0;
    count.ballots.clear();
  }
  if (word.has_votes_for()) count.in_favour = word.votes_for();
  if (word.has_votes_against()) count.against = word.votes_against();
  if (both && !proposal.complete) count.abstained = 0;
  if (!proposal.complete) count.missing.clear();
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

// ---- Outcomes by word
// -----------------------------------------------------------------------------------------------

bool attests_the_same(const v1::OutcomeAttested& one, const v1::OutcomeAttested& other) {
  return one.adopted() == other.adopted() && one.has_votes_for() == other.has_votes_for() &&
         one.votes_for() == other.votes_for() && one.has_votes_against() == other.has_votes_against() &&
         one.votes_against() == other.votes_against() && one.votes_unknown() == other.votes_unknown();
}

std::vector<BookAttestation> attested_by(const BookProposal& proposal, const v1::Consequence& outcome) {
  std::vector<BookAttestation> found;
  const auto& said = outcome_in(outcome)->attested();
  for (int at = 0; at < said.players_size() && at < said.records_size(); ++at) {
    for (const auto& one : proposal.attestations) {
      if (one.player == said.players(at) && one.record == said.records(at)) found.push_back(one);
    }
  }
  return found;
}

namespace {

// Whether it is adopted by so many votes for it, if all others of the electors are against it and do not take part:
// what is asked of those who attest.
bool enough(const Books& books, const Reading& law, const BookProposal& proposal, std::uint32_t votes,
            std::uint32_t eligible) {
  for (const auto& change : proposal.changes) {
    const Case about{change.kind(), {}};
    const auto at = [&](int field) -> const Point& { return law.point(v1::Provision::kAdoption, field, about); };
    const auto& quota = at(v1::Adoption::kQuotaFieldNumber);
    if (!quota || !reaches(votes, eligible, quota.says->adoption().quota())) return false;
    const auto& least = at(v1::Adoption::kLeastInFavourFieldNumber);
    if (least && votes < least.says->adoption().least_in_favour()) return false;
    const auto& several = at(v1::Adoption::kQuorumVotesFieldNumber);
    if (several && votes < several.says->adoption().quorum_votes()) return false;
    const auto& quorum = at(v1::Adoption::kQuorumFieldNumber);
    if (quorum && !reaches(votes, eligible, quorum.says->adoption().quorum())) return false;
    for (const auto* by : quota.by) {
      const auto* rule = books.of_lineage(by->lineage);
      if (rule == nullptr || !rule->change_unknown) continue;
      for (const auto& provision : rule->provisions) {
        const auto& later = provision.adoption().later();
        if (provision.adoption().has_later() && !reaches(votes, eligible, later.quota())) return false;
      }
    }
  }
  return true;
}

bool any_quota(const Reading& law, const BookProposal& proposal) {
  return std::all_of(proposal.changes.begin(), proposal.changes.end(), [&](const auto& change) {
    return bool(law.point(v1::Provision::kAdoption, v1::Adoption::kQuotaFieldNumber, {change.kind(), {}}));
  });
}

}  // namespace

const BookRule* silent_on_adoption(const Books& books, const Reading& law, const BookProposal& proposal) {
  for (const auto& [number, rule] : books.rules) {
    if (!rule.provisions.empty() || law.voids().count(rule.lineage) != 0 || rule.versions.empty()) continue;
    for (std::size_t at = 0; at + 1 < rule.versions.size(); ++at) {
      const auto& says = rule.versions[at].provisions;
      if (says == nullptr) continue;
      const bool spoke = std::any_of(says->begin(), says->end(), [&](const auto& provision) {
        return provision.adoption().has_quota() && law.covers(provision.scope(), case_of(proposal));
      });
      if (spoke) return &rule;
    }
  }
  return nullptr;
}

Assent assent_to(const Books& books, const Reading& law, const BookProposal& proposal,
                 const v1::OutcomeAttested& word) {
  Assent assent;
  std::uint32_t eligible = 0;
  for (const auto& player : books.players) {
    const bool elector = proposal.complete
                             ? !player.left && std::count(proposal.complete->electors.begin(),
                                                          proposal.complete->electors.end(), player.name) != 0
                             : may_vote(law, proposal, player);
    if (!elector) continue;
    const auto votes = votes_of(law, proposal, player.name);
    eligible += votes;
    for (const auto& one : proposal.attestations) {
      if (one.player == player.name && attests_the_same(one.word, word)) assent.votes += votes;
    }
  }
  if (any_quota(law, proposal)) {
    if (eligible == 0 || !enough(books, law, proposal, eligible, eligible)) return assent;
    assent.needed = eligible;
    for (auto step = eligible; step > 0; step /= 2) {
      while (assent.needed > step && enough(books, law, proposal, assent.needed - step, eligible))
        assent.needed -= step;
    }
  } else if (silent_on_adoption(books, law, proposal) != nullptr) {
    assent.needed = eligible;
  }
  return assent;
}

namespace {

// A way in which the votes can lie: so many for it, so many against it, the others not cast.
struct Lies {
  std::uint32_t in_favour = 0;
  std::uint32_t against = 0;
};

// The utmost ways in which the open votes can make up the numbers that are attested; between them the outcome only goes
// from one to the other. None: they cannot.
std::vector<Lies> ways(const Count& record, std::uint32_t open, const v1::OutcomeAttested* word) {
  std::vector<std::uint32_t> in_favour = {record.in_favour, record.in_favour + open};
  std::vector<std::uint32_t> against = {record.against, record.against + open};
  const auto others = record.in_favour + record.against + open;
  if (word != nullptr && word->has_votes_for()) {
    in_favour = {word->votes_for()};
    against = {record.against, others - std::min(others, word->votes_for())};
  }
  if (word != nullptr && word->has_votes_against()) {
    against = {word->votes_against()};
    if (!word->has_votes_for()) in_favour = {record.in_favour, others - std::min(others, word->votes_against())};
  }
  std::vector<Lies> all;
  for (const auto one : in_favour) {
    for (const auto other : against) {
      const bool room = one >= record.in_favour && other >= record.against && one + other <= others;
      if (room) all.push_back({one, other});
    }
  }
  return all;
}

// Whether the rule on adoption may have changed by itself, which is not known, and would say otherwise then.
bool rests_on_unknown_change(const Books& books, const Reading& law, const BookProposal& proposal, const Count& count) {
  const auto meets = [&](const v1::Quota& share) {
    const auto base = share.base() == v1::Quota::CAST          ? count.cast()
                      : share.base() == v1::Quota::TAKING_PART ? count.took_part()
                                                               : count.eligible;
    return reaches(count.in_favour, base, share);
  };
  return std::any_of(proposal.changes.begin(), proposal.changes.end(), [&](const auto& change) {
    const auto& quota = law.point(v1::Provision::kAdoption, v1::Adoption::kQuotaFieldNumber, {change.kind(), {}});
    return std::any_of(quota.by.begin(), quota.by.end(), [&](const auto* by) {
      const auto* rule = books.of_lineage(by->lineage);
      if (rule == nullptr || !rule->change_unknown) return false;
      return std::any_of(rule->provisions.begin(), rule->provisions.end(), [&](const auto& provision) {
        return provision.adoption().has_later() &&
               meets(provision.adoption().later().quota()) != meets(quota.says->adoption().quota());
      });
    });
  });
}

}  // namespace

Against what_speaks_against(const Books& books, const Reading& law, const BookProposal& proposal,
                            const v1::OutcomeAttested& word) {
  Count record = count_votes(books, law, proposal);
  if (record.late_or_not) return {};
  std::uint32_t open = 0;
  if (!proposal.complete) {
    // A ballot that is missing says nothing yet, whatever it counts as when the vote ends.
    for (const auto& name : record.missing) open += votes_of(law, proposal, name);
    record.against = record.abstained = 0;
    for (const auto& ballot : record.ballots) {
      add_votes(record, ballot.choice, ballot.choice == v1::VoteCast::FOR ? 0 : votes_of(law, proposal, ballot.player));
    }
    record.in_favour = record.eligible - record.against - record.abstained - open;
  }
  const auto gives = [&](const Lies& one) {
    Count count = record;
    count.in_favour = one.in_favour;
    count.against = one.against;
    if (rests_on_unknown_change(books, law, proposal, count)) return std::optional<bool>();
    return outcome_of(law, proposal, count).adopted;
  };
  const auto allows = [&](const std::vector<Lies>& lies) {
    return std::any_of(lies.begin(), lies.end(),
                       [&](const auto& one) { return gives(one).value_or(word.adopted()) == word.adopted(); });
  };
  const auto& end = law.point(v1::Provision::kVotingPeriod, v1::VotingPeriod::kAtEndFieldNumber, case_of(proposal));
  const bool may_end =
      open != 0 && !word.adopted() && end && end.says->voting_period().at_end() == v1::VotingPeriod::DEFEAT;
  const bool outcome_may_be = may_end || allows(ways(record, open, nullptr));
  const auto as_said = ways(record, open, &word);
  Against found;
  if (outcome_may_be && !as_said.empty()) {
    found.by_rules = !may_end && !allows(as_said);
    return found;
  }
  // Which ballots it is: those that the numbers leave no room for, or that decide it the other way.
  const bool few_for = word.has_votes_for() && word.votes_for() < record.in_favour;
  const bool few_against = word.has_votes_against() && word.votes_against() < record.against;
  const bool many_for = word.has_votes_for() && word.votes_for() > record.in_favour + open;
  const bool many_against = word.has_votes_against() && word.votes_against() > record.against + open;
  const bool many =
      std::uint64_t{word.votes_for()} + word.votes_against() > std::uint64_t{record.in_favour} + record.against + open;
  const bool against_for = few_for || many_against || (!outcome_may_be && !word.adopted());
  const bool against_against = few_against || many_for || (!outcome_may_be && word.adopted());
  const bool against_none = many || many_for || many_against || (!outcome_may_be && word.adopted());
  for (const auto& ballot : record.ballots) {
    const bool is_one = (ballot.choice == v1::VoteCast::FOR && against_for) ||
                        (ballot.choice == v1::VoteCast::AGAINST && against_against) ||
                        (ballot.choice == v1::VoteCast::ABSTAIN && against_none);
    if (is_one) found.ballots.push_back(ballot.record);
  }
  std::sort(found.ballots.begin(), found.ballots.end());
  found.by_rules = found.ballots.empty();
  return found;
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

}  // namespace nomic::replay::audit
