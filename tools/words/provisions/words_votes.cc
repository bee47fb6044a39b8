// Plain words for the kinds that are about proposals and votes.
#include <fmt/format.h>

#include "clauses.h"

namespace nomic::tools::phrases {
namespace {

// "before ..." or "when ...".
std::string_view moment_words(v1::Effectiveness::Moment moment) {
  switch (moment) {
    case v1::Effectiveness::VOTE_COMPLETE:
      return "its vote is complete";
    case v1::Effectiveness::TURN_ENDS:
      return "the turn ends";
    case v1::Effectiveness::NEXT_TURN:
      return "the next turn begins";
    case v1::Effectiveness::CIRCUIT_ENDS:
      return "the circuit ends";
    default:
      return "some time has gone by since its vote";
  }
}

std::string in_effect_when(const v1::Effectiveness& effectiveness) {
  if (!effectiveness.has_when()) return {};
  if (effectiveness.when() == v1::Effectiveness::AFTER_DELAY) {
    return fmt::format("an adopted rule-change takes effect {} after its vote is complete",
                       period(effectiveness.delay()));
  }
  return fmt::format("an adopted rule-change takes effect when {}", moment_words(effectiveness.when()));
}

// What must all be there: "adoption needs A, B and C".
std::string needs(const v1::Adoption& adoption) {
  std::vector<std::string> all;
  if (adoption.has_quota()) all.push_back(share_of_votes(adoption.quota()));
  if (adoption.has_least_in_favour()) {
    all.push_back(fmt::format("at least {} in favour", count(adoption.least_in_favour(), "vote")));
  }
  if (adoption.has_quorum()) all.push_back(share(adoption.quorum(), "the eligible votes") + " taking part");
  if (adoption.has_quorum_votes()) {
    all.push_back(fmt::format("at least {} taking part", count(adoption.quorum_votes(), "vote")));
  }
  return all.empty() ? "" : "adoption needs " + listed(all, "and");
}

std::string_view at_end_words(v1::VotingPeriod::AtEnd at_end) {
  switch (at_end) {
    case v1::VotingPeriod::COUNT_CAST:
      return "ballots missing then are not counted";
    case v1::VotingPeriod::MISSING_FOR:
      return "ballots missing then count in favour";
    case v1::VotingPeriod::MISSING_AGAINST:
      return "ballots missing then count against";
    case v1::VotingPeriod::MISSING_ABSTAIN:
      return "ballots missing then count as abstentions";
    case v1::VotingPeriod::DEFEAT:
      return "if ballots are missing then, the proposal is defeated";
    default:
      return "";
  }
}

std::string_view withdrawal_words(v1::Proposing::Withdrawal withdrawal) {
  switch (withdrawal) {
    case v1::Proposing::NEVER:
      return "a proposal cannot be taken back";
    case v1::Proposing::BEFORE_VOTE:
      return "a proposal may be taken back until its vote is called";
    case v1::Proposing::BEFORE_OUTCOME:
      return "a proposal may be taken back until its vote is complete";
    default:
      return "";
  }
}

std::string_view several_words(v1::Proposing::Several several) {
  switch (several) {
    case v1::Proposing::TOGETHER:
      return "the rule-changes of one proposal take effect all together or not at all";
    case v1::Proposing::EACH:
      return "each rule-change of a proposal has its own outcome and its own effect";
    case v1::Proposing::AS_PROPOSED:
      return "a proposal says whether its rule-changes hang together";
    default:
      return "";
  }
}

}  // namespace

Clauses clauses_of(const v1::RuleChangeKinds& kinds) {
  Clauses out;
  if (!kinds.kinds().empty()) out.add("a rule-change may be proposed to " + to_change(kinds.kinds()));
  if (kinds.has_restore_mutable_only()) {
    out.add(fmt::format("the amendments that may be repealed are those of {}",
                        kinds.restore_mutable_only() ? "mutable rules only" : "any rule"));
  }
  if (kinds.has_per_proposal()) {
    out.add(fmt::format("a proposal holds {}{}", kinds.per_proposal() == 1 ? "" : "at most ",
                        count(kinds.per_proposal(), "rule-change")));
  }
  return out;
}

Clauses clauses_of(const v1::Franchise& franchise) {
  Clauses out;
  if (franchise.has_electorate()) {
    out.add(franchise.electorate() == v1::Franchise::PLAYERS ? "every player is an eligible voter"
                                                             : "every player but the proponent is an eligible voter");
  }
  if (franchise.has_votes_per_player()) {
    out.add(fmt::format("each eligible voter has {} on a proposal", count(franchise.votes_per_player(), "vote")));
  }
  if (franchise.has_abstention()) out.add(franchise.abstention() ? "voters may abstain" : "nobody may abstain");
  if (franchise.has_proponents_vote()) {
    out.add(franchise.proponents_vote() == v1::Franchise::IS_CAST
                ? "the proponent votes as everybody does"
                : "the proponent counts as in favour unless they vote otherwise");
  }
  return out;
}

Clauses clauses_of(const v1::Effectiveness& effectiveness) {
  Clauses out;
  out.add(in_effect_when(effectiveness));
  if (effectiveness.has_not_before()) {
    out.add(fmt::format("no rule-change takes effect before {}", moment_words(effectiveness.not_before())));
  }
  if (effectiveness.has_retroactive()) {
    out.add(effectiveness.retroactive() ? "a rule-change may apply from an earlier point that it names"
                                        : "no rule-change applies to what is past");
  }
  if (effectiveness.has_proposals_may_say()) {
    out.add(
        fmt::format("{} proposal may name a later time of its own", effectiveness.proposals_may_say() ? "a" : "no"));
  }
  return out;
}

Clauses clauses_of(const v1::Numbering& numbering) {
  Clauses out;
  if (numbering.has_first()) out.add(fmt::format("the first proposal is number {}", numbering.first()));
  if (numbering.has_changed_rule()) {
    out.add(numbering.changed_rule() == v1::Numbering::TAKES_PROPOSALS ? "a changed rule takes its proposal's number"
            : numbering.changed_rule() == v1::Numbering::TAKES_NEXT
                ? "a changed rule takes the next number of the rules"
                : "a changed rule keeps its own number");
  }
  if (numbering.has_several()) {
    out.add(numbering.several() == v1::Numbering::TAKE_FURTHER
                ? "of several rules that one proposal changes, each further one takes the next number"
            : numbering.several() == v1::Numbering::TAKE_LETTERS
                ? "of several rules that one proposal changes, each further one takes its number with the next letter"
                : "of several rules that one proposal changes, each further one keeps its own number");
  }
  if (numbering.has_rules_first()) {
    out.add(fmt::format("new rules are numbered by themselves, from {} on", numbering.rules_first()));
  }
  if (numbering.has_acts()) {
    out.add(numbering.acts() ? "rule-changes that acts make are numbered with the proposals"
                             : "rule-changes that acts make take no numbers");
  }
  if (numbering.has_references_follow()) {
    out.add(numbering.references_follow() ? "references to a rule that is renumbered follow it"
                                          : "references to a rule that is renumbered stay as they are");
  }
  return out;
}

Clauses clauses_of(const v1::Adoption& adoption) {
  Clauses out;
  out.add(needs(adoption));
  if (!adoption.has_later()) return out;
  const v1::AutomaticChange& later = adoption.later();
  const std::string when = later.at().empty() ? fmt::format("once circuit {} is complete", later.after_circuit())
                                              : fmt::format("from {} on", moment(later.at()));
  out.add(fmt::format("{}, if this rule is unamended then, adoption needs {}", when, share_of_votes(later.quota())));
  return out;
}

Clauses clauses_of(const v1::VotingDuty& duty) {
  Clauses out;
  if (duty.has_every_proposal()) {
    out.add(duty.every_proposal() ? "every proposal is voted on, and none can be withdrawn"
                                  : "a proposal need not be voted on");
  }
  if (duty.has_every_voter()) {
    out.add(duty.every_voter() ? "every eligible voter must take part in the vote"
                               : "no eligible voter need take part in the vote");
  }
  return out;
}

Clauses clauses_of(const v1::Debate& debate) {
  Clauses out;
  if (debate.has_caller()) {
    out.add(fmt::format("{} the final form of a proposal and calls its vote",
                        debate.caller() == v1::Debate::PROPONENT ? "the proponent settles" : "any player settles"));
  }
  if (debate.has_judge_may_be_asked()) {
    out.add(
        fmt::format("the Judge may {}be asked to set the end of debate", debate.judge_may_be_asked() ? "" : "not "));
  }
  return out;
}

Clauses clauses_of(const v1::Transmutation& transmutation) {
  Clauses out;
  out.add(fmt::format("a proposal to {} must say so expressly", to_change(transmutation.explicit_kinds())));
  return out;
}

Clauses clauses_of(const v1::VoteChanges& changes) {
  Clauses out;
  if (changes.has_change()) out.add(fmt::format("{} ballot may be changed", changes.change() ? "a" : "no"));
  if (changes.has_withdraw()) out.add(fmt::format("{} ballot may be taken back", changes.withdraw() ? "a" : "no"));
  if (changes.has_times()) {
    out.add(fmt::format("a voter may do so {} on one proposal",
                        changes.times() == 1 ? "once" : fmt::format("at most {} times", changes.times())));
  }
  if (changes.has_within()) {
    out.add(fmt::format("that is open only for {} after the call of the vote", period(changes.within())));
  }
  return out;
}

Clauses clauses_of(const v1::VotingPeriod& length) {
  Clauses out;
  if (length.has_debate()) {
    out.add(fmt::format("the vote on a proposal is called by itself {} after it was made", period(length.debate())));
  }
  if (length.has_debate_at_least()) {
    out.add(fmt::format("the vote on a proposal is called no sooner than {} after it was made",
                        period(length.debate_at_least())));
  }
  if (length.has_vote()) out.add(fmt::format("a vote ends {} after its call", period(length.vote())));
  if (length.has_vote_at_least()) {
    out.add(fmt::format("a vote is complete no sooner than {} after its call", period(length.vote_at_least())));
  }
  out.add(std::string(at_end_words(length.at_end())));
  return out;
}

Clauses clauses_of(const v1::Proposing& proposing) {
  Clauses out;
  if (proposing.has_who()) {
    out.add(proposing.who() == v1::Proposing::IN_TURN ? "whoever may begin a turn may propose, and begins it by that"
                                                      : "any player may propose at any time");
  }
  if (proposing.has_open()) {
    out.add(fmt::format("at most {} may be open at once", count(proposing.open(), "proposal")));
  }
  if (proposing.has_open_each()) {
    out.add(fmt::format("each player may have at most {} open at once", count(proposing.open_each(), "proposal")));
  }
  out.add(std::string(withdrawal_words(proposing.withdrawal())));
  if (proposing.has_resubmit_after()) {
    const std::uint32_t between = proposing.resubmit_after();
    out.add(fmt::format("what was defeated may be proposed again {}",
                        between == 0 ? "at once" : fmt::format("after {}", count(between, "further proposal"))));
  }
  out.add(std::string(several_words(proposing.several())));
  return out;
}

}  // namespace nomic::tools::phrases
