// Conflicts among rules, what voters should know, and how one record hangs on another.
#include "remark_rows.h"

namespace nomic::tools {

using replay::Topic;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RemarkRow>& remarks_warnings() {
  static const std::vector<RemarkRow> ROWS = {
    {Topic::CONFLICT, "void", "rule {loser} is void while it conflicts with immutable rule {winner} on {point:point}"},
    {Topic::CONFLICT, "undecided",
     "rules {winner} and {loser} conflict on {point:point}, and no rule in force decides it: it is left to a Judgment"},
    {Topic::CONFLICT, "yields_by_judgment",
     "rule {loser} yields to rule {winner} on {point:point}: a Judgment has found that rule {winner} prevails"},
    {Topic::CONFLICT, "yields_by_status",
     "rule {loser} yields to rule {winner} on {point:point}: rule {winner} is immutable"},
    {Topic::CONFLICT, "yields_by_claim",
     "rule {loser} yields to rule {winner} on {point:point}: rule {winner} claims precedence"},
    {Topic::CONFLICT, "yields_by_deference",
     "rule {loser} yields to rule {winner} on {point:point}: rule {loser} defers to it"},
    {Topic::CONFLICT, "yields_by_higher_number",
     "rule {loser} yields to rule {winner} on {point:point}: rule {winner} has the higher number"},
    {Topic::CONFLICT, "yields_by_later",
     "rule {loser} yields to rule {winner} on {point:point}: rule {winner} came into force later"},
    {Topic::CONFLICT, "yields_by_lower_number",
     "rule {loser} yields to rule {winner} on {point:point}: rule {winner} has the lower number"},
    {Topic::WARNING, "conflict", "if it is adopted, {because}"},
    {Topic::WARNING, "adoption_not_regulated",
     "if it is adopted, no rule would say what adopts a proposal: its outcome would be left to a Judgment"},
    {Topic::WARNING, "nobody_votes",
     "if it is adopted, nobody could vote any more, and so nothing could be adopted"},
    {Topic::WARNING, "too_few_votes",
     "if it is adopted, nothing could be adopted any more: it would take {needed} votes, and there are {votes}"},
    {Topic::WARNING, "nobody_wins",
     "if it is adopted, nobody could win any more: no rule would say how, but where play cannot go on"},
    {Topic::WARNING, "would_win",
     "if it is adopted, {players:list} would win at once, as the scores stand, by rule {rule}"},
    {Topic::WARNING, "would_stand_still", "if it is adopted, play would stand still: {because}"},
    {Topic::NOTE, "for_people",
     "rule {rule} would be for people, and the program plays no part of it: carry it out with nomic act --cite {rule}"},
    {Topic::NOTE, "award_counts_as_it_is",
     "the award of rule {rule} counts the vote on this proposal as it is now, and as amended from the next vote on"},
    {Topic::NOTE, "award_counts_as_amended",
     "the award of rule {rule} counts the vote on this proposal as amended, since it is reckoned just after the effect"},
    {Topic::NOTE, "award_counts_by_moment",
     "each award of rule {rule} counts the vote on this proposal once: as it is now if it is reckoned just before the "
     "effect, and as amended if it is reckoned just after it"},
    {Topic::WARNING, "moment_passed",
     "rule {rule} names a moment that has passed: what it would do by itself then never happens"},
    {Topic::WARNING, "no_self_change",
     "if it is adopted, rule {rule} does not change by itself any more: it is amended then"},
    {Topic::WARNING, "no_amendments", "if it is adopted, no rule could be amended or repealed any more"},
    {Topic::WARNING, "target_gone", "rule {rule} is not in force any more"},
    {Topic::WARNING, "target_changed",
     "rule {rule} has changed, at #{record}, since this form of the proposal was made"},
    {Topic::WARNING, "target_renumbered",
     "rule {rule} has changed since this form of the proposal was made: it is rule {number}, as it stands since "
     "#{record}"},
    {Topic::WARNING, "changes_nothing", "the amendment changes nothing in rule {rule} but its number"},
    {Topic::WARNING, "drops_provisions",
     "rule {rule} has provisions, which the amendment would drop: it would be law for people and the Judge alone"},
    {Topic::WARNING, "clock_ahead",
     "by this clock it is {time}, {ahead} after the last record: if that is wrong, set the clock, since no later record "
     "can bear an earlier time"},
    {Topic::WARNING, "clock_behind",
     "the last record's time, {time}, lies {ahead} ahead of this clock: one of the two is wrong; this record bears "
     "the later time, since a game's time never goes back"},
    {Topic::WARNING, "otherwise_then",
     "at {time}, when it is said to have happened, it would have brought about something else; it counts as made when it "
     "is recorded, and `nomic audit` says what differs"},
    {Topic::WARNING, "refused_then",
     "at {time}, when it is said to have happened, the rules would not have allowed it; it counts as made when it is "
     "recorded"},
    {Topic::WARNING, "keep_provisions",
     "to keep the provisions of rule {rule}, amend it with --keep-provisions"},
    {Topic::WARNING, "loses_languages",
     "rule {rule} has a text in {langs:list} too, which the amendment replaces by none: give one by --translation "
     "{lang}=TEXT"},
    {Topic::WARNING, "provisions_stay",
     "the provisions of proposal {proposal} stay as they were: see that they still say what its text says."},
    {Topic::DEPENDENCE, "required", "is required by rule {rule} as #{record} made it"},
    {Topic::DEPENDENCE, "names", "names #{record}"},
    {Topic::DEPENDENCE, "proposal", "is about proposal {proposal}, which #{record} made"},
    {Topic::DEPENDENCE, "vote", "counts the vote cast at #{record}"},
    {Topic::DEPENDENCE, "joined", "is about {player}, who joined at #{record}"},
    {Topic::DEPENDENCE, "score", "reckons on from {player}'s score of #{record}"},
    {Topic::DEPENDENCE, "turn", "ends the turn that #{record} began"},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
