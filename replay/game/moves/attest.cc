// An outcome declared by a named player (L39): it settles a vote that is open, or whose outcome no rule determines.
// Where the engine derives an outcome, that one holds, and what is attested is shown beside it.

#include <optional>
#include <utility>

#include "change/rule_changes.h"
#include "moves/moves.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/limits.h"
#include "nomic/replay/rule_number.h"
#include "nomic/replay/unnumbered.h"
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

// The rule on adoption; where there is none, the one that permits what is unregulated.
v1::RuleRef rule_for(const Play& play, const v1::Proposal& proposal) {
  const auto adoption = play.law().adoption(case_of(proposal.changes(0))).source("quota");
  return adoption.number() != 0 ? adoption : play.law().permission({}).source("unregulated");
}

v1::Consequence::OutcomeAttested& emit_attested(Play& play, const v1::OutcomeAttested& event, const v1::RuleRef& by) {
  auto& attested = *play.emit(by).mutable_outcome_attested();
  attested.set_player(play.move.author);
  attested.set_proposal(event.proposal());
  attested.set_adopted(event.adopted());
  attested.set_votes_for(event.votes_for());
  attested.set_votes_against(event.votes_against());
  attested.set_votes_unknown(event.votes_unknown());
  return attested;
}

// Whether votes that nobody gives are not known, and not zero (semantics 2).
bool unknown_is_not_zero(const State& state) {
  return state.founding().semantics() >= 2;
}

// Whether the votes are not known: from semantics 2 on those that are left out are not, unless those given, or the
// ballots on record, are all that there can be.
bool leaves_votes_unknown(const State& state, const v1::OutcomeAttested& event, const Tally& recorded) {
  if (event.votes_unknown()) return true;
  if (!unknown_is_not_zero(state) || (event.has_votes_for() && event.has_votes_against())) return false;
  return votes_in(event) < recorded.eligible && !recorded.missing.empty();
}

// How many votes of that choice there were is known by somebody's word; whose they were, by the ballots on record if
// they are as many.
void note_what_is_known(const State& state, const v1::OutcomeAttested& event, const Tally& recorded, Tally& tally) {
  tally.known = !leaves_votes_unknown(state, event, recorded);
  if (!tally.known) {
    tally.in_favour = event.votes_for();
    tally.against = event.votes_against();
    tally.abstentions = 0;
    tally.ballots.clear();
    tally.first.clear();
  }
  if (!unknown_is_not_zero(state)) return;
  tally.for_known = tally.known && tally.in_favour == recorded.in_favour;
  tally.against_known = tally.known && tally.against == recorded.against;
}

// The tally to reckon with: as attested where it is, else that of the ballots on record. Who has not voted is not
// known.
Tally tally_as_attested(const Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& event) {
  Tally tally = tally_of(play, proposal);
  if (event.has_votes_for()) tally.in_favour = event.votes_for();
  if (event.has_votes_against()) tally.against = event.votes_against();
  if (event.has_votes_for() && event.has_votes_against()) tally.abstentions = 0;
  tally.missing.clear();
  return tally;
}

// A vote that is open, or that no rule determines.
Status settle(Play& play, const v1::Proposal& proposal, const v1::OutcomeAttested& event) {
  const Tally recorded = tally_of(play, proposal);
  if (votes_in(event) > recorded.eligible) return bad_tally(votes_in(event), recorded.eligible);
  Tally tally = tally_as_attested(play, proposal, event);
  note_what_is_known(play.state, event, recorded, tally);
  // With every vote in the tally, the rules in force say what it decides.
  const bool whole =
      tally.known && event.has_votes_for() && event.has_votes_against() && votes_in(event) == recorded.eligible;
  const auto derived = whole ? outcome_of(play, proposal, tally).adopted : std::nullopt;
  const bool differs = derived.has_value() && *derived != event.adopted();
  const auto by = rule_for(play, proposal);
  const auto number = proposal.number();
  auto& attested = emit_attested(play, event, by);
  attested.set_votes_unknown(!tally.known);
  if (differs) {
    attested.set_differs(v1::Consequence::OutcomeAttested::BY_RULES);
  } else if (tally.known && recorded.taking_part() != 0 &&
             (recorded.in_favour != tally.in_favour || recorded.against != tally.against)) {
    attested.set_differs(v1::Consequence::OutcomeAttested::OTHER_VOTES);
    attested.mutable_recorded()->set_votes_for(recorded.in_favour);
    attested.mutable_recorded()->set_votes_against(recorded.against);
  }
  auto done =
      derived ? settle_by_tally(play, number, tally) : settle_by_word(play, number, event.adopted(), by, &tally);
  if (!done) return done;
  return complete_ready_votes(play);
}

