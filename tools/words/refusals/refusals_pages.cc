// Sentences of refusals: pages of rules that cannot be imported.
#include "refusal_rows.h"

namespace nomic::tools {
namespace {

using Code = replay::ErrorCode;

constexpr std::string_view SAVE_AS_TEXT = "save the page as text, and import that";
constexpr std::string_view THE_PAGE_ITSELF = "give the page itself, saved as text in UTF-8";
constexpr std::string_view CUT_OUT = "cut out the part that holds the rules, and import that";
constexpr std::string_view CONVERT = "convert it (iconv -f {iconv} -t UTF-8 {where:shell}), or say --encoding {iconv}";
constexpr std::string_view MIXED = "two encodings were mixed: write line {line} anew in UTF-8";
constexpr std::string_view WHICH_LANGUAGE =
    "say it, the authoritative language first: --lang {lang},{other} or --lang {other},{lang}; or found it on one "
    "alone: --lang {lang}";
constexpr std::string_view SEE_THEM =
    "see them all without --strict, then settle them by options, or in the ruleset file";

}  // namespace

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_pages() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::PAGE_NOT_TEXT, "size", "{where} has {size:counted} bytes; the limit is {limit:counted}", CUT_OUT},
    {Code::PAGE_NOT_TEXT, "lines", "{where} has {lines:counted} lines; the limit is {limit:counted}", CUT_OUT},
    {Code::PAGE_NOT_TEXT, "folder",
     "the files have over {limit:counted} bytes together; the limit is {limit:counted}",
     "import the folder's rules alone, without what else is in it"},
    {Code::PAGE_NOT_TEXT, "long_line",
     "line {line} of {where} has {size:counted} bytes; the limit is {limit:counted}",
     "break it into lines where its paragraphs end, or cut it out"},
    {Code::PAGE_NOT_TEXT, "marks",
     "line {line} of {where} heaps over {limit:counted} combining marks on one character",
     "no writing needs so many: take them away"},
    {Code::PAGE_NOT_TEXT, "tags",
     "{where} has too many tags (line {line}); the limit is {limit:counted}", SAVE_AS_TEXT},
    {Code::PAGE_NOT_TEXT, "attributes_in_tag",
     "{where} has too many attributes in one tag (line {line}); the limit is {limit:counted}", SAVE_AS_TEXT},
    {Code::PAGE_NOT_TEXT, "attributes",
     "{where} has too many attributes (line {line}); the limit is {limit:counted}", SAVE_AS_TEXT},
    {Code::PAGE_NOT_TEXT, "formatting_left_open",
     "{where} leaves too much formatting open (<b>, <font> and the like without their ends, by line {line})",
     SAVE_AS_TEXT},
    {Code::PAGE_NOT_TEXT, "other_file",
     "{where} is not text but {kind:thing}", "save the page as text in UTF-8, and import that"},
    {Code::PAGE_NOT_TEXT, "nul_byte",
     "{where} is not text but binary: line {line} holds a NUL byte", THE_PAGE_ITSELF},
    {Code::PAGE_NOT_TEXT, "mostly_controls",
     "{where} is not text but binary: more than a tenth of it is control characters", THE_PAGE_ITSELF},
    {Code::PAGE_NOT_TEXT, "looks_like", "{where} is not UTF-8; it looks like {encoding}", CONVERT},
    {Code::PAGE_NOT_TEXT, "looks_like_unmarked",
     "{where} is not UTF-8; it looks like {encoding} without a byte order mark", CONVERT},
    {Code::PAGE_NOT_TEXT, "mixed",
     "{where} is UTF-8 but for byte {byte} in line {line}, which looks like {encoding}", MIXED},
    {Code::PAGE_NOT_TEXT, "mixed_with_unknown",
     "{where} is UTF-8 but for byte {byte} in line {line}, which is in no encoding that is recognised", MIXED},
    {Code::PAGE_NOT_TEXT, "cut_short",
     "{where} ends within a character, in line {line}: it was cut short",
     "fetch the whole page, or take the piece of a character away"},
    {Code::PAGE_NOT_TEXT, "encoding_unknown",
     "{where} is not UTF-8, nor in another encoding that is recognised: byte {byte} in line {line}",
     "if you know its encoding, say --encoding NAME (iconv -l lists the names)"},
    {Code::PAGE_NOT_TEXT, "no_such_encoding",
     "no encoding '{typed}' is known", "iconv -l lists the names that are"},
    {Code::PAGE_NOT_TEXT, "other_encoding",
     "{where} is not {encoding}: line {line} holds bytes that mean nothing in it",
     "say --encoding with the right name, or mend that line"},
    {Code::PAGE_NO_RULES, "none_recognised",
     "{where} holds no rules that can be recognised",
     "a rule begins with its number N: \"N.\" or \"N\" alone on a line, \"Rule N\", \"## N\", \"N - text\""},
    {Code::PAGE_NO_RULES, "no_texts",
     "{where} has numbers of rules, and no texts", "see that its texts stand after their numbers"},
    {Code::PAGE_NO_RULES, "not_in_language",
     "{where} has no rules in \"{lang}\"", "it has rules in: {langs}"},
    {Code::PAGE_NO_RULES, "no_such_line",
     "no line of {where} has what --{option} asks for: \"{typed}\"",
     "lines are looked at one by one, without the white space around them"},
    {Code::BAD_RULESET, "map_unknown",
     "rule {rule} is to be played as rule {known}, and the edition that the page plays by has none of that number",
     "name a rule of the Initial Set, and the edition where it cannot be told: --edition 1990 --map 204=205"},
    {Code::BAD_RULESET, "map_no_rule", "rule {rule} is to be played as another, and {where} has no rule {rule}",
     "name it by its number on the page: --map 204=205"},
    {Code::BAD_RULESET, "expression",
     "--{option} \"{typed}\" is no regular expression: {complaint}",
     "it is read as RE2 reads it: https://github.com/google/re2/wiki/Syntax"},
    {Code::PAGE_AMBIGUOUS, "language_unknown",
     "the language of {where} is none of those known here (en, es, it, ja, nl)", "name it: --lang CODE"},
    {Code::PAGE_AMBIGUOUS, "numbers_lost",
     "the items of {where} bear no numbers of their own, and no headings say which rules are immutable and which are "
     "mutable",
     "write a line \"Immutable rules\" and a line \"Mutable rules\" before them, or the numbers"},
    {Code::PAGE_AMBIGUOUS, "several_languages",
     "{where} has the rules in several languages, and does not say which is authoritative ({lang} and {other})",
     WHICH_LANGUAGE},
    {Code::PAGE_AMBIGUOUS, "two_editions",
     "{where} has the rules in several languages, and does not say which is authoritative ({edition} in {lang} and "
     "{other_edition} in {other}: two editions, which the game would be played differently under)",
     WHICH_LANGUAGE},
    {Code::PAGE_AMBIGUOUS, "either_edition",
     "{where} may be of either edition of the Initial Set: the evidence is divided",
     "say which: --edition {editions:or}"},
    {Code::PAGE_RULE_TWICE, "two_texts",
     "{where} gives rule {rule} two texts in {lang}: on line {line} and on line {again}",
     "give each its own number: in the ruleset file (nomic rules import PAGE -o FILE), or on the page; where one is no "
     "rule, say where the rules begin and end (--from, --until)"},
    {Code::PAGE_RULE_TWICE, "two_files", "{where} gives rule {rule} two texts in {lang}: in {file} and in {other}",
     "give each its own number: in the ruleset file (nomic rules import PAGE -o FILE), or in the folder"},
    {Code::PAGE_DOUBTFUL, "inferred",
     "{where} leaves doubts: {inferred} things were inferred, {slips} slips found, {lines} lines left out among or "
     "after the rules; the first: {because}",
     SEE_THEM},
    {Code::PAGE_DOUBTFUL, "slips",
     "{where} leaves doubts: 0 things were inferred, {slips} slips found, {lines} lines left out among or after the "
     "rules; the first: {because}",
     SEE_THEM},
    {Code::PAGE_DOUBTFUL, "left_out",
     "{where} leaves doubts: 0 things were inferred, 0 slips found, {lines} lines left out among or after the rules; "
     "the first: {text}",
     SEE_THEM},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
