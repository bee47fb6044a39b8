// A game is found by what it is called now.
#include "nomic/server/opened_games.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

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

TEST(OpenedGames, AGameIsCalledByItsNameOrItsIdentity) {
  ledger::Head game;
  game.game = {ledger::sha256("a game")};
  const std::string id = game.game.hash.hex();
  std::string capitals = id;
  std::transform(capitals.begin(), capitals.end(), capitals.begin(), [](unsigned char c) { return std::toupper(c); });
  game.name = "friday";
  for (const std::string& typed : {game.name, id, id.substr(0, 8), id.substr(0, 63), capitals}) {
    EXPECT_TRUE(is_called(game, typed)) << typed;
  }
  for (const std::string& typed : {std::string("Friday"), id.substr(0, 7), id + "0", std::string()}) {
    EXPECT_FALSE(is_called(game, typed)) << typed;
  }
  // Such a name is none.
  game.name = "20240101";
  EXPECT_FALSE(is_called(game, game.name));
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
