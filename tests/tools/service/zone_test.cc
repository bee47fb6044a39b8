// Days in zones: worked out by hand from the dates on which clocks were put forward and back.
#include "nomic/service/zone.h"

#include <gtest/gtest.h>

#include "nomic/replay/point.h"

namespace nomic::tools {
namespace {

struct Day {
  const char* date;
  const char* zone;
  const char* begins;
  const char* ends;  // its last second
};

TEST(Zone, ADayBeginsAndEndsAsItsZoneHasIt) {
  const Day days[] = {
      {"2012-05-30", "", "2012-05-30T00:00:00Z", "2012-05-30T23:59:59Z"},
      {"2012-05-30", "UTC", "2012-05-30T00:00:00Z", "2012-05-30T23:59:59Z"},
      // Nine hours before UTC, all the year round.
      {"2012-05-30", "Asia/Tokyo", "2012-05-29T15:00:00Z", "2012-05-30T14:59:59Z"},
      {"2012-01-01", "Asia/Tokyo", "2011-12-31T15:00:00Z", "2012-01-01T14:59:59Z"},
      // Clocks went from 2:00 to 3:00 on 25 March 2012, and from 3:00 to 2:00 on 28 October: 23 and 25 hours.
      {"2012-03-24", "Europe/Rome", "2012-03-23T23:00:00Z", "2012-03-24T22:59:59Z"},
      {"2012-03-25", "Europe/Rome", "2012-03-24T23:00:00Z", "2012-03-25T21:59:59Z"},
      {"2012-03-26", "Europe/Rome", "2012-03-25T22:00:00Z", "2012-03-26T21:59:59Z"},
      {"2012-10-28", "Europe/Rome", "2012-10-27T22:00:00Z", "2012-10-28T22:59:59Z"},
      {"2012-10-29", "Europe/Rome", "2012-10-28T23:00:00Z", "2012-10-29T22:59:59Z"},
      // At midnight of 21 October 2012 clocks in Sao Paulo went from 0:00 to 1:00: the day began at 1:00.
      {"2012-10-20", "America/Sao_Paulo", "2012-10-20T03:00:00Z", "2012-10-21T02:59:59Z"},
      {"2012-10-21", "America/Sao_Paulo", "2012-10-21T03:00:00Z", "2012-10-22T01:59:59Z"},
      // At midnight of 26 February 2012 they went back to 23:00 of the 25th, which had 25 hours.
      {"2012-02-25", "America/Sao_Paulo", "2012-02-25T02:00:00Z", "2012-02-26T02:59:59Z"},
      {"2012-02-26", "America/Sao_Paulo", "2012-02-26T03:00:00Z", "2012-02-27T02:59:59Z"},
      // Samoa left 30 December 2011 out.
      {"2011-12-29", "Pacific/Apia", "2011-12-29T10:00:00Z", "2011-12-30T09:59:59Z"},
      {"2011-12-31", "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T09:59:59Z"},
  };
  constexpr std::int64_t MICROSECONDS = 1'000'000;
  for (const Day& day : days) {
    SCOPED_TRACE(std::string(day.date) + " " + day.zone);
    const auto span = day_in_zone(day.date, day.zone);
    ASSERT_TRUE(span);
    EXPECT_EQ(replay::print_time(span->begins), day.begins);
    EXPECT_EQ(replay::print_time(span->ends + 1 - MICROSECONDS), day.ends);
  }
}

TEST(Zone, DaysAndZonesThatThereAreNotAreRefused) {
  const auto missing = day_in_zone("2011-12-30", "Pacific/Apia");
  ASSERT_FALSE(missing);
  EXPECT_EQ(label_of(missing.error()), "BAD_POINT/no_such_day_there");
  EXPECT_EQ(label_of(day_in_zone("2012-05-32", "Asia/Tokyo").error()), "BAD_POINT/no_such_day");
  EXPECT_EQ(label_of(day_in_zone("2012-05-30", "Asia/Edo").error()), "BAD_POINT/no_such_zone");
  EXPECT_TRUE(must_be_zone(""));
  EXPECT_TRUE(must_be_zone("Europe/Rome"));
  EXPECT_FALSE(must_be_zone("Europe/rome "));
}

TEST(Zone, ADayAloneIsWrittenAsOne) {
  EXPECT_TRUE(is_day_alone("2012-05-30"));
  EXPECT_FALSE(is_day_alone("2012-05-30T10:00Z"));
  EXPECT_FALSE(is_day_alone("2012-05-32"));
  EXPECT_FALSE(is_day_alone("turn:12345"));
}

}  // namespace
}  // namespace nomic::tools
