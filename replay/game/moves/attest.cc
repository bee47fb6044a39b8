// An outcome declared by a named player (L39, L49, L59). It counts for a vote that is open, or whose outcome no rule
// determined: in a live game once as many players as adoption would need attest the same, in one recorded afterwards at
// once. Where the engine derives an outcome, that one holds, and what is attested is a remark beside it.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "change/rule_changes.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "voting/attestations.h"
#include "voting/completion.h"
#include "voting/electorate.h"
#include "voting/tally.h"

namespace nomic::replay {
namespace {

Error bad_tally(std::uint64_t votes, std::uint64_t most) {
  return refuse(ErrorCode::BAD_TALLY, "", {{"votes", votes}, {"limit", most}});
}

std::uint64_t votes_in(const v1::OutcomeAttested& event) {
  return std::uint64_t{event.votes_for()} + event.votes_against();
}

std::string outcome_word(bool adopted) {
  return adopted ? "adopted" : "defeated";
}

// "#41", as they are printed.
std::vector<std::string> numbered(const std::vector<std::uint64_t>& records) {
  std::vector<std::string> names;
  names.reserve(records.size());
  for (const auto record : records) names.push_back("#" + std::to_string(record));
  return names;
}

// The rule on adoption; where there is none, the one that permits what is unregulated.
v1::RuleVersion rule_for(const Play& play, const v1::Proposal& proposal) {
  const auto adoption = play.law().adoption(case_of(proposal.changes(0))).source("quota");
  return adoption.number() != 0 ? adoption : play.law().permission({}).source("unregulated");
}

v1::Consequence::OutcomeAttested& emit_attested(Play& play, const v1::OutcomeAttested& event,
                                                const v1::RuleVersion& by) {
  auto& attested = *play.emit(by).mutable_outcome_attested();
  attested.set_player(play.move.author);
  attested.set_proposal(event.proposal());
  attested.set_adopted(event.adopted());
  attested.set_votes_for(event.votes_for());
  attested.set_votes_against(event.votes_against());
  attested.set_votes_unknown(event.votes_unknown());
  return attested;
}

// What is attested of a vote that is open, beside what is on record of it.
v1::Consequence::OutcomeAttested& emit_of_open(Play& play, const v1::Proposal& proposal,
                                               const v1::OutcomeAttested& event, const v1::RuleVersion& by) {
  const Tally recorded = tally_of(play, proposal);
  const Tally tally = tally_as_attested(play, proposal, event);
  auto& attested = emit_attested(play, event, by);
  attested.set_votes_unknown(!tally.known);
  if (tally.known && recorded.taking_part() != 0 &&
      (recorded.in_favour != tally.in_favour || recorded.against != tally.against)) {
    attested.set_differs(v1::Consequence::OutcomeAttested::OTHER_VOTES);
    attested.mutable_recorded()->set_votes_for(recorded.in_favour);
    attested.mutable_recorded()->set_votes_against(recorded.against);
  }
  return attested;
}

v1::Attestation attestation_of(const Play& play, const v1::OutcomeAttested& event) {
  v1::Attestation attestation;
  attestation.set_player(play.move.author);
  attestation.set_record(play.move.index);
  *attestation.mutable_outcome() = event;
  return attestation;
}

// ---- Where one word is enough ---------------------------------------------------------------------------------------

// What contradicts it is recorded with it.
Status settle_by_one(Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& event) {
  const auto by = rule_for(play, proposal);
  const auto contradiction = contradiction_of(play, proposal, event);
  auto& attested = emit_of_open(play, proposal, event, by);
  auto word = attestation_of(play, event);
  for (const auto record : contradiction.ballots) {
    attested.add_contradicted_by(record);
    word.add_contradicted_by(record);
  }
  const auto derived = outcome_by_rules(play, proposal, event);
  if (derived && *derived != event.adopted()) attested.set_differs(v1::Consequence::OutcomeAttested::BY_RULES);
  return settle_as_attested(play, proposal.number(), {word}, by);
}

// ---- In a live game ------------------------------------------------------------------------------------------------

// That ballots on record, or the votes that are attested, rule the outcome out.
Status may_attest(const Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& event) {
  const auto contradiction = contradiction_of(play, proposal, event);
  if (!contradiction.any()) return ledger::Done{};
  const auto about = outcome_word(event.adopted());
  if (contradiction.has_other_votes) {
    return refuse(ErrorCode::OUTCOME_CONTRADICTED, "other_votes", {{"proposal", proposal.number()}, {"outcome", about}},
                  {play.law().franchise(case_of(proposal)).source("electorate")});
  }
  if (contradiction.ballots.empty()) {
    return refuse(ErrorCode::OUTCOME_CONTRADICTED, "by_rules",
                  {{"proposal", proposal.number()},
                   {"outcome", about},
                   {"votes_for", event.votes_for()},
                   {"votes_against", event.votes_against()},
                   {"rule", contradiction.rule.number()}},
                  {contradiction.rule});
  }
  return refuse(ErrorCode::OUTCOME_CONTRADICTED, "by_ballots",
                {{"proposal", proposal.number()}, {"outcome", about}, {"ballots", numbered(contradiction.ballots)}},
                {rule_for(play, proposal)});
}

// That no number of players can settle it by their word.
Status left_to_judge(const Play& play, const v1::Proposal& proposal, const Assent& assent) {
  if (assent.needed != 0) return ledger::Done{};
  const auto judgment = judgment_rule(play.state, play.law()).source("seat");
  const auto* variant = judgment.number() == 0 ? "no_judgment" : assent.rule.number() == 0 ? "no_rule" : "too_few";
  return refuse(ErrorCode::OUTCOME_FOR_JUDGE, variant, {{"proposal", proposal.number()}}, {judgment});
}

Status attest_together(Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& event) {
  NOMIC_ASSIGN(auto before, assent_to(play.state, play.law(), play.history, proposal, event));
  auto judged = left_to_judge(play, proposal, before);
  if (bars(play, judged)) return judged;
  auto may = may_attest(play, proposal, event);
  if (bars(play, may)) return may;

  auto& all = *edit_proposal(play.state, proposal.number())->mutable_attestations();
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const v1::Attestation& one) { return one.player() == play.move.author; }),
            all.end());
  *all.Add() = attestation_of(play, event);
  const v1::Proposal with_it = *find_proposal(play.state, proposal.number());
  NOMIC_ASSIGN(auto assent, assent_to(play.state, play.law(), play.history, with_it, event));
  const auto by = assent.rule.number() != 0 ? assent.rule : judgment_rule(play.state, play.law()).source("seat");
  auto& attested = emit_of_open(play, proposal, event, by);
  // A Judgment upholds it: it decides.
  if (!judged || !may) return settle_as_attested(play, proposal.number(), {attestation_of(play, event)}, by);
  attested.set_assenting(assent.votes);
  attested.set_needed(assent.needed);
  auto settled = settle_if_attested(play, proposal.number());
  return settled ? Status(ledger::Done{}) : Status(settled.error());
}

