// Which game is answered for by one thread, and which by several.
#include "api/busy_games.h"

#include <gtest/gtest.h>

#include <thread>

namespace nomic::tools {
namespace {

const ledger::GameId ONE{ledger::sha256("one")};
const ledger::GameId TWO{ledger::sha256("two")};

void answer_slowly(BusyGames& games, const ledger::GameId& game) {
  const BusyGames::Busy answers(games, game);
  std::this_thread::sleep_for(BusyGames::SLOW);
}

TEST(BusyGames, SeveralThreadsAnswerForAGameThatIsQuick) {
  BusyGames games(BusyGames::Slow::WHICH_TOOK_LONG);
  {
    const BusyGames::Busy first(games, ONE);
    EXPECT_TRUE(first.may_go_on());
    EXPECT_FALSE(BusyGames::Busy(games, ONE).may_go_on()) << "the first answer is not there yet";
  }
  const BusyGames::Busy second(games, ONE);
  EXPECT_TRUE(second.may_go_on());
  EXPECT_TRUE(BusyGames::Busy(games, ONE).may_go_on());
}

TEST(BusyGames, OneThreadAnswersForASlowGameUntilItIsQuickAgain) {
  BusyGames games(BusyGames::Slow::WHICH_TOOK_LONG);
  answer_slowly(games, ONE);
  {
    const BusyGames::Busy first(games, ONE);
    EXPECT_TRUE(first.may_go_on());
    EXPECT_FALSE(BusyGames::Busy(games, ONE).may_go_on());
    EXPECT_FALSE(BusyGames::Busy(games, ONE).may_go_on()) << "one that is put off says nothing of the game";
    EXPECT_TRUE(BusyGames::Busy(games, TWO).may_go_on());
  }
  const BusyGames::Busy again(games, ONE);
  EXPECT_TRUE(BusyGames::Busy(games, ONE).may_go_on()) << "the first was quick";
}

TEST(BusyGames, OneThreadAnswersForAGameWhereAllAreSlow) {
  BusyGames games(BusyGames::Slow::ALL);
  {
    const BusyGames::Busy quick(games, ONE);
    EXPECT_TRUE(quick.may_go_on());
  }
  const BusyGames::Busy first(games, ONE);
  EXPECT_TRUE(first.may_go_on());
  EXPECT_FALSE(BusyGames::Busy(games, ONE).may_go_on());
}

}  // namespace
}  // namespace nomic::tools
