#include "voting/attestations.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <tuple>

#include "change/rule_changes.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/content.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "voting/completion.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

// ---- How many are needed -------------------------------------------------------------------------------------------

bool is_known_elector(const v1::Proposal& proposal, const std::string& name) {
  const auto& electors = proposal.complete().electors();
  return std::find(electors.begin(), electors.end(), name) != electors.end();
}

// The electors who are still in the game: of a vote that was complete, those of then.
std::vector<const v1::Player*> electors_of(const State& state, const Law& law, const v1::Proposal& proposal) {
  std::vector<const v1::Player*> electors;
  for (const auto& player : state.players()) {
    const bool is_one = proposal.has_complete() ? in_game(player) && is_known_elector(proposal, player.names().name())
                                                : is_eligible(law, proposal, player);
    if (is_one) electors.push_back(&player);
  }
  return electors;
}

// Whether so many votes in favour meet the rule on adoption, the rest of the electors being against.
bool adopts(const State& state, const Law& law, const v1::RuleChange& change, std::uint32_t votes,
            std::uint32_t eligible) {
  const auto adoption = law.adoption(case_of(change));
  const auto& says = adoption.value;
  if (!says.has_quota() || !meets(votes, eligible, says.quota())) return false;
  if (votes < says.least_in_favour() || votes < says.quorum_votes()) return false;
  if (says.has_quorum() && !meets(votes, eligible, says.quorum())) return false;
  // It may have changed by itself, which is not known: then both shares are to be met.
  const auto* rule = find_rule(state, adoption.source("quota").number());
  if (rule == nullptr || rule->change_unknown() == 0) return true;
  const auto& all = rule->provisions();
  return std::all_of(all.begin(), all.end(), [&](const v1::Provision& provision) {
    return !provision.adoption().has_later() || meets(votes, eligible, provision.adoption().later().quota());
  });
}

