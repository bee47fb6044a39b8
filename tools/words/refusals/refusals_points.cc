// Sentences of refusals: points of a game, and what is kept beside its records.
#include "refusal_rows.h"

namespace nomic::tools {

using Code = replay::ErrorCode;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_points() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::NO_SUCH_POINT, "too_few_records", "the game has no {size} records", "the last record is #{last}"},
    {Code::NO_SUCH_POINT, "not_founded_yet",
     "the game is founded by its records up to #{last}: nothing can be rehearsed before that",
     "name that record (start) or a later one"},
    {Code::NO_SUCH_POINT, "being_voted_on",
     "proposal {proposal} is still being voted on", "the last record is #{last}"},
    {Code::NO_SUCH_POINT, "undetermined",
     "no outcome of proposal {proposal} is declared yet: no rule determined it",
     "proposal:{proposal} is when its vote was complete"},
    {Code::NO_SUCH_POINT, "being_debated", "proposal {proposal} is still being debated", "the last record is #{last}"},
    {Code::NO_SUCH_POINT, "no_proposal", "there is no proposal {proposal}", "the next will be {next}"},
    {Code::NO_SUCH_POINT, "of_record",
     "the vote on no proposal that record #{record} made without a number has ended",
     ""},
    {Code::NO_SUCH_POINT, "nothing_on_record",
     "of a proposal {proposal} nothing is on record",
     "the players' numbers leave it out"},
    {Code::NO_SUCH_POINT, "no_turn", "there is no turn {turn}", "the last is turn {last}"},
    {Code::NO_SUCH_POINT, "turn_goes_on", "turn {turn} is still being played", "the last record is #{last}"},
    {Code::NO_SUCH_POINT, "first_circuit_goes_on",
     "circuit {circuit} is still being played", "no circuit is complete yet"},
    {Code::NO_SUCH_POINT, "circuit_goes_on",
     "circuit {circuit} is still being played", "the last complete is circuit {last}"},
    {Code::NO_SUCH_POINT, "no_circuit_yet", "there is no circuit {circuit}", "no circuit is complete yet"},
    {Code::NO_SUCH_POINT, "no_circuit", "there is no circuit {circuit}", "the last complete is circuit {last}"},
    {Code::NO_SUCH_POINT, "turn_cut_off", "turn {turn} has not ended", "the game was won before"},
    {Code::NO_SUCH_POINT, "circuit_cut_off", "circuit {circuit} has not ended", "the game was won before"},
    {Code::NO_SUCH_POINT, "before_founding",
     "the game was not yet founded at {typed}", "its first record is of {first}"},
    {Code::NO_SUCH_POINT, "no_record", "there is no record #{record}", "the last record is #{last}"},
    {Code::NO_SUCH_POINT, "founding_incomplete", "the founding is not complete", "the last record is #{last}"},
    {Code::NO_SUCH_POINT, "nothing_by_then",
     "nothing is said to have happened by {typed}",
     "leave out --by occurred for the times at which it was recorded"},
    {Code::NO_SUCH_POINT, "not_known_then",
     "{typed} is later than what was known then", "the last record known is #{last}"},
    {Code::NO_SUCH_POINT, "before_first", "nothing lies before {typed}", "the first record is #0"},
    {Code::LEDGER, "not_derived",
     "nothing is taken in, since no game can be derived from it: {because}",
     "have the game sent again, or take another player's copy"},
    {Code::LEDGER, "label",
     "nothing is taken in, since no game may be called what the file calls it: {because}",
     "give it another name with --name"},
    {Code::LEDGER, "dated_ahead",
     "nothing is taken in, since record #{record} is dated {time}, which is far ahead of this machine's clock",
     "set the clock; if the record's date is right, repeat with --allow-ahead"},
    {Code::REHEARSAL_APART, "rehearsal",
     "nothing is taken in: it is a rehearsal of {game}, which this ledger holds",
     "take it into a ledger of its own, so that nobody takes it for the game: nomic import FILE --ledger DIR"},
    {Code::REHEARSAL_APART, "game",
     "nothing is taken in: this ledger holds a rehearsal of it, {game}",
     "take the game into a ledger of its own: nomic import FILE --ledger DIR"},
    {Code::LEDGER, "digest_differs", "the digest kept of the state is {kept}; the records give {derived}", ""},
    {Code::LEDGER, "snapshot_unreadable", "the state kept cannot be read", ""},
    {Code::LEDGER, "snapshot_differs", "the state kept has the digest {kept}; the records give {derived}", ""},
    {Code::LEDGER, "row_unreadable",
     "the index row \"{because}\" of record #{record} cannot be read", "make the index anew from the records"},
    {Code::LEDGER, "row_missing", "the index row \"{because}\" of record #{record} is missing", ""},
    {Code::LEDGER, "row_differs",
     "the index row \"{because}\" of record #{record} differs from what the records give", ""},
    {Code::LEDGER, "row_not_given",
     "the index row \"{because}\" of record #{record} is not what the records give", ""},
    {Code::LEDGER, "key_empty", "no key", ""},
    {Code::LEDGER, "key_consequences", "consequences", ""},
    {Code::LEDGER, "key_marks_of_rule", "marks of lineage {lineage}", ""},
    {Code::LEDGER, "key_marks", "marks of #{record}", ""},
    {Code::LEDGER, "key_number", "number {rule} of lineage {lineage}", ""},
    {Code::LEDGER, "key_circuit", "end of circuit {circuit}", ""},
    {Code::LEDGER, "key_proposal", "proposal {proposal}", ""},
    {Code::LEDGER, "key_rule", "lineage {lineage}", ""},
    {Code::LEDGER, "key_score", "score of {player}", ""},
    {Code::LEDGER, "key_turn", "end of turn {turn}", ""},
    {Code::LEDGER, "key_outcome", "outcome of proposal {proposal}", ""},
    {Code::LEDGER, "key_vote", "end of the vote on {proposal}", ""},
    {Code::LEDGER, "key_victory", "victory", ""},
    {Code::LEDGER, "key_unknown", "a key of no known kind", ""},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
