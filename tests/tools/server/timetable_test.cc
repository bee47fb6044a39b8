// Which games are ticked when: by hand.
#include "nomic/server/timetable.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace nomic::tools {
namespace {

constexpr std::int64_t A_SECOND = 1'000'000;

ledger::GameId numbered_game(const std::string& name) {
  return {ledger::sha256(name)};
}

using Games = std::vector<Timetable::Due>;

TEST(Timetable, EachGameIsTakenOnceWhenItsTimeHasCome) {
  const auto one = numbered_game("one");
  const auto two = numbered_game("two");
  Timetable table;
  EXPECT_FALSE(table.next());
  table.put(one, 10, 500);
  table.put(two, 10, std::nullopt);
  EXPECT_EQ(table.next(), 500);
  EXPECT_EQ(table.take(499, 8), Games());
  EXPECT_EQ(table.take(500, 8), Games({{one, 10}}));
  EXPECT_EQ(table.take(500, 8), Games()) << "its tick is being made";
  EXPECT_FALSE(table.next());
  table.put(one, 11, 900);
  table.ticked({one, 10}, 500);
  table.put(two, 11, 700);
  EXPECT_EQ(table.next(), 700);
  EXPECT_EQ(table.take(1000, 1).size(), 1U);
  EXPECT_EQ(table.take(1000, 8).size(), 1U);
}

TEST(Timetable, WhatTheRulesRefuseIsNotTriedAgainBeforeTheGameGoesOn) {
  const auto game = numbered_game("one");
  Timetable table;
  table.put(game, 10, 500);
  EXPECT_EQ(table.take(500, 8), Games({{game, 10}}));
  table.refused({game, 10});
  table.put(game, 10, 500);
  EXPECT_EQ(table.take(1000, 8), Games());
  EXPECT_FALSE(table.next());
  table.put(game, 11, 500);
  EXPECT_EQ(table.take(1000, 8), Games({{game, 11}}));
}

TEST(Timetable, WhatWasRefusedSinceAnotherHasDoneItStaysOpenForWhatComesNext) {
  const auto game = numbered_game("one");
  Timetable table;
  table.put(game, 10, 500);
  EXPECT_EQ(table.take(500, 8), Games({{game, 10}}));
  // Another server was faster; the game is known as it left it before the refusal is.
  table.put(game, 11, 900);
  table.refused({game, 10});
  EXPECT_EQ(table.next(), 900);
  EXPECT_EQ(table.take(900, 8), Games({{game, 11}}));
}

TEST(Timetable, WhatFailedIsTriedAfterOneTwoFourSecondsAndAtMostAMinute) {
  const auto game = numbered_game("one");
  Timetable table;
  table.put(game, 10, 0);
  std::int64_t now = 1'000'000 * A_SECOND;
  for (const std::int64_t delay : {1, 2, 4, 8, 16, 32, 60, 60}) {
    ASSERT_EQ(table.take(now, 8), Games({{game, 10}}));
    table.failed(game, now);
    EXPECT_EQ(table.next(), now + delay * A_SECOND);
    EXPECT_EQ(table.take(now + delay * A_SECOND - 1, 8), Games());
    now += delay * A_SECOND;
  }
  // Once it went well, it begins anew.
  ASSERT_EQ(table.take(now, 8), Games({{game, 10}}));
  table.ticked({game, 10}, now);
  table.put(game, 11, now);
  ASSERT_EQ(table.take(now, 8), Games({{game, 11}}));
  table.failed(game, now);
  EXPECT_EQ(table.next(), now + A_SECOND);
  // A clock that is set back by an hour makes nobody wait an hour.
  table.put(game, 11, 0);
  EXPECT_EQ(table.take(now - 3600 * A_SECOND, 8), Games({{game, 11}}));
}

// A tick each second, and no move between them: the second one waits for a second, the next for two.
TEST(Timetable, AGameInWhichOnlyTimePassesRestsForLongerAndLonger) {
  const auto game = numbered_game("one");
  Timetable table;
  std::uint64_t size = 10;
  std::int64_t now = 1'000'000 * A_SECOND;
  table.put(game, size, now);
  for (const std::int64_t rest : {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600}) {
    ASSERT_EQ(table.take(now, 8), Games({{game, size}})) << rest;
    table.ticked({game, size}, now);
    table.put(game, ++size, now);
    EXPECT_EQ(table.next(), now + rest * A_SECOND);
    EXPECT_EQ(table.take(now + rest * A_SECOND - 1, 8), Games());
    now += rest * A_SECOND;
  }
  // After a move it is ticked in time again.
  table.put(game, ++size, now);
  EXPECT_EQ(table.take(now, 8), Games({{game, size}}));
  // A game with a turn of a day is never late.
  table.ticked({game, size}, now);
  table.put(game, ++size, now + 86'400 * A_SECOND);
  EXPECT_EQ(table.next(), now + 86'400 * A_SECOND);
}

}  // namespace
}  // namespace nomic::tools
