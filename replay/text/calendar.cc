#include "calendar.h"

#include <array>

namespace nomic::replay {
namespace {

// The calendar repeats after 400 years, which are this many days.
constexpr std::int64_t CYCLE_YEARS = 400;
constexpr std::int64_t CYCLE_DAYS = 146'097;

int days_in_month(std::int64_t year, int month) {
  constexpr std::array<int, 12> DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return DAYS[static_cast<std::size_t>(month) - 1] + (month == 2 && is_leap_year(year) ? 1 : 0);
}

// Leap days from the year 1 to the end of `year`, for years from 0.
std::int64_t leap_days_to(std::int64_t year) {
  return year / 4 - year / 100 + year / 400;
}

}  // namespace

bool is_leap_year(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

bool exists(const Date& date) {
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= days_in_month(date.year, date.month);
}

std::int64_t days_of(const Date& date) {
  // Moved forward by whole cycles until nothing is negative, and counted back at the end.
  const std::int64_t cycles = date.year < 1 ? (CYCLE_YEARS - date.year) / CYCLE_YEARS : 0;
  const std::int64_t year = date.year + cycles * CYCLE_YEARS;
  std::int64_t days = (year - 1970) * 365 + leap_days_to(year - 1) - leap_days_to(1969) - cycles * CYCLE_DAYS;
  for (int month = 1; month < date.month; ++month) days += days_in_month(year, month);
  return days + date.day - 1;
}

Date date_of(std::int64_t days) {
  const std::int64_t cycles = (days >= 0 ? days : days - CYCLE_DAYS + 1) / CYCLE_DAYS;
  std::int64_t rest = days - cycles * CYCLE_DAYS;
  Date date;
  while (rest >= 365 + (is_leap_year(date.year) ? 1 : 0)) {
    rest -= 365 + (is_leap_year(date.year) ? 1 : 0);
    ++date.year;
  }
  while (rest >= days_in_month(date.year, date.month)) {
    rest -= days_in_month(date.year, date.month);
    ++date.month;
  }
  date.day = static_cast<int>(rest) + 1;
  date.year += cycles * CYCLE_YEARS;
  return date;
}

}  // namespace nomic::replay
