// What the import of a page inferred, left out, and took for evidence of its edition.
#include "remark_rows.h"

namespace nomic::tools {

using replay::Topic;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RemarkRow>& remarks_pages() {
  static const std::vector<RemarkRow> ROWS = {
    {Topic::DOUBT, "evidence_divided",
     "the evidence for the edition of the {lang} text is divided: {signs} signs of {edition}, {others} of others"},
    {Topic::DOUBT, "order", "rule {rule} stands after rule {last}: the rules were put in order"},
    {Topic::DOUBT, "rule_missing", "rule {first} is missing between {before} and {after}"},
    {Topic::DOUBT, "rules_missing", "rules {first} to {last} are missing between {before} and {after}"},
    {Topic::DOUBT, "no_text", "rule {rule} has no text: it was left out"},
    {Topic::DOUBT, "second_time", "rule {rule} stands here for the second time, in the same words"},
    {Topic::DOUBT, "authoritative",
     "{lang} is taken to be authoritative: it has {rules} rules, {other} only {fewer}"},
    {Topic::DOUBT, "other_edition",
     "its {lang} rules look like the edition of {found}; it is played by that of {edition}, as asked for"},
    {Topic::DOUBT, "translation_differs",
     "its {lang} text is of the edition of {edition}: it is shown as a translation that differs in rules {rules}"},
    {Topic::DOUBT, "no_initial_set",
     "it is no Initial Set that is known here: its rules have no provisions, and are law for people alone (to give it "
     "those of an edition: --edition 1990)"},
    {Topic::DOUBT, "statuses",
     "{rules} rules are nowhere said to be mutable or immutable: those from 100 to 199 are taken to be immutable, the "
     "others mutable"},
    {Topic::DOUBT, "no_text_in",
     "{rules} rules have no text in {lang}, and another language's is authoritative there: {numbers}"},
    {Topic::DOUBT, "titles",
     "most rules begin with a short line that ends no sentence: those lines are their titles"},
    {Topic::DOUBT, "joined", "it goes on with the sentence of line {line}: they are one paragraph"},
    {Topic::DOUBT, "another_shape",
     "the number of this rule stands otherwise than most do: it is taken to begin a rule, since it fits between its "
     "neighbours"},
    {Topic::DOUBT, "heading_is_text",
     "the heading of rule {rule} is a sentence, and nothing stands below it: it is taken for the rule's text"},
    {Topic::DOUBT, "wrapped",
     "its lines are wrapped at a margin: lines without a blank line between them are one paragraph"},
    {Topic::DOUBT, "numbers_lost",
     "its {items} items bear no numbers of their own: those under immutable rules are numbered from {first_immutable} "
     "on ({immutable} of them), those under mutable rules from {first_mutable} on ({others})"},
    {Topic::DOUBT, "ends_before_address",
     "the last rule, {rule}, is taken to end before this line: an address"},
    {Topic::DOUBT, "ends_before_markup",
     "the last rule, {rule}, is taken to end before this line: a scrap of markup"},
    {Topic::DOUBT, "ends_before_language",
     "the last rule, {rule}, is taken to end before this line: another language"},
    {Topic::DOUBT, "ends_before_short_line",
     "the last rule, {rule}, is taken to end before this line: a short line that ends no sentence"},
    {Topic::EVIDENCE, "found", "it does {sign:thing}"},
    {Topic::EVIDENCE, "missing", "it does not {sign:thing}"},
    {Topic::LEFT_OUT, "before_first_rule", "before the first rule"},
    {Topic::LEFT_OUT, "after_heading", "between a heading and the next rule"},
    {Topic::LEFT_OUT, "after_last_rule", "after the last rule"},
    {Topic::LEFT_OUT, "before_window", "before --from"},
    {Topic::LEFT_OUT, "after_window", "from --until on"},
    {Topic::LEFT_OUT, "number_without_text", "a number without a text"},
    {Topic::LEFT_OUT, "same_text_again", "the same text again"},
    {Topic::LEFT_OUT, "taken_out", "{kind:thing}, {count:counted} on this line"},
    {Topic::LEFT_OUT, "taken_out_of_lines",
     "{kind:thing}, {count:counted} on {lines:counted} lines of which this is the first"},
    {Topic::LEFT_OUT, "markup_field", "a field that holds markup"},
    {Topic::LEFT_OUT, "without_scripts", "shown only where scripts are not run"},
    {Topic::LEFT_OUT, "drawing", "words in a drawing"},
    {Topic::LEFT_OUT, "hidden", "hidden on the page"},
    {Topic::LEFT_OUT, "front_matter", "front matter"},
    {Topic::LEFT_OUT, "front_matter_unknown", "front matter that means nothing here"},
    {Topic::LEFT_OUT, "heading_beside_front_matter",
     "a heading beside the front matter, which says the same or prevails"},
    {Topic::LEFT_OUT, "fence_begin", "markup: begins a fenced block"},
    {Topic::LEFT_OUT, "fence_end", "markup: ends a fenced block"},
    {Topic::LEFT_OUT, "fence_open",
     "markup: begins a fenced block that nothing ends: it is taken to end before the next heading"},
    {Topic::LEFT_OUT, "comment", "a comment in the markup"},
    {Topic::LEFT_OUT, "forum_mark", "markup: a forum's mark of code or of a quote"},
    {Topic::LEFT_OUT, "merge_conflict", "a mark of a merge that was not brought to an end"},
    {Topic::LEFT_OUT, "outside", "outside of the block in which the rules stand"},
    {Topic::LEFT_OUT, "original", "what a rule once said, under a heading that says so"},
    {Topic::LEFT_OUT, "quoted_rule", "a quote that begins with a rule's number"},
    {Topic::LEFT_OUT, "heading_of_text", "a heading that only says that the rule's text follows"},
    {Topic::LEFT_OUT, "beside_rule", "another section of the rule's file, beside the rule"},
    {Topic::LEFT_OUT, "underline", "markup: underlines the heading"},
    {Topic::LEFT_OUT, "line_across", "markup: a line across the page"},
    {Topic::LEFT_OUT, "file_without_text", "no rule's number, and no text"},
    {Topic::LEFT_OUT, "file_without_number", "a file without a rule's number"},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
