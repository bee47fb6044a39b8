// Sentences of refusals: clerical corrections, the numbers that rules are found to bear, and objections.
#include "refusal_rows.h"

namespace nomic::tools {

using Code = replay::ErrorCode;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_clerical() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::NOT_IN_THAT_RECORD, "other_text",
     "record #{record} does not hold the text of rule {rule} that is in force",
     "it stands in record #{source}"},
    {Code::NOT_IN_THAT_RECORD, "later", "record #{record} was recorded at {time}: it did not happen after that", ""},
    {Code::NOT_IN_THAT_RECORD, "no_player", "record #{record} seats no player, and by it nobody has joined", ""},
    {Code::SLIP_NOT_FOUND, "no_language",
     "rule {rule} has no text in \"{lang}\"",
     "`nomic show-rules {rule}` shows the text"},
    {Code::SLIP_NOT_FOUND, "no_words",
     "\"{words}\" does not stand in the text of rule {rule}",
     "`nomic show-rules {rule}` shows the text"},
    {Code::SLIP_NOT_FOUND, "no_title",
     "rule {rule} has no title, and the correction replaces \"{title}\"",
     "`nomic show-rules {rule}` shows the title"},
    {Code::SLIP_NOT_FOUND, "other_title",
     "the title of rule {rule} is \"{has}\", and not \"{title}\"",
     "`nomic show-rules {rule}` shows the title"},
    {Code::SLIP_NOT_UNIQUE, "",
     "\"{words}\" stands {times} times in the text of rule {rule}",
     "give more of the words around it"},
    {Code::NOT_CLERICAL, "nothing_named",
     "the words with the slip are not given",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CLERICAL, "nothing_changed",
     "the correction replaces the words by themselves",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CLERICAL, "whole_and_words",
     "a correction of the whole text names no words that it replaces",
     "give the whole text, or the words with the slip and those that replace them"},
    {Code::NOT_CLERICAL, "too_often",
     "this version has {limit} corrections already",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CLERICAL, "same_time",
     "that is the time at which it is said to have happened",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CLERICAL, "too_many_times",
     "a game keeps at most {limit} times that are corrected",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CLERICAL, "same_name",
     "{player} is shown by that name already",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CLERICAL, "same_title", "that is the title of rule {rule} already", ""},
    {Code::NOT_CLERICAL, "prevails",
     "if rule {rule} bears the number {number}, another rule prevails",
     "ask a Judge to find its number: `nomic judgment deliver ANSWER --number {rule} {number}`"},
    {Code::NOT_CLERICAL, "other",
     "a correction is of a rule's text, title or number, of a time or of a name: what a rule does is none",
     "propose an amendment: `nomic propose amend`"},
    {Code::NOT_CORRECTED, "",
     "record #{record} is no clerical correction to which one may still object",
     "a correction is open to objection until a turn of another player begins; later, correct it back"},
    {Code::NO_SUCH_NOTE, "",
     "record #{record} put no note that stands under a rule in force",
     "`nomic show-rules N` shows the notes under rule N"},
    {Code::NO_SUCH_NOTE, "says_more", "what takes away the note of #{record} says nothing else", ""},
    {Code::TOO_MANY_NOTES, "",
     "there are {limit} notes under rule {rule} already",
     "take one away: `nomic annotate --remove RECORD`"},
    {Code::NO_SUCH_JUDGMENT, "noted", "record #{record} is no Judgment", "a note names the record in which it was delivered"},
    {Code::TEXT_EMPTY, "of_note", "the note says nothing", ""},
    {Code::TEXT_TOO_LONG, "of_note", "the note has {size} bytes; it may have {limit}", ""},
    {Code::BAD_REQUEST, "note_of_nothing",
     "a note is put under a rule, or taken away",
     "nomic annotate N --text TEXT, or nomic annotate --remove RECORD"},
    {Code::NUMBER_NOT_FREE, "none", "a rule bears a number from 1 to {limit}", ""},
    {Code::NUMBER_NOT_FREE, "same", "rule {rule} bears that number already", ""},
    {Code::NUMBER_NOT_FREE, "rule",
     "the number {number} is borne by another rule",
     "if each is to bear the other's number, add --swap"},
    {Code::NUMBER_NOT_FREE, "no_swap",
     "no rule bears the number {number}: there is none to swap with",
     "leave out --swap"},
    {Code::NUMBER_NOT_FREE, "proposal",
     "the number {number} is that of a proposal that is open or still to take effect",
     "wait until it is settled"},
    {Code::NUMBER_NOT_FREE, "too_often", "the number of a rule is found anew at most {limit} times", ""},
    {Code::NUMBER_NOT_FREE, "by_now",
     "rule {number} is another rule by now: what record #{record} found of the number stays",
     "correct the number of one of them: `nomic correct --rule {number} --number M`"},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
