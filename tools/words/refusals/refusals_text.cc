// Sentences of refusals: texts, lines and names, and words that are no point or time.
#include "refusal_rows.h"

namespace nomic::tools {
namespace {

using Code = replay::ErrorCode;

constexpr std::string_view POINTS =
    "a point is a record (57), a time (2012-05-30T10:00Z), proposal:305, outcome:305, turn:12, circuit:2, start or "
    "head, and ^ "
    "before it means just before";
constexpr std::string_view TIMES = "write it as 2012-05-30, 2012-05-30T10:00Z or 2012-05-30T10:00:07.5+02:00";
constexpr std::string_view MICROS = "times are microseconds since 1970-01-01T00:00:00Z";
constexpr std::string_view VISIBLE = "give at least one character that can be seen";
constexpr std::string_view REMOVE =
    "remove it: what could repaint a terminal or be read in two ways may not enter a game";
constexpr std::string_view ONE_LINE = "write it on one line, with spaces";
constexpr std::string_view SPACING = "one space between words, none around them";

}  // namespace

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_text() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::TEXT_EMPTY, "nothing_seen", "{what:thing} is empty", VISIBLE},
    {Code::TEXT_TOO_LONG, "limit",
     "{what:thing} has {size:counted} bytes; the limit is {limit:counted}",
     "shorten it, or say in it where the rest is to be read"},
    {Code::TEXT_TOO_LONG, "words", "{what:thing} has {size} bytes", "shorten it"},
    {Code::TEXT_NOT_UTF8, "byte",
     "{what:thing} is not UTF-8: byte {byte} at line {line}, column {column} cannot stand there",
     "save it as UTF-8, or convert it: iconv -f ENCODING -t UTF-8"},
    {Code::TEXT_CONTROL, "direction_control",
     "{what:thing} holds {character}, a control of writing direction, at line {line}, column {column}", REMOVE},
    {Code::TEXT_CONTROL, "noncharacter",
     "{what:thing} holds {character}, a noncharacter, at line {line}, column {column}", REMOVE},
    {Code::TEXT_CONTROL, "control_character",
     "{what:thing} holds {character}, a control character, at line {line}, column {column}", REMOVE},
    {Code::TEXT_CONTROL, "unassigned",
     "{what:thing} holds {character}, an unassigned code point, at line {line}, column {column}", REMOVE},
    {Code::TEXT_CONTROL, "tab",
     "{what:thing} holds a tab ({character}) after {at} characters, and must be one line", ONE_LINE},
    {Code::TEXT_CONTROL, "line_end",
     "{what:thing} holds a line end ({character}) after {at} characters, and must be one line", ONE_LINE},
    {Code::TEXT_NOT_NORMAL, "not_trimmed",
     "{what:thing} has white space, line ends or a mark around it that are not recorded", "normalise it first"},
    {Code::TEXT_NOT_NORMAL, "not_nfc", "{what:thing} is not in Unicode's normal form C (NFC)", "normalise it first"},
    {Code::TEXT_NOT_NORMAL, "sort_key",
     "the sort key recorded with the name \"{player}\" is not that name's",
     "make both from the name, by today's Unicode"},
    {Code::TEXT_NOT_NORMAL, "folded_form",
     "the folded form recorded with the name \"{player}\" is not that name's",
     "make both from the name, by today's Unicode"},
    {Code::BAD_LANGUAGE, "form",
     "a language is named by a tag of at most {limit} letters, digits and hyphens", "write it as en, ja or pt-BR"},
    {Code::NAME_EMPTY, "nothing_seen", "{what:thing} is empty", VISIBLE},
    {Code::NAME_TOO_LONG, "far", "{what:thing} is far over {limit} characters", "shorten it"},
    {Code::NAME_TOO_LONG, "characters", "{what:thing} has {size} characters; the limit is {limit}", "shorten it"},
    {Code::NAME_NOT_ALLOWED, "holds_tab", "{what:thing} holds a tab ({character})", SPACING},
    {Code::NAME_NOT_ALLOWED, "holds_line_end", "{what:thing} holds a line end ({character})", SPACING},
    {Code::NAME_NOT_ALLOWED, "space_around", "{what:thing} begins or ends with white space", SPACING},
    {Code::NAME_NOT_ALLOWED, "two_spaces", "{what:thing} has two spaces in a row", SPACING},
    {Code::NAME_NOT_ALLOWED, "hyphen",
     "the name \"{typed}\" begins with a hyphen", "it would be taken for an option: begin with something else"},
    {Code::NAME_NOT_ALLOWED, "number",
     "the name \"{typed}\" is a number", "it would be taken for a rule or a record: add a letter"},
    {Code::NAME_NOT_ALLOWED, "identity",
     "the name \"{typed}\" reads as the identity of a game", "add a character that is none of 0-9 and a-f"},
    {Code::BAD_KEY, "key_size", "a key of {size} bytes, which has {limit}", ""},
    {Code::BAD_RULESET, "nonce_size", "the nonce of {size} bytes, which has {limit}", ""},
    {Code::BAD_RULESET, "rehearsal_size", "what names the game that is rehearsed: {size} bytes, of {limit}", ""},
    {Code::BAD_RULESET, "founding_digest_size",
     "the digest of the founding of {size} bytes, which has {limit}", ""},
    {Code::BAD_COMMITMENT, "commitment_size", "the commitment of {size} bytes, which has {limit}", ""},
    {Code::BAD_REQUEST, "form_size", "the form that a vote names of {size} bytes, which has {limit}", ""},
    {Code::BAD_COMMITMENT, "secret_size", "the secret of {size} bytes, which has {limit}", ""},
    {Code::BAD_POINT, "seen_hash_size", "the hash of the record seen of {size} bytes, which has {limit}", ""},
    {Code::BAD_POINT, "effect_beyond_years", "the time of effect lies beyond the years 0 to 9999", MICROS},
    {Code::BAD_POINT, "debate_end_beyond_years", "the end of debate lies beyond the years 0 to 9999", MICROS},
    {Code::BAD_POINT, "record_time_beyond_years", "the time of the record lies beyond the years 0 to 9999", MICROS},
    {Code::BAD_POINT, "occurred_beyond_years",
     "the time at which it is said to have happened lies beyond the years 0 to 9999", MICROS},
    {Code::NEWER_EVENT, "no_kind",
     "the move is of no kind that this program knows", "a newer version may know it"},
    {Code::BAD_POINT, "day_ends", "a day that ends before it begins, or is longer than two", MICROS},
    {Code::BAD_POINT, "day_written", "a day that is not written as one, or in no zone", "2012-05-30, in Asia/Tokyo"},
    {Code::BAD_POINT, "written_of_live",
     "a date is kept as it was written only beside the time at which the move happened, in a game that is recorded afterwards",
     "say the time with --occurred-at"},
    {Code::BAD_POINT, "written_is_a_time",
     "{typed} is a time: it is no date that was written wrong",
     "say it with --occurred-at, and leave out --occurred-as-written"},
    {Code::BAD_POINT, "no_such_zone",
     "there is no time zone \"{typed}\"", "name one of the tz database: Europe/Rome, Asia/Tokyo, UTC"},
    {Code::BAD_POINT, "no_such_day_there", "in {zone} there was no {typed}", "the zone's calendar leaves that day out"},
    {Code::BAD_POINT, "zone_of_live",
     "a zone is for days in a game that is recorded afterwards", "init --retrospective --zone ZONE"},
    {Code::BAD_POINT, "number_missing", "\"{typed}\" is no point of a game: a number is missing", POINTS},
    {Code::BAD_POINT, "not_whole", "\"{typed}\" is no point of a game: \"{digits}\" is not a whole number", POINTS},
    {Code::BAD_POINT, "leading_zeros", "\"{typed}\" is no point of a game: a number has no leading zeros", POINTS},
    {Code::BAD_POINT, "too_many", "\"{typed}\" is no point of a game: no game has so many", POINTS},
    {Code::BAD_POINT, "counted_from_one",
     "\"{typed}\" is no point of a game: a {kind} is counted from 1", POINTS},
    {Code::BAD_POINT, "unknown_kind", "\"{typed}\" is no point of a game: nothing is called \"{kind}\"", POINTS},
    {Code::BAD_POINT, "unknown_kind_near",
     "\"{typed}\" is no point of a game: nothing is called \"{kind}\"", "did you mean {near}:{digits}?"},
    {Code::BAD_POINT, "unknown_word", "\"{typed}\" is no point of a game: no such word", POINTS},
    {Code::BAD_POINT, "unknown_word_near",
     "\"{typed}\" is no point of a game: no such word", "did you mean {near}?"},
    {Code::BAD_POINT, "too_many_carets", "\"{typed}\" is no point of a game: too many ^", POINTS},
    {Code::BAD_POINT, "point_empty", "\"{typed}\" is no point of a game: it is empty", POINTS},
    {Code::BAD_POINT, "date_digits", "\"{typed}\" is no time: a date is year-month-day, 4-2-2 digits", TIMES},
    {Code::BAD_POINT, "first_year", "\"{typed}\" is no time: the first year is 1970", TIMES},
    {Code::BAD_POINT, "first_moment",
     "\"{typed}\" cannot be recorded as a time at which something happened", "say a second later: 1970-01-01T00:00:01Z"},
    {Code::BAD_POINT, "no_such_day", "\"{typed}\" is no time: the calendar has no such day", TIMES},
    {Code::BAD_POINT, "fraction_missing", "\"{typed}\" is no time: digits must follow the point", TIMES},
    {Code::BAD_POINT, "fraction_too_long",
     "\"{typed}\" is no time: seconds have at most six digits after the point", TIMES},
    {Code::BAD_POINT, "time_of_day_digits",
     "\"{typed}\" is no time: a time of day is hours:minutes, two digits each", TIMES},
    {Code::BAD_POINT, "time_of_day_range", "\"{typed}\" is no time: hours go to 23 and minutes to 59", TIMES},
    {Code::BAD_POINT, "second_digits", "\"{typed}\" is no time: seconds are two digits", TIMES},
    {Code::BAD_POINT, "leap_second", "\"{typed}\" is no time: leap seconds are not counted", TIMES},
    {Code::BAD_POINT, "second_range", "\"{typed}\" is no time: seconds go to 59", TIMES},
    {Code::BAD_POINT, "zone_missing",
     "\"{typed}\" is no time: a time of day needs its zone: Z, or +02:00", TIMES},
    {Code::BAD_POINT, "zone_form",
     "\"{typed}\" is no time: a zone is Z, or hours:minutes from UTC with its sign", TIMES},
    {Code::BAD_POINT, "no_t", "\"{typed}\" is no time: a T stands between date and time of day", TIMES},
    {Code::BAD_POINT, "after_zone", "\"{typed}\" is no time: something follows the zone", TIMES},
    {Code::BAD_POINT, "outside_years",
     "\"{typed}\" is no time: in UTC it lies outside the years 1970 to 9999", TIMES},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
