#include <ctime>

#include "nomic/replay/point.h"
#include "replay/expect.h"
#include "text/calendar.h"

namespace nomic::replay {
namespace {

constexpr std::int64_t DAY = 86'400;

// An independent calendar: the C library's.
std::int64_t seconds_by_libc(int year, int month, int day, int hour, int minute, int second) {
  std::tm tm{};
  tm.tm_year = year - 1900;
  tm.tm_mon = month - 1;
  tm.tm_mday = day;
  tm.tm_hour = hour;
  tm.tm_min = minute;
  tm.tm_sec = second;
  return timegm(&tm);
}

// Every day of the first five cycles of leap years and centuries, then one in 97 to the end of 9999.
TEST(Calendar, AgreesWithTheCLibrary) {
  Date date;
  constexpr std::int64_t LAST = 2'932'896;
  for (std::int64_t days = 0; days <= LAST; days = days < 200'000 || days + 97 > LAST ? days + 1 : days + 97) {
    const std::time_t seconds = days * DAY;
    std::tm tm{};
    gmtime_r(&seconds, &tm);
    date = date_of(days);
    ASSERT_EQ(date.year, tm.tm_year + 1900) << days;
    ASSERT_EQ(date.month, tm.tm_mon + 1) << days;
    ASSERT_EQ(date.day, tm.tm_mday) << days;
    ASSERT_EQ(days_of(date), days);
    ASSERT_TRUE(exists(date));
  }
  EXPECT_EQ(date.year, 9999);
  EXPECT_EQ(date.month, 12);
  EXPECT_EQ(date.day, 31);
}

TEST(Calendar, HoldsAtTheEndsOfSixtyFourBits) {
  EXPECT_EQ(days_of(date_of(-1)), -1);
  EXPECT_EQ(date_of(-1).year, 1969);
  EXPECT_EQ(days_of(date_of(-719'528)), -719'528);
  for (const std::int64_t days : {106'751'991LL, -106'751'992LL, -146'097LL, -1'000'000LL}) {
    EXPECT_EQ(days_of(date_of(days)), days);
  }
}

TEST(Calendar, KnowsLeapYears) {
  EXPECT_TRUE(exists({2000, 2, 29}));
  EXPECT_TRUE(exists({2012, 2, 29}));
  EXPECT_FALSE(exists({2100, 2, 29}));
  EXPECT_FALSE(exists({2011, 2, 29}));
  EXPECT_FALSE(exists({2012, 4, 31}));
  EXPECT_FALSE(exists({2012, 0, 1}));
  EXPECT_FALSE(exists({2012, 1, 0}));
}

struct Accepted {
  std::string words;
  std::int64_t micros;
};

TEST(ParseTime, ReadsInstants) {
  const std::vector<Accepted> cases = {
      {"1970-01-01T00:00Z", 0},
      {"1970-01-01T00:00:00.000001Z", 1},
      {"1970-01-01", 0},
      {"2012-05-30T10:00Z", seconds_by_libc(2012, 5, 30, 10, 0, 0) * 1'000'000},
      {"2012-05-30T10:00:07.5+02:00", seconds_by_libc(2012, 5, 30, 8, 0, 7) * 1'000'000 + 500'000},
      {"2012-05-30T10:00:07.123456-03:30", seconds_by_libc(2012, 5, 30, 13, 30, 7) * 1'000'000 + 123'456},
      {"2012-02-29T23:59:59+00:00", seconds_by_libc(2012, 2, 29, 23, 59, 59) * 1'000'000},
      {"2000-02-29T00:00-00:00", seconds_by_libc(2000, 2, 29, 0, 0, 0) * 1'000'000},
      {"9999-12-31T23:59:59.999999Z", 253'402'300'799'999'999},
  };
  for (const Accepted& one : cases) {
    const Result<std::int64_t> time = parse_time(one.words, false);
    ASSERT_TRUE(time.ok()) << one.words << " " << why(time);
    EXPECT_EQ(*time, one.micros) << one.words;
  }
  EXPECT_EQ(*parse_time("1970-01-01", true), 86'399'999'999);
}

struct Refused {
  std::string words;
  std::vector<std::string> expected;
};

TEST(ParseTime, RefusesTheRest) {
  const std::vector<Refused> cases = {
      {"", {"no time", "2012-05-30"}},
      {"2012", {"4-2-2"}},
      {"2012-5-30", {"4-2-2"}},
      {"20120530", {"4-2-2"}},
      {"12012-05-30", {"4-2-2"}},
      {"2012-02-30", {"calendar"}},
      {"2011-02-29", {"calendar"}},
      {"2100-02-29", {"calendar"}},
      {"2012-00-10", {"calendar"}},
      {"2012-13-10", {"calendar"}},
      {"1969-12-31", {"1970"}},
      {"2012-05-30 10:00Z", {"T stands between"}},
      {"2012-05-30t10:00Z", {"T stands between"}},
      {"2012-05-30T10:00", {"zone"}},
      {"2012-05-30T10:00z", {"zone"}},
      {"2012-05-30T10Z", {"hours:minutes"}},
      {"2012-05-30T1:00Z", {"hours:minutes"}},
      {"2012-05-30T24:00Z", {"23"}},
      {"2012-05-30T10:60Z", {"59"}},
      {"2012-05-30T10:00:60Z", {"leap seconds"}},
      {"2012-05-30T10:00:61Z", {"59"}},
      {"2012-05-30T10:00:7Z", {"two digits"}},
      {"2012-05-30T10:00:07.Z", {"digits must follow"}},
      {"2012-05-30T10:00:07,5Z", {"zone"}},
      {"2012-05-30T10:00:07.1234567Z", {"six digits"}},
      {"2012-05-30T10:00+2:00", {"zone"}},
      {"2012-05-30T10:00+0200", {"zone"}},
      {"2012-05-30T10:00+24:00", {"zone"}},
      {"2012-05-30T10:00Z ", {"follows the zone"}},
      {"1970-01-01T00:00+00:01", {"1970 to 9999"}},
      {"9999-12-31T23:59-00:01", {"1970 to 9999"}},
      {"-012-05-30", {"4-2-2"}},
      {"2012-05-30T-1:00Z", {"hours:minutes"}},
  };
  for (const Refused& one : cases) expect_refused(parse_time(one.words, false), ErrorCode::BAD_POINT, one.expected);
}

TEST(PrintTime, PrintsWhatIsRead) {
  EXPECT_EQ(print_time(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(print_time(1'338'372'007'500'000), "2012-05-30T10:00:07.500000Z");
  EXPECT_EQ(print_time(1), "1970-01-01T00:00:00.000001Z");
  EXPECT_EQ(print_time(-1), "1969-12-31T23:59:59.999999Z");
  EXPECT_EQ(print_time(253'402'300'799'999'999), "9999-12-31T23:59:59.999999Z");
  for (const std::int64_t micros : {0LL, 951'782'400'000'000LL, 1'338'372'007'500'001LL, 253'402'300'799'999'999LL}) {
    EXPECT_EQ(*parse_time(print_time(micros), false), micros);
  }
}

}  // namespace
}  // namespace nomic::replay
