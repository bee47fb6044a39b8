// What status says: what is due, notes, and why play cannot go on.
#include "remark_rows.h"

namespace nomic::tools {

using replay::Topic;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RemarkRow>& remarks_status() {
  static const std::vector<RemarkRow> ROWS = {
    {Topic::DUE, "debate_ends", "the debate on proposal {proposal} ends and its vote is called"},
    {Topic::DUE, "may_be_called", "the vote on proposal {proposal} can be called from then on"},
    {Topic::DUE, "vote_ends", "the vote on proposal {proposal} ends"},
    {Topic::DUE, "vote_can_end", "the vote on proposal {proposal}, in which everybody has voted, is complete"},
    {Topic::DUE, "effect", "proposal {proposal} takes effect"},
    {Topic::DUE, "change", "rule {rule} changes by itself"},
    {Topic::DUE, "repeal", "rule {rule} repeals itself"},
    {Topic::DUE, "inactivity", "{player} becomes inactive"},
    {Topic::DUE, "throw_over", "{player}'s time to throw is over"},
    {Topic::DUE, "turn_over", "{player}'s time to begin the turn is over"},
    {Topic::DUE, "round_over", "the time to commit, or to reveal, for {player}'s throw is over"},
    {Topic::NOTE, "asks_to_leave", "{player} has asked to leave, which the players must approve"},
    {Topic::NOTE, "asks_to_join", "{player} has asked to join, which the players must approve"},
    {Topic::NOTE, "inactive", "{player} is inactive since #{record}"},
    {Topic::NOTE, "seat_restored",
     "the host restored the seat of {player} at #{record}: no key speaks for them until they register a first one"},
    {Topic::NOTE, "key_named", "a Judgment names a key that {player} may register without an older one"},
    {Topic::NOTE, "pending", "proposal {proposal} is adopted and still to take effect"},
    {Topic::NOTE, "undetermined",
     "no provision in force says what adopts proposal {proposal}: its outcome is left to a Judgment (judgment deliver "
     "--outcome)"},
    {Topic::NOTE, "attested",
     "by the word of {players} proposal {proposal} was {outcome} (first at #{record}): {votes} of the {needed} votes "
     "that settle it; to assent: nomic attest {proposal} {outcome}; to have it judged: nomic judgment invoke QUESTION "
     "--about {record}"},
    {Topic::NOTE, "attested_unknown",
     "by the word of {players} proposal {proposal} was {outcome}, by votes that are not known (first at #{record}): "
     "{votes} of the {needed} votes that settle it; to assent: nomic attest {proposal} {outcome} --votes unknown; to "
     "have it judged: nomic judgment invoke QUESTION --about {record}"},
    {Topic::NOTE, "attested_votes",
     "by the word of {players} proposal {proposal} was {outcome}, {votes_for} for and {votes_against} against (first "
     "at #{record}): {votes} of the {needed} votes that settle it; to assent: nomic attest {proposal} {outcome} --for "
     "{votes_for} --against {votes_against}; to have it judged: nomic judgment invoke QUESTION --about {record}"},
    {Topic::NOTE, "attested_for",
     "by the word of {players} proposal {proposal} was {outcome}, {votes_for} for (first at #{record}): {votes} of the "
     "{needed} votes that settle it; to assent: nomic attest {proposal} {outcome} --for {votes_for}; to have it "
     "judged: nomic judgment invoke QUESTION --about {record}"},
    {Topic::NOTE, "attested_against",
     "by the word of {players} proposal {proposal} was {outcome}, {votes_against} against (first at #{record}): "
     "{votes} of the {needed} votes that settle it; to assent: nomic attest {proposal} {outcome} --against "
     "{votes_against}; to have it judged: nomic judgment invoke QUESTION --about {record}"},
    {Topic::NOTE, "one_left", "one player is left; that alone wins nothing, only points do"},
    {Topic::NOTE, "nobody_left", "every player has forfeited: nobody is left to move"},
    {Topic::NOTE, "several_winners",
     "several players stand at the points that win; which of them was first is left to a Judgment"},
    {Topic::NOTE, "no_judge_left",
     "nobody is left to judge the question of #{record}: it stays open, and nothing is declared by itself"},
    {Topic::NOTE, "awards_left",
     "the program gives the first {limit} awards in force, and leaves {count} to the players, from rule {rule} on"},
    {Topic::NOTE, "conflicts_left",
     "{count} more conflicts between rules are not named here; `nomic show-rules N` tells those of rule N"},
    {Topic::NOTE, "closing", "the game is closed when {needed} more of those who have not won consent"},
    {Topic::NOTE, "consent_before",
     "Judgment was invoked in this turn: {needed} more must consent before {player} begins the next"},
    {Topic::NOTE, "consent_before_anybody",
     "Judgment was invoked in this turn: {needed} more must consent before anybody begins the next"},
    {Topic::NOTE, "contested",
     "#{record}, by {player}, is contested: without effect unless a Judgment of this turn upholds it"},
    {Topic::NOTE, "upheld_in_vain",
     "#{record}, by {player}, is upheld and has no effect yet: its line says what is left against it"},
    {Topic::NOTE, "act_not_judged",
     "#{record}, by {player}, cites rule {rule} for what no program can judge; until the next turn begins, any player "
     "contests it: nomic judgment invoke 'Does rule {rule} provide for #{record}?' --about {record} --as NAME"},
    {Topic::NOTE, "act_without_judge",
     "#{record}, by {player}, cites rule {rule} for what no program can judge, and no rule provides for Judgment"},
    {Topic::NOTE, "questions_left", "{count} more questions have no judge left; `nomic status` lists them above"},
    {Topic::NOTE, "contested_left", "{count} more moves are contested; `nomic status` lists them above"},
    {Topic::NOTE, "acts_left", "{count} more acts in this turn are for players to judge; `nomic status` lists them all"},
    {Topic::STANDSTILL, "adoption_not_regulated",
     "no rule in force says how a rule-change is adopted: the outcome of a vote is left to a Judgment (judgment "
     "deliver --outcome)"},
    {Topic::STANDSTILL, "nobody_votes",
     "nobody is an eligible voter, and so nothing can be adopted: the outcome of a vote is left to a Judgment "
     "(judgment deliver --outcome)"},
    {Topic::STANDSTILL, "too_few_votes",
     "nothing can be adopted: it takes {needed} votes, and there are {votes}: the outcome of a vote is left to a "
     "Judgment (judgment deliver --outcome)"},
    {Topic::STANDSTILL, "nothing_mutable", "no rule is mutable any more"},
    {Topic::STANDSTILL, "nobody_takes_turns", "nobody is left to begin a turn"},
    {Topic::STANDSTILL, "no_judge_left",
     "nobody is left to judge the question of #{record}: if the turn cannot be completed without its answer, play "
     "cannot go on"},
    {Topic::STANDSTILL, "paradox", "the Judgment of #{record} declares a paradox and names no winner"},
    {Topic::OFFER, "no_rule", "no rule in force says who wins then; a Judgment may, citing the rule it construes"},
    {Topic::OFFER, "unable",
     "the first player unable to complete a turn wins: as it stands {player}, who is moving"},
    {Topic::OFFER, "nobody_unable",
     "the first player unable to complete a turn wins: as it stands nobody, who is moving"},
    {Topic::OFFER, "unable_judged",
     "the first player unable to complete a turn wins: as it stands {player}, who is moving; a Judgment says so: "
     "nomic judgment deliver ... --paradox --winner NAME --cite {rule}"},
    {Topic::OFFER, "nobody_unable_judged",
     "the first player unable to complete a turn wins: as it stands nobody, who is moving; a Judgment says so: "
     "nomic judgment deliver ... --paradox --winner NAME --cite {rule}"},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