// A vote that is open, or that no rule determined.
Status attest_open(Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& event) {
  const auto eligible = tally_of(play, proposal).eligible;
  if (votes_in(event) > eligible) return bad_tally(votes_in(event), eligible);
  NOMIC_TRY(one_word_settles(play.state) ? settle_by_one(play, proposal, event)
                                         : attest_together(play, proposal, event));
  return complete_ready_votes(play);
}

// ---- Beside an outcome on record -----------------------------------------------------------------------------------

// How a vote that is closed ended, and the ballots that it ended by.
struct Closed {
  std::optional<v1::Consequence> outcome;
  std::map<std::string, std::pair<std::uint64_t, v1::VoteCast::Choice>> ballots;  // by voter: the record of it
};

void note_ballot(Closed& closed, const v1::Consequence& one) {
  const bool taken_back = one.has_vote_withdrawn() || one.has_ballot_dropped();
  if (const auto* ballot = ballot_in(one)) {
    closed.ballots[player_of(one)] = {one.record(), ballot->choice()};
  } else if (taken_back) {
    closed.ballots.erase(player_of(one));
  }
}

// The outcome that the engine derived for a proposal that is closed. Cost: that of deriving the game. Fails only as the
// history fails.
Result<Closed> closed_vote(const Play& play, std::uint32_t proposal) {
  Closed closed;
  if (!play.derivation.looks_back) return closed;
  Engine begin(State(), play.derivation.without_looking_back());
  auto done = fold(std::move(begin), play.move.index, play.history, [&](const Derived& derived) {
    for (const auto& one : derived.consequences) {
      if (one.has_move_struck() || one.has_move_fallen()) {
        std::erase_if(closed.ballots, [&](const auto& ballot) { return ballot.second.first == about(one); });
      }
      if (proposal_of(one) != proposal) continue;
      if (one.has_proposal_made()) closed = {};
      if (one.reckoned_anew().has_no_outcome()) closed.outcome.reset();
      note_ballot(closed, one);
      if (one.has_proposal_adopted() || one.has_proposal_defeated()) closed.outcome = one;
    }
    return true;
  });
  if (!done) return done.error();
  return closed;
}

