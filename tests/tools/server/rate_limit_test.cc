// So many requests a second, and some more at once.
#include "rate_limit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const RateLimit::Time NOON = RateLimit::Time() + std::chrono::hours(12);

// How many of so many at one time are taken.
int taken(RateLimit& limit, const std::string& client, RateLimit::Time now, int asked) {
  int all = 0;
  for (int i = 0; i < asked; ++i) all += limit.take(client, now) ? 0 : 1;
  return all;
}

TEST(RateLimit, AtOnceAndThenSoManyASecond) {
  RateLimit limit(10, 30);
  EXPECT_EQ(taken(limit, "a", NOON, 100), 30);
  EXPECT_EQ(taken(limit, "a", NOON + seconds(1), 100), 10);
  EXPECT_EQ(taken(limit, "a", NOON + milliseconds(1099), 100), 0);
  EXPECT_EQ(taken(limit, "a", NOON + milliseconds(1100), 100), 1);
  // Whoever waits has all of it again, and not more.
  EXPECT_EQ(taken(limit, "a", NOON + seconds(60), 100), 30);
}

TEST(RateLimit, SaysWhenToAskAgain) {
  RateLimit limit(10, 3);
  EXPECT_EQ(taken(limit, "a", NOON, 3), 3);
  EXPECT_EQ(limit.take("a", NOON), milliseconds(100));
  EXPECT_EQ(limit.take("a", NOON + milliseconds(40)), milliseconds(60)) << "what was refused does not count";
  EXPECT_EQ(limit.take("a", NOON + milliseconds(100)), std::nullopt);
}

TEST(RateLimit, IsEachClientsOwn) {
  RateLimit limit(1, 2);
  EXPECT_EQ(taken(limit, "a", NOON, 5), 2);
  EXPECT_EQ(taken(limit, "b", NOON, 5), 2);
}

// What was used is counted afterwards, and all of it.
TEST(RateLimit, WhoHasUsedTooMuchWaits) {
  RateLimit limit(100, 5000);  // a tenth of the time in milliseconds, and 5 seconds at once
  EXPECT_EQ(limit.wait("a", NOON), std::nullopt);
  limit.charge("a", NOON, 5000);
  EXPECT_EQ(limit.wait("a", NOON), std::nullopt);
  limit.charge("a", NOON, 2000);
  EXPECT_EQ(limit.wait("a", NOON), seconds(20));
  EXPECT_EQ(limit.wait("a", NOON + seconds(15)), seconds(5));
  EXPECT_EQ(limit.wait("a", NOON + seconds(20)), std::nullopt);
  EXPECT_EQ(limit.wait("b", NOON), std::nullopt);
  EXPECT_EQ(limit.wait("a", NOON + seconds(60)), std::nullopt);
  limit.charge("a", NOON + seconds(70), 5000);
  EXPECT_EQ(limit.wait("a", NOON + seconds(70)), std::nullopt) << "after a pause it has all of it again";
}

TEST(RateLimit, OfNoneThereIsNone) {
  RateLimit limit(0, 1);
  EXPECT_EQ(taken(limit, "a", NOON, 1000), 1000);
  EXPECT_EQ(limit.known(), 0U);
}

TEST(RateLimit, WhoIsOverIsForgottenAndStrangersWithoutEndCountAsOne) {
  RateLimit limit(1, 2);
  for (std::size_t i = 0; i < RateLimit::MOST_CLIENTS; ++i) EXPECT_FALSE(limit.take(fmt::format("{}", i), NOON));
  EXPECT_EQ(limit.known(), RateLimit::MOST_CLIENTS);
  int strangers = 0;
  for (int i = 0; i < 100; ++i) strangers += taken(limit, fmt::format("x{}", i), NOON, 1);
  EXPECT_EQ(strangers, 2);
  EXPECT_EQ(limit.known(), RateLimit::MOST_CLIENTS + 1);
  EXPECT_EQ(taken(limit, "0", NOON, 5), 1) << "who was known has their own";
  EXPECT_EQ(taken(limit, "y", NOON + seconds(3), 5), 2);
  EXPECT_EQ(limit.known(), 1U);
}

}  // namespace
}  // namespace nomic::tools
