// Sentences of refusals: rulesets that cannot found a game.
#include "refusal_rows.h"

namespace nomic::tools {

using Code = replay::ErrorCode;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_rulesets() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::BAD_RULESET, "of_part", "{because}", "{because_hint}"},
    {Code::BAD_RULESET, "of_rule", "rule {rule}: {because}", "{because_hint}"},
    {Code::BAD_RULESET, "where", "{where:thing}: {because}", "{because_hint}"},
    {Code::BAD_RULESET, "where_rule", "{where:thing}, rule {rule}: {because}", "{because_hint}"},
    {Code::BAD_RULESET, "language_tag", "{what:thing} has no language tag: \"{tag}\"", "write it as en, ja or pt-BR"},
    {Code::BAD_RULESET, "line_not_normal", "{what:thing} is not in its normal form", "read it with clean_line first"},
    {Code::BAD_RULESET, "no_text", "rule {rule} has no text", "give it one: texts { text: \"...\" }"},
    {Code::BAD_RULESET, "two_texts",
     "rule {rule} has two texts in the language \"{lang}\"", "keep one text a language"},
    {Code::BAD_RULESET, "text_not_normal",
     "{what:thing} is not in its normal form (NFC, no blank lines around it)",
     "read it with parse_ruleset, or clean_text, first"},
    {Code::BAD_RULESET, "rule_number", "a rule bears the number \"{rule}\"",
     "a rule's number is 1 to 999,999,999, up to 999,999 perhaps with small letters: 340a"},
    {Code::BAD_RULESET, "no_status",
     "rule {rule} has no status", "give it one: status: MUTABLE or status: IMMUTABLE"},
    {Code::BAD_RULESET, "rule_too_large",
     "rule {rule} takes {size} bytes with all its texts; the limit is {limit}",
     "shorten it, or found the game with fewer languages"},
    {Code::BAD_RULESET, "no_mode",
     "the ruleset names no mode", "name those it can be played in: modes: [TABLE, MAIL]"},
    {Code::BAD_RULESET, "unknown_mode", "the ruleset names an unknown mode", "the modes are TABLE and MAIL"},
    {Code::BAD_RULESET, "mode_twice", "the ruleset names the mode {mode} twice", "name it once"},
    {Code::BAD_RULESET, "number_twice", "two rules bear the number {rule}", "give each rule its own"},
    {Code::BAD_RULESET, "order", "rule {rule} stands after rule {last}", "put the rules in ascending order"},
    {Code::BAD_RULESET, "nothing_mutable",
     "the ruleset has no mutable rule", "a game in which nothing can be changed is no Nomic"},
    {Code::BAD_RULESET, "no_language",
     "the edition of {edition} is not built in in \"{lang}\"", "the languages are {languages}"},
    {Code::BAD_RULESET, "other_rules",
     "{where} has not the rules of its edition", "it has a text for each of them, in ascending order"},
    {Code::BAD_RULESET, "no_edition",
     "there is no edition \"{typed}\" of the Initial Set", "the editions are {editions:and}"},
    {Code::BAD_RULESET, "no_edition_near",
     "there is no edition \"{typed}\" of the Initial Set", "did you mean {near}?"},
    {Code::BAD_RULESET, "too_large", "{where:thing} is too large", "a ruleset has at most 4 MiB"},
    {Code::BAD_RULESET, "needs_quotes",
     "{where:thing}, line {line}, column {column}: {typed} stands without quotation marks",
     "write it in quotation marks: \"{typed}\""},
    {Code::BAD_RULESET, "octal",
     "{where:thing}, line {line}, column {column}: \"{typed}\" is no decimal number",
     "write numbers in decimal, without leading zeros"},
    {Code::BAD_RULESET, "no_field",
     "{where:thing}, line {line}, column {column}: there is no field \"{typed}\" in {type}",
     "it may be one of {known}"},
    {Code::BAD_RULESET, "no_field_near",
     "{where:thing}, line {line}, column {column}: there is no field \"{typed}\" in {type}", "did you mean {near}?"},
    {Code::BAD_RULESET, "points_plain",
     "{where:thing}, line {line}, column {column}: {field}: {typed} may be points or thousandths of a point",
     "points stand in quotation marks, {shorthand}: \"{typed}\"; thousandths are {recorded}: {typed}"},
    {Code::BAD_RULESET, "no_value",
     "{where:thing}, line {line}, column {column}: there is no value \"{typed}\" for {field}",
     "it may be one of {known}"},
    {Code::BAD_RULESET, "no_value_near",
     "{where:thing}, line {line}, column {column}: there is no value \"{typed}\" for {field}", "did you mean {near}?"},
    {Code::BAD_RULESET, "text_format", "{where:thing}, line {line}, column {column}: {complaint}", ""},
    {Code::BAD_RULESET, "no_text_format",
     "{where:thing}, line {line}, column {column}: this is no protobuf text format", ""},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