std::uint32_t votes_needed(const State& state, const Law& law, const v1::Proposal& proposal, std::uint32_t eligible) {
  const auto& changes = proposal.changes();
  const auto are_enough = [&](std::uint32_t votes) {
    return std::all_of(changes.begin(), changes.end(),
                       [&](const v1::RuleChange& change) { return adopts(state, law, change, votes, eligible); });
  };
  if (eligible == 0 || !are_enough(eligible)) return 0;
  std::uint32_t too_few = 0;
  std::uint32_t enough = eligible;
  while (enough - too_few > 1) {
    const auto middle = too_few + (enough - too_few) / 2;
    (are_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

// The rule on adoption that the program cannot carry out by now: an earlier version of it had a provision.
Result<v1::RuleVersion> rule_without_provisions(const State& state, const Law& law, const History& history,
                                                const v1::Proposal& proposal) {
  const auto about = case_of(proposal);
  for (const auto& rule : state.rules()) {
    if (!rule.provisions().empty() || law.is_void(rule.number())) continue;
    const auto sources = all_sources(state, rule);
    for (int count = 1; count < sources.size(); ++count) {
      NOMIC_ASSIGN(auto version, version_at(history, sources, count));
      const auto& all = version.provisions;
      const bool spoke = std::any_of(all.begin(), all.end(), [&](const v1::Provision& provision) {
        return provision.adoption().has_quota() && covers(provision.scope(), about, state.founding().mode());
      });
      if (spoke) return ref_to(rule);
    }
  }
  return v1::RuleVersion();
}

}  // namespace

bool attests_the_same(const v1::OutcomeAttested& one, const v1::OutcomeAttested& other) {
  const auto said = [](const v1::OutcomeAttested& word) {
    return std::tuple(word.adopted(), word.has_votes_for(), word.votes_for(), word.has_votes_against(),
                      word.votes_against(), word.votes_unknown());
  };
  return said(one) == said(other);
}

bool one_word_settles(const State& state) {
  return is_recorded_afterwards(state) || state.founding().semantics() < 2;
}

Result<Assent> assent_to(const State& state, const Law& law, const History& history, const v1::Proposal& proposal,
                         const v1::OutcomeAttested& outcome) {
  Assent assent;
  std::uint32_t eligible = 0;
  for (const auto* player : electors_of(state, law, proposal)) {
    const auto& name = player->names().name();
    const auto votes = votes_of(law, proposal, name);
    eligible += votes;
    const auto& all = proposal.attestations();
    const bool assents = std::any_of(all.begin(), all.end(), [&](const v1::Attestation& one) {
      return one.player() == name && attests_the_same(one.outcome(), outcome);
    });
    if (assents) assent.votes += votes;
  }
  const auto& changes = proposal.changes();
  for (const auto& change : changes) {
    const auto adoption = law.adoption(case_of(change));
    assent.rule = adoption.source("quota");
    if (!adoption.value.has_quota()) break;
  }
  if (assent.rule.number() != 0) {
    assent.needed = votes_needed(state, law, proposal, eligible);
    return assent;
  }
  NOMIC_ASSIGN(auto silent, rule_without_provisions(state, law, history, proposal));
  assent.rule = silent;
  if (assent.rule.number() != 0) assent.needed = eligible;
  return assent;
}

// ---- What contradicts it -------------------------------------------------------------------------------------------

namespace {

// The ballots on record, by what they say, and the votes that are still open.
struct OnRecord {
  std::uint32_t in_favour = 0;
  std::uint32_t against = 0;
  std::uint32_t abstentions = 0;
  std::uint32_t open = 0;
  std::uint32_t eligible = 0;
  std::vector<v1::Ballot> ballots;
};

OnRecord on_record(const Play& play, const v1::Proposal& proposal) {
  const Tally tally = tally_of(play, proposal);
  OnRecord found;
  found.ballots = tally.ballots;
  found.eligible = tally.eligible;
  if (proposal.has_complete()) {
    found.in_favour = tally.in_favour;
    found.against = tally.against;
    found.abstentions = tally.abstentions;
    return found;
  }
  found.in_favour = tally.eligible;
  for (const auto& ballot : tally.ballots) {
    const auto votes = votes_of(play.law(), proposal, ballot.player());
    if (ballot.choice() == v1::VoteCast::AGAINST) found.against += votes;
    if (ballot.choice() == v1::VoteCast::ABSTAIN) found.abstentions += votes;
  }
  for (const auto& name : tally.missing) found.open += votes_of(play.law(), proposal, name);
  found.in_favour -= found.against + found.abstentions + found.open;
  return found;
}

// The bounds between which the votes lie by the ballots on record, and by what is attested of them.
struct Votes {
  std::uint32_t least_for = 0;
  std::uint32_t most_for = 0;
  std::uint32_t least_against = 0;
  std::uint32_t most_against = 0;
};

Votes votes_by(const OnRecord& record) {
  return {record.in_favour, record.in_favour + record.open, record.against, record.against + record.open};
}

Votes votes_by(const OnRecord& record, const v1::OutcomeAttested& word) {
  Votes votes = votes_by(record);
  if (word.has_votes_for()) votes.least_for = votes.most_for = word.votes_for();
  if (word.has_votes_against()) votes.least_against = votes.most_against = word.votes_against();
  const auto others = record.in_favour + record.against + record.open;
  if (word.has_votes_for())
    votes.most_against = std::min(votes.most_against, others - std::min(others, votes.most_for));
  if (word.has_votes_against())
    votes.most_for = std::min(votes.most_for, others - std::min(others, votes.most_against));
  return votes;
}

Tally tally_with(const OnRecord& record, std::uint32_t in_favour, std::uint32_t against) {
  Tally tally;
  tally.eligible = record.eligible;
  tally.in_favour = in_favour;
  tally.against = against;
  tally.abstentions = record.abstentions;
  return tally;
}

// The outcome that the rules in force give with votes within these bounds, whatever those that are open say; nothing:
// it depends on them, or no rule says.
Outcome outcome_within(const Play& play, const v1::Proposal& proposal, const OnRecord& record, const Votes& votes) {
  auto best = outcome_of(play, proposal, tally_with(record, votes.most_for, votes.least_against));
  if (best.adopted && !*best.adopted) return best;
  // With the votes that are open against it, or not cast at all.
  auto worst = outcome_of(play, proposal, tally_with(record, votes.least_for, votes.most_against));
  const auto least = outcome_of(play, proposal, tally_with(record, votes.least_for, votes.least_against));
  const auto at_end = play.law().voting_period(case_of(proposal)).value.at_end();
  const bool may_end = record.open != 0 && at_end == v1::VotingPeriod::DEFEAT;
  const bool adopted = worst.adopted.value_or(false) && least.adopted.value_or(false) && !may_end;
  if (!adopted) worst.adopted.reset();
  return worst;
}

bool rules_out(const Outcome& outcome, const v1::OutcomeAttested& word) {
  return outcome.adopted.has_value() && *outcome.adopted != word.adopted();
}

}  // namespace

Contradiction contradiction_of(const Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& outcome) {
  // Which of the ballots count cannot be told.
  if (proposal.complete().late_or_not()) return {};
  const OnRecord record = on_record(play, proposal);
  const Votes votes = votes_by(record);
  bool by_for = outcome.has_votes_for() && outcome.votes_for() < votes.least_for;
  bool by_against = outcome.has_votes_against() && outcome.votes_against() < votes.least_against;
  const bool too_many_for = outcome.has_votes_for() && outcome.votes_for() > votes.most_for;
  const bool too_many_against = outcome.has_votes_against() && outcome.votes_against() > votes.most_against;
  const auto said = std::uint64_t{outcome.votes_for()} + outcome.votes_against();
  bool by_abstentions = said > std::uint64_t{record.in_favour} + record.against + record.open;
  by_against = by_against || too_many_for;
  by_for = by_for || too_many_against;
  by_abstentions = by_abstentions || too_many_for || too_many_against;
  if (rules_out(outcome_within(play, proposal, record, votes), outcome)) {
    by_for = by_for || !outcome.adopted();
    by_against = by_against || outcome.adopted();
    by_abstentions = by_abstentions || outcome.adopted();
  }
  Contradiction found;
  for (const auto& ballot : record.ballots) {
    const bool is_one = (by_for && ballot.choice() == v1::VoteCast::FOR) ||
                        (by_against && ballot.choice() == v1::VoteCast::AGAINST) ||
                        (by_abstentions && ballot.choice() == v1::VoteCast::ABSTAIN);
    if (is_one) found.ballots.push_back(ballot.record());
  }
  std::sort(found.ballots.begin(), found.ballots.end());
  if (!found.ballots.empty()) return found;
  // Without a ballot to name: there are fewer electors than votes attested, or a vote ended with fewer.
  const bool leaves_no_room = by_for || by_against || by_abstentions;
  const auto by_word = outcome_within(play, proposal, record, votes_by(record, outcome));
  if (leaves_no_room || rules_out(by_word, outcome)) found.rule = by_word.rule;
  found.has_other_votes = leaves_no_room && found.rule.number() == 0;
  return found;
}

// ---- Settling ------------------------------------------------------------------------------------------------------

namespace {

std::uint64_t votes_in(const v1::OutcomeAttested& outcome) {
  return std::uint64_t{outcome.votes_for()} + outcome.votes_against();
}

// Whether votes that are left out are not known, and not zero (semantics 2).
bool unknown_is_not_zero(const State& state) {
  return state.founding().semantics() >= 2;
}

bool every_ballot_is_known(const v1::Proposal& proposal, const Tally& recorded) {
  if (proposal.complete().late_or_not()) return false;
  return proposal.has_complete() || recorded.missing.empty();
}

// Whether the votes are not known: from semantics 2 on those that are left out are not, unless those given, or the
// ballots on record, are all that there can be.
bool leaves_votes_unknown(const State& state, const v1::Proposal& proposal, const v1::OutcomeAttested& outcome,
                          const Tally& recorded) {
  if (every_ballot_is_known(proposal, recorded)) return false;
  if (outcome.votes_unknown()) return true;
  if (!unknown_is_not_zero(state) || (outcome.has_votes_for() && outcome.has_votes_against())) return false;
  return votes_in(outcome) < recorded.eligible && !recorded.missing.empty();
}

}  // namespace

Tally tally_as_attested(const Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& outcome) {
  const Tally recorded = tally_of(play, proposal);
  Tally tally = recorded;
  if (outcome.has_votes_for()) tally.in_favour = outcome.votes_for();
  if (outcome.has_votes_against()) tally.against = outcome.votes_against();
  if (outcome.has_votes_for() && outcome.has_votes_against() && !proposal.has_complete()) tally.abstentions = 0;
  if (!proposal.has_complete()) tally.missing.clear();
  // How many votes of a choice there were is known by somebody's word; whose they were, by the ballots on record if
  // they are as many.
  tally.known = !leaves_votes_unknown(play.state, proposal, outcome, recorded);
  if (!tally.known) {
    tally.in_favour = outcome.votes_for();
    tally.against = outcome.votes_against();
    tally.abstentions = 0;
    tally.ballots.clear();
    tally.first.clear();
  }
  if (!unknown_is_not_zero(play.state)) return tally;
  tally.for_known = tally.known && tally.in_favour == recorded.in_favour;
  tally.against_known = tally.known && tally.against == recorded.against;
  return tally;
}

std::optional<bool> outcome_by_rules(const Play& play, const v1::Proposal& proposal,
                                     const v1::OutcomeAttested& outcome) {
  const Tally tally = tally_as_attested(play, proposal, outcome);
  const bool whole = tally.known && outcome.has_votes_for() && outcome.has_votes_against() &&
                     votes_in(outcome) + tally.abstentions == tally.eligible;
  return whole ? outcome_of(play, proposal, tally).adopted : std::nullopt;
}

Status settle_as_attested(Play& play, std::uint32_t number, const std::vector<v1::Attestation>& by,
                          const v1::RuleVersion& rule) {
  assert(!by.empty());
  auto& open = *edit_proposal(play.state, number);
  open.clear_attestations();
  for (const auto& one : by) *open.add_attestations() = one;
  open.set_attested(true);
  const v1::Proposal proposal = open;
  const auto& outcome = by.front().outcome();
  const Tally tally = tally_as_attested(play, proposal, outcome);
  if (outcome_by_rules(play, proposal, outcome)) return settle_by_tally(play, number, tally);
  return settle_by_word(play, number, outcome.adopted(), rule, &tally);
}

Result<bool> settle_if_attested(Play& play, std::uint32_t number) {
  const v1::Proposal proposal = *find_proposal(play.state, number);
  for (const auto& first : proposal.attestations()) {
    NOMIC_ASSIGN(auto assent, assent_to(play.state, play.law(), play.history, proposal, first.outcome()));
    if (!assent.is_enough() || contradiction_of(play, proposal, first.outcome()).any()) continue;
    std::vector<v1::Attestation> by;
    for (const auto& one : proposal.attestations()) {
      if (attests_the_same(one.outcome(), first.outcome())) by.push_back(one);
    }
    NOMIC_TRY(settle_as_attested(play, number, by, assent.rule));
    return true;
  }
  return false;
}

}  // namespace nomic::replay
