// The Gregorian calendar, as days since 1970-01-01.
#pragma once

#include <cstdint>

namespace nomic::replay {

struct Date {
  std::int64_t year = 1970;
  int month = 1;  // 1 to 12
  int day = 1;    // from 1
};

bool is_leap_year(std::int64_t year);

// Whether the calendar has that day.
bool exists(const Date& date);

// Days since 1970-01-01, negative before it. The date exists.
std::int64_t days_of(const Date& date);

// The date that many days after 1970-01-01. Exact for every count of microseconds that 64 bits hold.
Date date_of(std::int64_t days);

}  // namespace nomic::replay
