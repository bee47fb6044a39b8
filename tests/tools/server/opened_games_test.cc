// A game is found by what it is called now.
#include "nomic/server/opened_games.h"

#include <gtest/gtest.h>

#include "tools/server/debated_games.h"

namespace nomic::tools {
namespace {

TEST(OpenedGames, EachIsOpenedOnceHoweverItIsCalled) {
  const auto ledger = ledger::Ledger::in_memory();
  found_debated_games(*ledger);
  OpenedGames games;
  const auto friday = games.get(*ledger, "friday");
  ASSERT_TRUE(friday.ok());
  const std::string identity = (*friday)->head().game.hash.hex();
  EXPECT_EQ(*games.get(*ledger, identity), *friday);
  EXPECT_EQ(*games.get(*ledger, identity.substr(0, 12)), *friday);
  EXPECT_EQ(games.count(), 1U);
  EXPECT_FALSE(games.get(*ledger, "monday").ok());
  games.forget((*friday)->head().game);
  EXPECT_EQ(games.count(), 0U);
  EXPECT_TRUE(games.get(*ledger, "friday").ok());
}

TEST(OpenedGames, TheOnlyGameIsTheOnlyOneNoMoreOnceAnotherIsFounded) {
  const auto ledger = ledger::Ledger::in_memory();
  ASSERT_TRUE(replay::Game::found(*ledger, debated_founding("friday")).ok());
  OpenedGames games;
  ASSERT_TRUE(games.get(*ledger, "").ok());
  ASSERT_TRUE(replay::Game::found(*ledger, debated_founding("sunday")).ok());
  const auto either = games.get(*ledger, "");
  ASSERT_FALSE(either.ok());
  ASSERT_TRUE(either.error().ledger);
  EXPECT_EQ(either.error().ledger->code, ledger::ErrorCode::AMBIGUOUS_GAME);
}

}  // namespace
}  // namespace nomic::tools
