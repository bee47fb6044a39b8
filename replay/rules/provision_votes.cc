// What can be satisfied of the kinds that are about proposals and votes.
#include "provision_kinds.h"

namespace nomic::replay::provisions {
namespace {

constexpr std::uint32_t MOST_CHANGES = 100;
constexpr std::uint32_t MOST_VOTES = 1'000;
constexpr std::uint32_t MOST_OPEN = 1'000;
constexpr std::uint32_t MOST_VOTE_CHANGES = 1'000;
constexpr std::uint32_t MOST_VOTES_COUNTED = 10'000'000;  // of 2,000 players with 5,000 votes each

// What is recorded says each thing in one way.
Status check_no_shorthand(const v1::Adoption& adoption) {
  if (adoption.fraction().empty() && adoption.of() == v1::Quota::BASE_UNSPECIFIED && !adoption.more_than()) {
    return fine();
  }
  return bad("fraction_shorthand", "adoption.fraction");
}

Status check_later(const v1::AutomaticChange& later) {
  if (!later.has_quota()) return bad("missing_later_quota", "adoption.later.quota");
  if (later.after_circuit() != 0 && !later.at().empty()) {
    return bad("later_twice", "adoption.later");
  }
  if (later.after_circuit() == 0 && later.at().empty()) {
    return bad("later_without_when", "adoption.later");
  }
  return all_of(later.at().empty() ? in_range("adoption.later.after_circuit", later.after_circuit(), 1, LARGEST_NUMBER)
                                   : check_time(later.at(), "adoption.later.at"),
                check_quota(later.quota(), "adoption.later.quota", true));
}

// The shorter of two lengths of time that must come first.
Status check_at_most(bool both, const v1::Period& least, const v1::Period& most, std::string_view path) {
  if (!both || seconds_of(least) <= seconds_of(most)) return fine();
  return bad("ends_before_it_begins", path, {{"field", path.substr(path.find('.') + 1)}});
}

}  // namespace

Status check(const v1::RuleChangeKinds& kinds) {
  if (!kinds.has_per_proposal()) return fine();
  return in_range("rule_change_kinds.per_proposal", kinds.per_proposal(), 1, MOST_CHANGES);
}

Status check(const v1::Franchise& franchise) {
  if (!franchise.has_votes_per_player()) return fine();
  return in_range("franchise.votes_per_player", franchise.votes_per_player(), 1, MOST_VOTES);
}

Status check(const v1::Effectiveness& effectiveness) {
  const bool after_delay = effectiveness.when() == v1::Effectiveness::AFTER_DELAY;
  if (after_delay && !effectiveness.has_delay()) {
    return bad("missing_delay", "effectiveness.delay");
  }
  if (!after_delay && effectiveness.has_delay()) {
    return bad("delay_without_after_delay", "effectiveness.delay");
  }
  return fine();
}

Status check(const v1::Numbering& numbering) {
  if (numbering.has_first()) NOMIC_TRY(in_range("numbering.first", numbering.first(), 1, LARGEST_NUMBER));
  if (!numbering.has_rules_first()) return fine();
  return in_range("numbering.rules_first", numbering.rules_first(), 1, LARGEST_NUMBER);
}

Status check(const v1::Adoption& adoption) {
  return all_of(check_no_shorthand(adoption),
                adoption.has_quota() ? check_quota(adoption.quota(), "adoption.quota", true) : fine(),
                adoption.has_later() ? check_later(adoption.later()) : fine(),
                adoption.has_least_in_favour()
                    ? in_range("adoption.least_in_favour", adoption.least_in_favour(), 1, MOST_VOTES_COUNTED)
                    : fine(),
                adoption.has_quorum() ? check_share(adoption.quorum(), "adoption.quorum") : fine(),
                adoption.has_quorum_votes()
                    ? in_range("adoption.quorum_votes", adoption.quorum_votes(), 1, MOST_VOTES_COUNTED)
                    : fine());
}

Status check(const v1::Transmutation& transmutation) {
  for (const int kind : transmutation.explicit_kinds()) {
    if (kind == v1::TRANSMUTE_TO_MUTABLE || kind == v1::TRANSMUTE_TO_IMMUTABLE) continue;
    return bad("no_transmutation", "transmutation.explicit_kinds",
               {{"value", v1::ChangeKind_Name(static_cast<v1::ChangeKind>(kind))}});
  }
  return fine();
}

Status check(const v1::VoteChanges& changes) {
  return changes.has_times() ? in_range("vote_changes.times", changes.times(), 1, MOST_VOTE_CHANGES) : fine();
}

Status check(const v1::VotingPeriod& period) {
  if (period.has_at_end() && !period.has_vote()) {
    return bad("end_without_vote", "voting_period.at_end");
  }
  return all_of(check_at_most(period.has_debate() && period.has_debate_at_least(), period.debate_at_least(),
                              period.debate(), "voting_period.debate"),
                check_at_most(period.has_vote() && period.has_vote_at_least(), period.vote_at_least(), period.vote(),
                              "voting_period.vote"));
}

Status check(const v1::Proposing& proposing) {
  return all_of(
      proposing.has_open() ? in_range("proposing.open", proposing.open(), 1, MOST_OPEN) : fine(),
      proposing.has_open_each() ? in_range("proposing.open_each", proposing.open_each(), 1, MOST_OPEN) : fine(),
      in_range("proposing.resubmit_after", proposing.resubmit_after(), 0, LARGEST_NUMBER));
}

}  // namespace nomic::replay::provisions
