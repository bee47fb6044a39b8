// Documents of pages are kept as far as there is room.
#include "data/live_documents.h"

#include <gtest/gtest.h>

#include "tools/server/debated_games.h"

namespace nomic::tools {
namespace {

TEST(LiveDocuments, KeepThoseThatWereAskedForLast) {
  const auto ledger = ledger::Ledger::in_memory();
  std::vector<replay::Game> games;
  for (const char* name : {"one", "two", "three"}) {
    ASSERT_TRUE(replay::Game::found(*ledger, debated_founding(name)).ok());
    games.push_back(*replay::Game::open(*ledger, name));
  }
  LiveDocuments all;
  std::size_t together = 0;
  std::size_t largest = 0;
  for (replay::Game& game : games) {
    const auto text = all.of(*ledger, game);
    ASSERT_TRUE(text.ok());
    together += text->size();
    largest = std::max(largest, text->size());
  }
  EXPECT_EQ(all.bytes(), together);
  ASSERT_TRUE(all.of(*ledger, games[0]).ok());
  EXPECT_EQ(all.bytes(), together) << "what is asked for again is kept once";
  LiveDocuments two(largest * 5 / 2);
  for (const std::size_t game : {0U, 1U, 0U, 2U, 0U, 1U, 0U}) {
    ASSERT_TRUE(two.of(*ledger, games[game]).ok());
    EXPECT_LE(two.bytes(), largest * 5 / 2);
  }
  EXPECT_GT(two.bytes(), largest);
  // One that is larger than all that may be kept.
  LiveDocuments small(1);
  const auto text = small.of(*ledger, games[0]);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(small.bytes(), text->size());
  ASSERT_TRUE(small.of(*ledger, games[1]).ok());
  EXPECT_LE(small.bytes(), largest);
}

TEST(LiveDocuments, OfAGameThatHasGrownTheNewOneAloneIsKept) {
  const auto ledger = ledger::Ledger::in_memory();
  ASSERT_TRUE(replay::Game::found(*ledger, debated_founding("one")).ok());
  auto game = *replay::Game::open(*ledger, "one");
  LiveDocuments documents;
  ASSERT_TRUE(documents.of(*ledger, game).ok());
  v1::Request joins;
  joins.mutable_join()->set_name("Eve");
  ASSERT_TRUE(Service(*ledger, game).submit(joins, {.now = DEBATE_NOON}).ok());
  const auto text = documents.of(*ledger, game);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(documents.bytes(), text->size());
}

}  // namespace
}  // namespace nomic::tools
