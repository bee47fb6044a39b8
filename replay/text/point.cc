#include "nomic/replay/point.h"

#include <charconv>
#include <limits>
#include <optional>

#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

// More than any game could need, and no way to make a point of a million characters.
constexpr std::uint32_t MOST_CARETS = 1000;

Error bad_point(std::string_view variant, std::string_view typed, std::vector<Parameter> further = {}) {
  std::vector<Parameter> parameters = {{"typed", typed}};
  for (Parameter& one : further) parameters.push_back(std::move(one));
  return error_of(ErrorCode::BAD_POINT, variant, std::move(parameters));
}

bool all_digits(std::string_view words) {
  return !words.empty() && words.find_first_not_of("0123456789") == std::string_view::npos;
}

// Digits and nothing else, without leading zeros, at most 2^63 - 1; or why not.
Result<std::uint64_t> read_number(std::string_view digits, std::string_view words) {
  if (digits.empty()) return bad_point("number_missing", words);
  if (!all_digits(digits)) return bad_point("not_whole", words, {{"digits", digits}});
  if (digits.size() > 1 && digits.front() == '0') return bad_point("leading_zeros", words);
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || number > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    return bad_point("too_many", words);
  }
  return number;
}

constexpr std::string_view BY_RECORD = "record:";

struct Named {
  std::string_view word;
  Point::Kind kind;
};
constexpr Named COUNTED[] = {{"proposal", Point::Kind::PROPOSAL},
                             {"outcome", Point::Kind::OUTCOME},
                             {"turn", Point::Kind::TURN},
                             {"circuit", Point::Kind::CIRCUIT}};
constexpr Named ALONE[] = {{"start", Point::Kind::START}, {"head", Point::Kind::HEAD}};

// "turn:12" and the like.
Result<Point> read_counted(Point point, std::string_view word, std::string_view digits) {
  for (const Named& named : COUNTED) {
    if (named.word != word) continue;
    // A proposal without a number is named by its record: "proposal:record:57".
    const bool of_proposal = named.kind == Point::Kind::PROPOSAL || named.kind == Point::Kind::OUTCOME;
    const bool by_record = of_proposal && digits.starts_with(BY_RECORD);
    if (by_record) digits.remove_prefix(BY_RECORD.size());
    // "proposal:340a".
    const auto lettered = of_proposal && !by_record ? read_numeral(digits) : std::nullopt;
    Result<std::uint64_t> number = lettered ? Result<std::uint64_t>(*lettered) : read_number(digits, point.words);
    if (!number) return number.error();
    // What stands for another thing is no number that is typed.
    const bool is_code = !lettered && !by_record && of_proposal && *number > LARGEST_NUMBER &&
                         *number <= std::numeric_limits<std::uint32_t>::max();
    if (is_code) return bad_point("too_many", point.words);
    if (by_record) *number = unnumbered_of(*number);
    if (*number == 0) return bad_point("counted_from_one", point.words, {{"kind", word}});
    point.kind = named.kind;
    point.number = *number;
    return point;
  }
  const std::string near = nearest(word, {"proposal", "outcome", "turn", "circuit"});
  if (near.empty()) return bad_point("unknown_kind", point.words, {{"kind", word}});
  return bad_point("unknown_kind_near", point.words, {{"kind", word}, {"near", near}, {"digits", digits}});
}

Result<Point> read_word(Point point, std::string_view word) {
  for (const Named& named : ALONE) {
    if (named.word != word) continue;
    point.kind = named.kind;
    return point;
  }
  const std::string near = nearest(word, {"start", "head"});
  if (near.empty()) return bad_point("unknown_word", point.words);
  return bad_point("unknown_word_near", point.words, {{"near", near}});
}

Result<Point> read_record(Point point, std::string_view digits) {
  Result<std::uint64_t> number = read_number(digits, point.words);
  if (!number) return number.error();
  point.kind = Point::Kind::RECORD;
  point.number = *number;
  return point;
}

// A date is the only kind of point that begins with four digits and a hyphen.
bool looks_like_time(std::string_view rest) {
  return rest.size() > 4 && all_digits(rest.substr(0, 4)) && rest[4] == '-';
}

}  // namespace

Result<Point> parse_point(std::string_view words) {
  Point point;
  point.words = std::string(words);
  std::string_view rest = words;
  while (!rest.empty() && rest.front() == '^') {
    if (++point.before > MOST_CARETS) return bad_point("too_many_carets", words.substr(0, 8));
    rest.remove_prefix(1);
  }
  if (rest.empty()) return bad_point("point_empty", words);
  if (rest.front() == '#') return read_record(point, rest.substr(1));
  if (looks_like_time(rest)) {
    Result<std::int64_t> time = parse_time(rest, true);
    if (!time) return time.error();
    point.kind = Point::Kind::TIME;
    point.time = *time;
    return point;
  }
  // Whatever else begins like a number was meant as one: -3, 010, 2e3.
  const bool like_a_number = (rest.front() >= '0' && rest.front() <= '9') || rest.front() == '-' || rest.front() == '+';
  if (like_a_number) return read_record(point, rest);
  const std::size_t colon = rest.find(':');
  if (colon != std::string_view::npos) return read_counted(point, rest.substr(0, colon), rest.substr(colon + 1));
  return read_word(point, rest);
}

}  // namespace nomic::replay
