// A clock that is wrong is said, and ticks nothing.
#include "nomic/server/clock_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nomic::tools {
namespace {

constexpr std::int64_t ONE_SECOND = 1'000'000;

class ClockChecking : public ::testing::Test {
 protected:
  ClockCheck clocks{[this] { return now += way; },
                    [this]() -> ledger::Result<std::int64_t> {
                      if (is_away) return ledger::Error{ledger::ErrorCode::UNREACHABLE, "it is away", {}, {}};
                      return now - ahead;
                    },
                    [this](std::string_view line) { lines.emplace_back(line); }};
  std::int64_t now = 1'338'372'000 * ONE_SECOND;
  std::int64_t ahead = 0;
  std::int64_t way = 0;
  bool is_away = false;
  std::vector<std::string> lines;
};

TEST_F(ClockChecking, ADifferenceIsSaidOnceAndAGreatOneTicksNothing) {
  clocks.look();
  EXPECT_TRUE(clocks.may_tick());
  EXPECT_TRUE(lines.empty());
  for (const std::int64_t seconds : {1, 3, 3, -3, 31, 40, -31, 0}) {
    ahead = seconds * ONE_SECOND;
    clocks.look();
    EXPECT_EQ(clocks.may_tick(), std::abs(seconds) <= 30) << seconds;
  }
  EXPECT_EQ(lines, (std::vector<std::string>{R"({"event":"clock","ahead":3.0,"ticks":true})",
                                             R"({"event":"clock","ahead":31.0,"ticks":false})",
                                             R"({"event":"clock","ahead":0.0,"ticks":true})"}));
}

TEST_F(ClockChecking, WhatTheWayTakesIsNoDifference) {
  // It is looked at somewhere on the way there and back, here at its beginning.
  way = 8 * ONE_SECOND;
  clocks.look();
  EXPECT_TRUE(lines.empty());
}

TEST_F(ClockChecking, WhereTheOtherIsAwayWhatWasFoundStands) {
  ahead = 60 * ONE_SECOND;
  EXPECT_TRUE(clocks.look());
  is_away = true;
  ahead = 0;
  EXPECT_FALSE(clocks.look());
  EXPECT_FALSE(clocks.may_tick());
}

TEST_F(ClockChecking, NothingIsTickedBeforeTheyWereCompared) {
  EXPECT_FALSE(clocks.may_tick());
  is_away = true;
  EXPECT_FALSE(clocks.look());
  EXPECT_FALSE(clocks.may_tick());
  is_away = false;
  EXPECT_TRUE(clocks.look());
  EXPECT_TRUE(clocks.may_tick());
  EXPECT_TRUE(lines.empty()) << "that they are the same is no news";
}

}  // namespace
}  // namespace nomic::tools