// The outcome that the engine derived for a proposal that is closed. Cost: that of deriving the game. Fails only as the
// history fails.
Result<std::optional<v1::Consequence>> outcome_on_record(const Play& play, std::uint32_t proposal) {
  std::optional<v1::Consequence> outcome;
  if (!play.derivation.looks_back) return outcome;
  Engine begin(State(), play.derivation.without_looking_back());
  auto done = fold(std::move(begin), play.move.index, play.history, [&](const Derived& derived) {
    for (const auto& one : derived.consequences) {
      const bool decided = one.has_proposal_adopted() || one.has_proposal_defeated();
      if (decided && outcome_in(one)->proposal() == proposal) outcome = one;
    }
    return true;
  });
  if (!done) return done.error();
  return outcome;
}

// Beside an outcome that is derived already: a remark.
Status remark(Play& play, const v1::OutcomeAttested& event) {
  const auto numbering = play.law().numbering({});
  const bool by_players =
      is_unnumbered(event.proposal()) || is_lettered(event.proposal()) || play.state.has_players_numbers();
  const bool made = by_players
                        ? was_proposed(play, event.proposal())
                        : event.proposal() < play.state.next_number() && event.proposal() >= numbering.value.first();
  if (!made) return no_such_proposal(play, event.proposal());
  // The voters of a vote that is long over are not known any more.
  if (votes_in(event) > VOTES_LIMIT) return bad_tally(votes_in(event), VOTES_LIMIT);
  auto derived = outcome_on_record(play, event.proposal());
  if (!derived) return derived.error();
  auto& attested = emit_attested(play, event, *derived ? (*derived)->rule() : v1::RuleRef());
  if (!*derived) {
    attested.set_differs(v1::Consequence::OutcomeAttested::NO_VOTE);
    return ledger::Done{};
  }
  const bool adopted = (*derived)->has_proposal_adopted();
  const auto& was = *outcome_in(**derived);
  const bool other_votes = (event.has_votes_for() && event.votes_for() != was.votes_for()) ||
                           (event.has_votes_against() && event.votes_against() != was.votes_against());
  if (adopted != event.adopted() || other_votes) {
    attested.set_differs(v1::Consequence::OutcomeAttested::OTHER_OUTCOME);
    auto& recorded = *attested.mutable_recorded();
    recorded.set_adopted(adopted);
    recorded.set_about((*derived)->record());
    recorded.set_votes_for(was.votes_for());
    recorded.set_votes_against(was.votes_against());
  }
  return ledger::Done{};
}

}  // namespace

Status play_attest(Play& play, const v1::OutcomeAttested& event) {
  NOMIC_TRY(must_be_playing(play));
  const auto* open = find_proposal(play.state, event.proposal());
  if (open == nullptr) return remark(play, event);
  if (open->phase() == v1::Proposal::DEBATE) {
    return refuse(ErrorCode::VOTE_NOT_CALLED, "", {{"proposal", open->number()}},
                  {play.law().debate({}).source("caller")});
  }
  return settle(play, v1::Proposal(*open), event);
}

}  // namespace nomic::replay