// The rule that decided it, if that version is in force; else the one that permits what is unregulated.
v1::RuleVersion rule_of_remark(const Play& play, const v1::RuleVersion& decided) {
  const auto& rules = play.state.rules();
  const auto in_force = std::find_if(rules.begin(), rules.end(), [&](const v1::Rule& rule) {
    return rule.lineage() == decided.lineage() && rule.since() == decided.since();
  });
  return decided.number() != 0 && in_force != rules.end() ? ref_to(*in_force)
                                                          : play.law().permission({}).source("unregulated");
}

bool has_other_votes(const v1::OutcomeAttested& event, const v1::Consequence::Outcome& was) {
  return (event.has_votes_for() && event.votes_for() != was.votes_for()) ||
         (event.has_votes_against() && event.votes_against() != was.votes_against());
}

std::vector<std::uint64_t> records_of_ballots(const Closed& closed) {
  std::vector<std::uint64_t> records;
  for (const auto& [player, ballot] : closed.ballots) records.push_back(ballot.first);
  std::sort(records.begin(), records.end());
  return records;
}

// In a live game the ballots by which a vote was decided refuse another outcome of it.
Status may_remark(const Play& play, const v1::OutcomeAttested& event, const Closed& closed) {
  const auto& was = *outcome_in(*closed.outcome);
  if (one_word_settles(play.state) || was.has_attested() || closed.ballots.empty()) return ledger::Done{};
  return refuse(ErrorCode::OUTCOME_CONTRADICTED, "decided",
                {{"proposal", number_in(event.proposal())},
                 {"outcome", outcome_word(closed.outcome->has_proposal_adopted())},
                 {"record", closed.outcome->record()},
                 {"votes_for", was.votes_for()},
                 {"votes_against", was.votes_against()},
                 {"ballots", numbered(records_of_ballots(closed))}},
                {rule_of_remark(play, closed.outcome->rule())});
}

// Beside an outcome that is derived already: a remark.
Status remark(Play& play, const v1::OutcomeAttested& event) {
  const auto numbering = play.law().numbering({});
  const bool by_players = is_unnumbered(number_in(event.proposal())) || is_lettered(number_in(event.proposal())) ||
                          play.state.has_players_numbers();
  const bool made = by_players ? was_proposed(play, number_in(event.proposal()))
                               : number_in(event.proposal()) < play.state.next_number() &&
                                     number_in(event.proposal()) >= numbering.value.first();
  if (!made) return no_such_proposal(play, number_in(event.proposal()));
  // The voters of a vote that is long over are not known any more.
  if (votes_in(event) > VOTES_LIMIT) return bad_tally(votes_in(event), VOTES_LIMIT);
  NOMIC_ASSIGN(auto closed, closed_vote(play, number_in(event.proposal())));
  if (!closed.outcome) {
    emit_attested(play, event, rule_of_remark(play, {})).set_differs(v1::Consequence::OutcomeAttested::NO_VOTE);
    return ledger::Done{};
  }
  const auto& outcome = *closed.outcome;
  const bool adopted = outcome.has_proposal_adopted();
  const auto& was = *outcome_in(outcome);
  const bool differs = adopted != event.adopted() || has_other_votes(event, was);
  if (auto may = may_remark(play, event, closed); differs && bars(play, may)) return may;
  auto& attested = emit_attested(play, event, rule_of_remark(play, outcome.rule()));
  if (!differs) return ledger::Done{};
  attested.set_differs(v1::Consequence::OutcomeAttested::OTHER_OUTCOME);
  auto& recorded = *attested.mutable_recorded();
  recorded.set_adopted(adopted);
  recorded.set_about(outcome.record());
  recorded.set_votes_for(was.votes_for());
  recorded.set_votes_against(was.votes_against());
  if (was.has_attested()) return ledger::Done{};
  for (const auto record : records_of_ballots(closed)) attested.add_contradicted_by(record);
  return ledger::Done{};
}

}  // namespace

Status play_attest(Play& play, const v1::OutcomeAttested& event) {
  NOMIC_TRY(must_be_playing(play));
  const auto* open = find_proposal(play.state, number_in(event.proposal()));
  if (open == nullptr) {
    NOMIC_TRY(has_not_fallen(play, number_in(event.proposal())));
    return remark(play, event);
  }
  if (open->phase() == v1::Proposal::DEBATE) {
    return refuse(ErrorCode::VOTE_NOT_CALLED, "", {{"proposal", open->number()}},
                  {play.law().debate({}).source("caller")});
  }
  return attest_open(play, v1::Proposal(*open), event);
}

}  // namespace nomic::replay
