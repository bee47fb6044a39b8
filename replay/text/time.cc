#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "calendar.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/point.h"

namespace nomic::replay {
namespace {

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t MINUTE = 60 * SECOND;
constexpr std::int64_t HOUR = 60 * MINUTE;
constexpr std::int64_t DAY = 24 * HOUR;

Error bad_time(std::string_view variant, std::string_view typed) {
  return error_of(ErrorCode::BAD_POINT, variant, {{"typed", typed}});
}

// Reads a time from left to right. Each step takes what it names or nothing.
class Reader {
 public:
  explicit Reader(std::string_view words) : rest_(words) {}

  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Exactly `count` digits.
  std::optional<int> digits(std::size_t count) {
    if (rest_.size() < count || run_of_digits() < count) return std::nullopt;
    int value = 0;
    std::from_chars(rest_.data(), rest_.data() + count, value);
    rest_.remove_prefix(count);
    return value;
  }

  [[nodiscard]] std::size_t run_of_digits() const {
    std::size_t run = 0;
    while (run < rest_.size() && rest_[run] >= '0' && rest_[run] <= '9') ++run;
    return run;
  }

  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] char next() const { return rest_.empty() ? '\0' : rest_.front(); }

 private:
  std::string_view rest_;
};

Result<std::int64_t> read_date(Reader& in, std::string_view words) {
  const std::optional<int> year = in.digits(4);
  const bool dash = in.take('-');
  const std::optional<int> month = in.digits(2);
  const bool second_dash = in.take('-');
  const std::optional<int> day = in.digits(2);
  if (!year || !dash || !month || !second_dash || !day) return bad_time("date_digits", words);
  if (*year < 1970) return bad_time("first_year", words);
  const Date date{*year, *month, *day};
  if (!exists(date)) return bad_time("no_such_day", words);
  return days_of(date) * DAY;
}

// Up to six digits after the point: microseconds.
Result<std::int64_t> read_fraction(Reader& in, std::string_view words) {
  const std::size_t run = in.run_of_digits();
  if (run == 0) return bad_time("fraction_missing", words);
  if (run > 6) return bad_time("fraction_too_long", words);
  std::int64_t value = *in.digits(run);
  for (std::size_t i = run; i < 6; ++i) value *= 10;
  return value;
}

Result<std::int64_t> read_time_of_day(Reader& in, std::string_view words) {
  const std::optional<int> hour = in.digits(2);
  const bool colon = in.take(':');
  const std::optional<int> minute = in.digits(2);
  if (!hour || !colon || !minute) return bad_time("time_of_day_digits", words);
  if (*hour > 23 || *minute > 59) return bad_time("time_of_day_range", words);
  std::int64_t micros = *hour * HOUR + *minute * MINUTE;
  if (!in.take(':')) return micros;

  const std::optional<int> second = in.digits(2);
  if (!second) return bad_time("second_digits", words);
  if (*second == 60) return bad_time("leap_second", words);
  if (*second > 59) return bad_time("second_range", words);
  micros += *second * SECOND;
  if (in.take('.')) {
    Result<std::int64_t> fraction = read_fraction(in, words);
    if (!fraction) return fraction.error();
    micros += *fraction;
  }
  return micros;
}

// What must be subtracted to come to UTC.
Result<std::int64_t> read_zone(Reader& in, std::string_view words) {
  if (in.take('Z')) return std::int64_t{0};
  const std::int64_t sign = in.next() == '-' ? -1 : 1;
  if (!in.take('+') && !in.take('-')) return bad_time("zone_missing", words);
  const std::optional<int> hour = in.digits(2);
  const bool colon = in.take(':');
  const std::optional<int> minute = in.digits(2);
  if (!hour || !colon || !minute || *hour > 23 || *minute > 59) {
    return bad_time("zone_form", words);
  }
  return sign * (*hour * HOUR + *minute * MINUTE);
}

}  // namespace

Result<std::int64_t> parse_time(std::string_view words, bool end_of_day) {
  Reader in(words);
  Result<std::int64_t> date = read_date(in, words);
  if (!date) return date;
  if (in.done()) return *date + (end_of_day ? DAY - 1 : 0);
  if (!in.take('T')) return bad_time("no_t", words);

  Result<std::int64_t> time_of_day = read_time_of_day(in, words);
  if (!time_of_day) return time_of_day;
  Result<std::int64_t> zone = read_zone(in, words);
  if (!zone) return zone;
  if (!in.done()) return bad_time("after_zone", words);

  const std::int64_t micros = *date + *time_of_day - *zone;
  if (micros < 0 || micros > LAST_TIME) return bad_time("outside_years", words);
  return micros;
}

std::string print_time(std::int64_t micros) {
  std::int64_t days = micros / DAY;
  std::int64_t rest = micros % DAY;
  if (rest < 0) {
    rest += DAY;
    --days;
  }
  const Date date = date_of(days);
  std::string out = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", date.year, date.month, date.day, rest / HOUR,
                                rest % HOUR / MINUTE, rest % MINUTE / SECOND);
  if (rest % SECOND != 0) out += fmt::format(".{:06}", rest % SECOND);
  return out + "Z";
}

}  // namespace nomic::replay
