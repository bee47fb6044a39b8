// What can be met of the kinds that are about proposals and votes.
#include <fmt/format.h>

#include "provision_kinds.h"

namespace nomic::replay::provisions {
namespace {

constexpr std::uint32_t MOST_CHANGES = 100;
constexpr std::uint32_t MOST_VOTES = 1'000;
constexpr std::uint32_t MOST_OPEN = 1'000;
constexpr std::uint32_t MOST_VOTE_CHANGES = 1'000;
constexpr std::uint32_t MOST_VOTES_COUNTED = 10'000'000;  // of 10,000 players with 1,000 votes each

// What is recorded says each thing in one way.
Status check_no_shorthand(const v1::Adoption& adoption) {
  if (adoption.fraction().empty() && adoption.of() == v1::Quota::BASE_UNSPECIFIED && !adoption.more_than()) {
    return fine();
  }
  return bad("adoption.fraction", "is shorthand, which is not recorded",
             "set quota: 2/3 of ELIGIBLE is quota { numerator: 2 denominator: 3 base: ELIGIBLE }");
}

Status check_later(const v1::AutomaticChange& later) {
  if (!later.has_quota()) return missing("adoption.later.quota", "say what is needed from then on");
  if (later.after_circuit() != 0 && !later.at().empty()) {
    return bad("adoption.later", "has both after_circuit and at", "it happens at one moment: set one of them");
  }
  if (later.after_circuit() == 0 && later.at().empty()) {
    return bad("adoption.later", "does not say when", "set after_circuit, or at: \"2030-01-01T00:00:00Z\"");
  }
  return all_of(later.at().empty() ? in_range("adoption.later.after_circuit", later.after_circuit(), 1, LARGEST_NUMBER)
                                   : check_time(later.at(), "adoption.later.at"),
                check_quota(later.quota(), "adoption.later.quota", true));
}

// The shorter of two lengths of time that must come first.
Status check_at_most(bool both, const v1::Period& least, const v1::Period& most, std::string_view path) {
  if (!both || seconds_of(least) <= seconds_of(most)) return fine();
  return bad(
      path, "ends before it begins",
      fmt::format("{}_at_least is at most {}", path.substr(path.find('.') + 1), path.substr(path.find('.') + 1)));
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
    return missing("effectiveness.delay", "when: AFTER_DELAY needs it: delay { days: 2 }");
  }
  if (!after_delay && effectiveness.has_delay()) {
    return bad("effectiveness.delay", "goes with when: AFTER_DELAY only", "set when: AFTER_DELAY, or leave delay out");
  }
  return fine();
}

Status check(const v1::Numbering& numbering) {
  return numbering.has_first() ? in_range("numbering.first", numbering.first(), 1, LARGEST_NUMBER) : fine();
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
    return bad("transmutation.explicit_kinds", fmt::format("names {}", v1::ChangeKind_Name(kind)),
               "it may be TRANSMUTE_TO_MUTABLE, TRANSMUTE_TO_IMMUTABLE");
  }
  return fine();
}

Status check(const v1::VoteChanges& changes) {
  return changes.has_times() ? in_range("vote_changes.times", changes.times(), 1, MOST_VOTE_CHANGES) : fine();
}

Status check(const v1::VotingPeriod& period) {
  if (period.has_at_end() && !period.has_vote()) {
    return bad("voting_period.at_end", "is about the end of a time that is not set", "set vote too: vote { days: 7 }");
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
