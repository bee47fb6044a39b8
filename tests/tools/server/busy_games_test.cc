// Which game is answered for by one thread, and which by several.
#include "api/busy_games.h"

#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

TEST(BusyGames, AGameIsAloneUntilAnotherThreadAnswersForIt) {
  const ledger::GameId one{ledger::sha256("one")};
  const ledger::GameId two{ledger::sha256("two")};
  BusyGames games;
  {
    const BusyGames::Busy first(games, one);
    EXPECT_TRUE(first.is_alone());
    const BusyGames::Busy second(games, one);
    EXPECT_FALSE(second.is_alone());
    EXPECT_TRUE(BusyGames::Busy(games, two).is_alone());
    EXPECT_TRUE(BusyGames::Busy(games, two).is_alone()) << "it has ended";
  }
  EXPECT_TRUE(BusyGames::Busy(games, one).is_alone());
}

}  // namespace
}  // namespace nomic::tools
